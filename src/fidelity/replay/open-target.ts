import { type ServiceName, topLevelOf } from "../../clouds/index.ts";
import {
  CloudAccounts,
  configuredContracts,
  configuredTargets,
  type Leftover,
  parseTarget,
  type ServiceTarget,
  serviceTarget,
} from "../../lab/index.ts";
import type { OpenSideOptions } from "../sides/open-side.ts";
import { replayCloud } from "./cloud-link.ts";
import { ReplayTarget, type TargetOptions } from "./replay-target.ts";

/** What could not be removed, as it is called on the account. */
function leftoversIn(left: readonly string[], service: ServiceName, { named }: CloudAccounts): Leftover[] {
  const { kind } = topLevelOf(service);
  const why = "it could not be removed";
  return left.map((one) => {
    const own = one.slice(service.length + 1);
    const { there: name = own } = named.findLast((renamed) => renamed.own === own) ?? {};
    return { service, kind, name, why };
  });
}

/** Opens what recorded exchanges of a service are performed on, by the names that sides have. */
export async function openReplayTarget(
  service: ServiceName,
  named: string,
  { cwd, config, signal, onEvent, behind }: OpenSideOptions,
): Promise<ReplayTarget> {
  const options: TargetOptions = {
    cwd,
    allowHosts: config.allowHosts,
    ...(signal !== undefined && { signal }),
    ...(onEvent !== undefined && { onEvent }),
  };
  if (named === "cloud") {
    const accounts = new CloudAccounts(config, [service]);
    const cloud = replayCloud(accounts, [service], config.budget.requests);
    const onLeft = (left: readonly string[]) => {
      for (const leftover of leftoversIn(left, service, accounts)) onEvent?.({ type: "left", leftover });
    };
    return ReplayTarget.open([], { ...options, cloud, onLeft });
  }
  const on = (target: string): ServiceTarget[] => [serviceTarget(service, parseTarget(target))];
  if (named !== "contracts" && named !== "contracts-inferred") return ReplayTarget.open(on(named), options);
  const onNote = (text: string) => onEvent?.({ type: "note", text });
  const strict = await configuredContracts(config, {
    cwd,
    inferred: named === "contracts-inferred",
    onNote,
  });
  const emulated = behind === undefined ? configuredTargets(config, [service]) : on(behind);
  return ReplayTarget.open(emulated, { ...options, strict: { ...strict, onNote } });
}
