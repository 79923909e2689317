import type { RawQuery } from "../azure-account/raw-query.ts";
import { writeQuery } from "../azure-account/raw-query.ts";
import { signSas } from "../azure-account/sas.ts";
import { type AzureService, signedNames } from "../azure-account/service.ts";
import type { Caller } from "./sdk-clients.ts";

/** What a shared access signature grants. */
export interface SasGrant {
  /** Letters of what may be done: `rwdlacup`. */
  readonly permissions: string;
  /** Letters of what it may be done to: `s` service, `c` container, queue or table, `o` object. All if nothing is said. */
  readonly resources?: string;
  readonly expires: Date;
  readonly starts?: Date;
}

/**
 * Somebody who holds an account's shared access signature; one that has expired is made by a past date.
 *
 * @example
 * sasCaller("azure-blob", { id, secret }, { permissions: "r", expires: new Date(Date.now() + 60_000) });
 */
export function sasCaller(
  service: AzureService,
  { id, secret }: { readonly id: string; readonly secret: string },
  { permissions, resources = "sco", expires, starts }: SasGrant,
): Caller {
  const granted: Readonly<Record<string, string>> = {
    sv: "2021-10-04",
    ss: signedNames[service].slice(0, 1),
    srt: resources,
    sp: permissions,
    ...(starts !== undefined && { st: second(starts) }),
    se: second(expires),
    spr: "https,http",
  };
  const query: RawQuery = Object.entries(granted).map(([name, value]) => [name, encodeURIComponent(value)]);
  const signed = signSas(query, { service, account: id, path: "/" }, secret);
  return { as: "sas", sas: writeQuery(signed).slice(1) };
}

/** Signatures name times to the second. */
function second(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
