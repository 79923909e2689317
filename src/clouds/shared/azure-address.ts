import type { WireRequest } from "./wire-request.ts";

/** Which Azure storage service a host name belongs to. */
export type AzureKind = "blob" | "queue" | "table";

/** Where an Azure request points. */
export interface AzureAddress {
  /** Known where the host says it. */
  readonly kind: AzureKind | undefined;
  readonly account: string;
  /** The path from the account's root. */
  readonly path: string;
}

const kinds: Readonly<Record<string, AzureKind>> = {
  blob: "blob",
  queue: "queue",
  table: "table",
  dfs: "blob",
  web: "blob",
};

/** `acme.blob.core.windows.net`, its sovereign, zonal and `-secondary` forms, Azurite's `acme.blob.localhost`. */
const hostStyle =
  /^([a-z0-9]{3,24}(?:-secondary)?)(?:\.z\d+)?\.(blob|queue|table|dfs|web)\.(?:core\.[a-z0-9.-]+|storage\.azure\.net|cosmos\.azure\.com|[a-z0-9.-]*local(?:host|domain)?)$/;

/** Reads host-style addresses by the host, all others path-style, with the account as first segment. */
export function azureAddress(request: WireRequest): AzureAddress {
  const whole = request.path.replace(/^\/{2,}/, "/");
  const match = hostStyle.exec(request.host);
  if (match !== null) return { kind: kinds[match[2] ?? ""], account: match[1] ?? "", path: whole };
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
