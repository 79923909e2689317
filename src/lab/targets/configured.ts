import type { ServiceName } from "../../clouds/index.ts";
import type { Config } from "../config/index.ts";
import { parseServiceTargets, parseTarget, type ServiceTarget } from "./target-spec.ts";

type Ports = Partial<Record<ServiceName, number>>;

/** The services that are named, or else those of the config, each with its target. */
export function configuredTargets(
  config: Config,
  named: readonly string[] = Object.keys(config.services),
): ServiceTarget[] {
  const configured = (service: ServiceName) => {
    const { emulator, startedByTests = false, runs } = config.services[service] ?? {};
    const target = emulator === undefined ? undefined : parseTarget(emulator);
    if (target?.kind !== "url") return target;
    return {
      ...target,
      ...(startedByTests && { isStartedByTests: true }),
      ...(runs !== undefined && { runs }),
    };
  };
  return named.flatMap((text) => parseServiceTargets(text, configured));
}

/** The config's ports of what is started now. */
export function configuredPorts(config: Config, wanted: readonly ServiceTarget[]): Ports {
  const ports = wanted.flatMap(({ service, target }) => {
    const port = config.services[service]?.port;
    return port === undefined || target.kind === "url" ? [] : [[service, port]];
  });
  return Object.fromEntries(ports);
}
