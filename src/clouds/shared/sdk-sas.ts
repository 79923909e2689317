import type { RawQuery } from "../azure-account/raw-query.ts";
import { writeQuery } from "../azure-account/raw-query.ts";
import { type SasScope, sasText, signSas } from "../azure-account/sas.ts";
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

interface Signer {
  readonly id: string;
  readonly secret: string;
}

const version = "2021-10-04";
const protocols = "https,http";

/**
 * Somebody who holds an account's shared access signature; one that has expired is made by a past date.
 *
 * @example
 * sasCaller("azure-blob", { id, secret }, { permissions: "r", expires: new Date(Date.now() + 60_000) });
 */
export function sasCaller(
  service: AzureService,
  { id, secret }: Signer,
  { permissions, resources = "sco", expires, starts }: SasGrant,
): Caller {
  const query = queryOf({
    sv: version,
    ss: signedNames[service].slice(0, 1),
    srt: resources,
    sp: permissions,
    ...(starts !== undefined && { st: second(starts) }),
    se: second(expires),
    spr: protocols,
  });
  return holderOf(query, { service, account: id, path: "/" }, secret);
}

/** The stored access policy that signatures by policy name. */
export const storedPolicy = "touchstone";

/**
 * Somebody who holds the signature of one container, queue or table by the policy that is stored there as
 * {@link storedPolicy}: what it grants, and until when, that policy says alone.
 *
 * @example
 * policySasCaller("azure-queue", { id, secret }, "jobs");
 */
export function policySasCaller(service: AzureService, { id, secret }: Signer, name: string): Caller {
  return holderOf(policyQuery(service, name), policyScope(service, id, name), secret);
}

/** The same signature before it is made, for others to make it: its query, and the text that is signed. */
export function policySasText(
  service: AzureService,
  account: string,
  name: string,
): { readonly query: string; readonly text: string } {
  const query = policyQuery(service, name);
  return { query: writeQuery(query).slice(1), text: sasText(query, policyScope(service, account, name)) };
}

function policyQuery(service: AzureService, name: string): RawQuery {
  return queryOf({
    sv: version,
    ...(service === "azure-blob" && { sr: "c" }),
    ...(service === "azure-table" && { tn: name }),
    si: storedPolicy,
    spr: protocols,
  });
}

function policyScope(service: AzureService, account: string, name: string): SasScope {
  return { service, account, path: `/${encodeURIComponent(name)}` };
}

function queryOf(values: Readonly<Record<string, string>>): RawQuery {
  return Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]);
}

function holderOf(query: RawQuery, scope: SasScope, secret: string): Caller {
  return { as: "sas", sas: writeQuery(signSas(query, scope, secret)).slice(1) };
}

/** Signatures name times to the second. */
function second(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
