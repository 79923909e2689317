import { allContracts, defaultWindows, type ServiceName } from "../../../src/clouds/index.ts";
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

/** Starts the emulator of a service, or another one, behind the contracts that are enforced by default. */
export async function startStrict(
  service: ServiceName,
  options: Partial<StrictOptions> & { readonly emulator?: string } = {},
): Promise<StrictEmulator> {
  const named = options.emulator === undefined ? service : `${service}=${options.emulator}`;
  const lab = await Lab.start(
    parseServiceTargets(named, () => undefined),
    { cwd: process.cwd() },
  );
  const enforced: Enforcement[] = [];
  const front = await StrictFront.open(lab, {
    contracts: allContracts.filter(({ evidence }) => evidence.kind !== "inferred"),
    onEnforced: (enforcement) => enforced.push(enforcement),
    ...options,
    windows: { ...defaultWindows, ...options.windows },
  });
  const target = front.targets.find((one) => one.service === service);
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
