import { allContracts, defaultWindows } from "../../../src/clouds/index.ts";
import {
  type Enforcement,
  Lab,
  parseServiceTargets,
  StrictFront,
  type StrictOptions,
} from "../../../src/lab/index.ts";

/** A real emulator behind contracts, and what they changed. */
export interface StrictEmulator extends AsyncDisposable {
  readonly endpoint: string;
  readonly env: Readonly<Record<string, string>>;
  readonly enforced: readonly Enforcement[];
  readonly lab: Lab;
}

/** Starts the emulator of services, or takes one that runs (`s3=URL`), behind the contracts that are enforced by default; the endpoint is the first one's. */
export async function startStrict(
  services: readonly string[],
  options: Partial<StrictOptions> = {},
): Promise<StrictEmulator> {
  const wanted = services.flatMap((service) => parseServiceTargets(service, () => undefined));
  const lab = await Lab.start(wanted, { cwd: process.cwd() });
  const enforced: Enforcement[] = [];
  const front = await StrictFront.open(lab, {
    contracts: allContracts.filter(({ evidence }) => evidence.kind !== "inferred"),
    onEnforced: (enforcement) => enforced.push(enforcement),
    ...options,
    windows: { ...defaultWindows, ...options.windows },
  });
  const [target] = front.targets;
  return {
    endpoint: (target?.endpoint ?? "").replace(/^https:/, "http:"),
    env: front.env,
    enforced,
    lab,
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await lab[Symbol.asyncDispose]();
    },
  };
}
