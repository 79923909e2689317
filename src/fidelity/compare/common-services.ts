import type { ServiceName } from "../../clouds/index.ts";
import type { ServiceTarget } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";

/** The services that both targets have. Throws where there are none, since nothing could be compared. */
export function commonServices(
  a: readonly ServiceTarget[],
  b: readonly ServiceTarget[],
): ReadonlySet<ServiceName> {
  const [here, there] = [servicesOf(a), servicesOf(b)];
  const common = here.intersection(there);
  if (common.size > 0) return common;
  throw new TouchstoneError(
    "TS_TARGET",
    `the two have no service in common: the first serves ${listed(here)}, the second ${listed(there)}`,
    { hint: "Name two that serve the same, like azurite@3.36.0 and azurite." },
  );
}

/** Throws where neither traces nor findings ask for a service that both targets have. */
export function requireAsked(asked: ReadonlySet<ServiceName>, common: ReadonlySet<ServiceName>): void {
  if (!asked.isDisjointFrom(common)) return;
  const what = asked.size === 0 ? "none that is known" : listed(asked);
  throw new TouchstoneError(
    "TS_TARGET",
    `nothing could be compared: both serve ${listed(common)}, and what was recorded or found asks for ${what}`,
    { hint: "Name targets that serve it, or other traces with --traces." },
  );
}

function servicesOf(on: readonly ServiceTarget[]): ReadonlySet<ServiceName> {
  return new Set(on.map(({ service }) => service));
}

function listed(services: Iterable<ServiceName>): string {
  return [...services].join(", ");
}
