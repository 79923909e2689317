import { remembered } from "./remembered.ts";
import type { WireRequest } from "./wire-request.ts";

/** What an account's host serves. */
export type AzureKind = "blob" | "queue" | "table" | "dfs" | "file" | "web";

/** Where an Azure request points. */
export interface AzureAddress {
  /** Known where the host says it. */
  readonly kind: AzureKind | undefined;
  readonly account: string;
  /** The path from the account's root. */
  readonly path: string;
}

/**
 * `acme.blob.core.windows.net`, its sovereign and zonal forms, those of private links, of the second region
 * (`acme-secondary`) and of ways to it (`acme-microsoftrouting`), Azurite's `acme.blob.localhost`.
 */
const hostStyle =
  /^([a-z0-9]{3,24}(?:-[a-z0-9]+)*)(?:\.z\d+)?(?:\.privatelink)?\.(blob|queue|table|dfs|file|web)\.(?:core\.[a-z0-9.-]+|storage\.azure\.net|cosmos\.azure\.com|[a-z0-9.-]*local(?:host|domain)?)$/;

/** What a host says of an account; `null` if it is not one of Azure's. */
export const azureHost = remembered((host: string): Pick<AzureAddress, "kind" | "account"> | null => {
  const [, account = "", kind] = hostStyle.exec(host) ?? [];
  return kind === undefined ? null : { kind: kind as AzureKind, account };
});

const addresses = new WeakMap<WireRequest, AzureAddress>();

/** Reads host-style addresses by the host, all others path-style, with the account as first segment. */
export function azureAddress(request: WireRequest): AzureAddress {
  let address = addresses.get(request);
  if (address === undefined) {
    address = readAddress(request);
    addresses.set(request, address);
  }
  return address;
}

function readAddress(request: WireRequest): AzureAddress {
  const whole = request.path.replace(/^\/{2,}/, "/");
  const own = azureHost(request.host);
  if (own !== null) return { ...own, path: whole };
  const end = whole.indexOf("/", 1);
  const first = end < 0 ? whole.slice(1) : whole.slice(1, end);
  const signedFor = hasDomain(request.host) ? signingAccount(request) : undefined;
  return signedFor === undefined || signedFor === first.replace(/-secondary$/, "")
    ? { kind: undefined, account: first, path: end < 0 ? "/" : whole.slice(end) }
    : { kind: undefined, account: signedFor, path: whole };
}

/** The account in `Authorization: SharedKey acme:…`. */
function signingAccount({ headers }: WireRequest): string | undefined {
  return /^SharedKey(?:Lite)? ([^:]+):/i.exec(headers["authorization"] ?? "")?.[1];
}

function hasDomain(host: string): boolean {
  return host.includes(".") && !/^[\d.]+$/.test(host);
}
