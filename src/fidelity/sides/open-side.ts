import type { ServiceName } from "../../clouds/index.ts";
import type { Config } from "../../lab/config/index.ts";
import {
  configuredContracts,
  configuredTargets,
  Lab,
  parseServiceTargets,
  type Reachable,
  reachByUrl,
  requireAllowedHost,
  requireAnswer,
  type ServiceTarget,
  StrictFront,
  type StrictOptions,
} from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { behindLab, CrashCounter } from "./behind.ts";
import { cloudAccounts, type OpenCloudOptions, openCloud } from "./open-cloud-side.ts";
import { RunningSide } from "./running-side.ts";
import type { Side } from "./side.ts";
import { ownerOf, withoutKeyOf } from "./side-keys.ts";
import { targetLabel } from "./target-label.ts";

/** Milliseconds that a request to an emulator of ours may take: many others wait behind it. */
const patienceHere = 10_000;

export interface OpenSideOptions extends OpenCloudOptions {
  /** For `contracts`: the emulator that stands behind them. */
  readonly behind?: string;
}

/**
 * Opens what a side is named by: an emulator (`azurite@3.21.0`), the URL of something that runs already, `contracts` or
 * `contracts-inferred`, or `cloud`.
 *
 * @example
 * await using side = await openSide("azure-blob", "azurite", { cwd, config });
 * await using stage = side.open();
 * await stage.call("owner", "Container_Create", { containerName: "photos" });
 */
export function openSide(service: ServiceName, named: string, options: OpenSideOptions): Promise<Side> {
  if (named === "cloud") return openCloud(service, options);
  if (named === "contracts" || named === "contracts-inferred") return openContracts(service, named, options);
  return openLab(service, targetNamed(service, named, options.config), options);
}

/** Fails where a side cannot be opened, as far as that can be told without starting anything. */
export async function requireSide(
  service: ServiceName,
  named: string,
  { config, behind, signal }: Pick<OpenSideOptions, "config" | "behind" | "signal">,
): Promise<void> {
  if (named === "cloud") {
    cloudAccounts(service, config);
    return;
  }
  for (const { target } of wantedBy(service, named, config, behind)) {
    if (target.kind !== "url" || target.isStartedByTests) continue;
    requireAllowedHost(target, config.allowHosts);
    const { endpoint, credentials } = reachByUrl(service, target.url);
    ownerOf(service, endpoint, credentials);
    await requireAnswer(endpoint, [service], signal);
  }
}

/** The targets that are started or called for a side other than the cloud. */
function wantedBy(
  service: ServiceName,
  named: string,
  config: Config,
  behind: string | undefined,
): ServiceTarget[] {
  if (named !== "contracts" && named !== "contracts-inferred") return targetNamed(service, named, config);
  return behind === undefined ? configuredTargets(config, [service]) : targetNamed(service, behind, config);
}

/** The target that is named, with what the config says of it. */
function targetNamed(service: ServiceName, named: string, config: Config): ServiceTarget[] {
  const wanted = parseServiceTargets(`${service}=${named}`, () => undefined);
  const [target] = wanted;
  if (target?.target.kind !== "url") return wanted;
  const { url } = target.target;
  const configured = configuredTargets(config, [service]).filter(
    (one) => one.target.kind === "url" && one.target.url === url,
  );
  return configured.length === 0 ? wanted : configured;
}

async function openContracts(
  service: ServiceName,
  named: "contracts" | "contracts-inferred",
  options: OpenSideOptions,
): Promise<Side> {
  const { config, cwd, behind, onEvent } = options;
  const onNote = (text: string) => onEvent?.({ type: "note", text });
  const wanted = wantedBy(service, named, config, behind);
  const strict = await configuredContracts(config, {
    cwd,
    inferred: named === "contracts-inferred",
    onNote,
  });
  return openLab(service, wanted, options, { label: named, strict: { ...strict, onNote } });
}

interface Strictness {
  readonly label: string;
  readonly strict: StrictOptions;
}

async function openLab(
  service: ServiceName,
  wanted: readonly ServiceTarget[],
  options: OpenSideOptions,
  strictness?: Strictness,
): Promise<Side> {
  const { cwd, config, signal, onEvent } = options;
  const crashes = new CrashCounter();
  let front: StrictFront | undefined;
  await using opened = new AsyncDisposableStack();
  const lab = opened.use(
    await Lab.start(wanted, {
      cwd,
      allowHosts: config.allowHosts,
      prompt: true,
      spares: true,
      inMemory: true,
      ...(signal !== undefined && { signal }),
      onEvent(event) {
        crashes.note(event);
        if (event.type === "restarted") front?.forget();
        onEvent?.(event);
      },
    }),
  );
  if (strictness !== undefined) front = opened.use(await StrictFront.open(lab, strictness.strict));
  const [target] = lab.targets;
  const folder = lab.packages.get(target?.emulator ?? "");
  const isOurs = lab.pids.size > 0;
  const patience = options.patience ?? (isOurs ? patienceHere : undefined);
  const own = reach(lab.reachable);
  const { endpoint, credentials } = front === undefined ? own : reach(front.reachable);
  const { id, owner } = ownerOf(service, endpoint, credentials);
  const name = targetLabel(target);
  const side = await RunningSide.open({
    kind: strictness === undefined ? (isOurs ? "emulator" : "url") : "contracts",
    label: strictness === undefined ? name : `${strictness.label} (on ${name})`,
    ...(folder !== undefined && { folder }),
    account: {
      service,
      endpoint,
      id,
      owner,
      cwd,
      allowHosts: config.allowHosts,
      ...(patience !== undefined && { patience }),
    },
    behind: behindLab(lab, {
      endpoint: own.endpoint,
      crashes,
      front,
      ...(onEvent !== undefined && { onEvent }),
    }),
    ...(!isOurs && { redact: withoutKeyOf(owner) }),
    ...(signal !== undefined && { signal }),
    ...(onEvent !== undefined && { onEvent }),
  });
  opened.move();
  return side;
}

/** How the service is reached: over plain HTTP if possible. */
function reach(reachable: readonly Reachable[]): Pick<Reachable, "endpoint" | "credentials"> {
  const [found] = reachable;
  if (found === undefined) throw new TouchstoneError("TS_TARGET", "the target does not serve the service");
  return { ...found, endpoint: found.plainEndpoint ?? found.endpoint };
}
