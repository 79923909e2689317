import type { ServiceName } from "../../clouds/index.ts";
import {
  CloudAccounts,
  configuredContracts,
  configuredTargets,
  parseTarget,
  type ServiceTarget,
  serviceTarget,
} from "../../lab/index.ts";
import type { OpenSideOptions } from "../sides/open-side.ts";
import { ReplayTarget, type TargetOptions } from "./replay-target.ts";

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
    const rewriters = accounts.limitedTo(config.budget.requests);
    return ReplayTarget.open([], { ...options, cloud: { services: [service], rewriters } });
  }
  const on = (target: string): ServiceTarget[] => [serviceTarget(service, parseTarget(target))];
  if (named !== "contracts" && named !== "contracts-inferred") return ReplayTarget.open(on(named), options);
  const strict = await configuredContracts(config, { cwd, inferred: named === "contracts-inferred" });
  const emulated = behind === undefined ? configuredTargets(config, [service]) : on(behind);
  return ReplayTarget.open(emulated, { ...options, strict });
}
