import type { Addressing } from "./recognizer.ts";
import { remembered } from "./remembered.ts";
import { isBareServer } from "./strange-hosts.ts";
import type { WireRequest } from "./wire-request.ts";

/** What an account's host serves. */
export type AzureKind = "blob" | "queue" | "table" | "dfs" | "file" | "web";

/**
 * `acme.blob.core.windows.net`, its sovereign and zonal forms, those of private links, of the second region
 * (`acme-secondary`) and of ways to it (`acme-microsoftrouting`), Azurite's `acme.blob.localhost`. Names too short or
 * too long for an account are no reason to doubt what the rest says.
 */
const hostStyle =
  /^[a-z0-9-]+(?:\.z\d+)?(?:\.privatelink)?\.(blob|queue|table|dfs|file|web)\.(?:core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn|cloudapi\.de|microsoft\.scloud|eaglex\.ic\.gov)|storage\.azure\.net|cosmos\.azure\.com|[a-z0-9.-]*local(?:host|domain)?)$/;

/** What an account's host serves; `null` if it is not one of Azure's. */
export const azureHost = remembered(
  (host: string): AzureKind | null => (hostStyle.exec(host)?.[1] as AzureKind | undefined) ?? null,
);

/**
 * The paths from the account's root that a request may mean: two where nothing tells whether its host is the
 * account's or its path begins with the account.
 */
export function azureReadings(request: WireRequest, addressing?: Addressing): readonly string[] {
  const whole = request.path.replace(/^\/{2,}/, "/");
  if (azureHost(request.host) !== null || addressing === "host") return [whole];
  const end = whole.indexOf("/", 1);
  const first = end < 0 ? whole.slice(1) : whole.slice(1, end);
  const behindAccount = end < 0 ? "/" : whole.slice(end).replace(/^\/{2,}/, "/");
  if (addressing === "path" || isBareServer(request.host) || first.startsWith(emulatorsAccount)) {
    return [behindAccount];
  }
  const signedFor = signingAccount(request);
  if (signedFor !== undefined) {
    return [signedFor === first.replace(/-secondary$/, "") ? behindAccount : whole];
  }
  return accountName.test(first) ? [behindAccount, whole] : [whole];
}

/** The account that an Azure host, without its port, begins with; `undefined` if it is none of Azure's. */
export function azureAccount(host: string): string | undefined {
  return azureHost(host) === null ? undefined : host.slice(0, host.indexOf("."));
}

const accountName = /^[a-z0-9]{3,24}(?:-secondary)?$/;

/** The account that every emulator of Azure's storage has, and how its others usually begin. */
const emulatorsAccount = "devstoreaccount";

/** Whether a request names the emulators' account, in its host or in its path. */
export function isForEmulatorsAccount({ host, path }: WireRequest): boolean {
  return host.startsWith(emulatorsAccount) || path.replace(/^\/+/, "").startsWith(emulatorsAccount);
}

/** The account in `Authorization: SharedKey acme:…`. */
function signingAccount({ headers }: WireRequest): string | undefined {
  return /^SharedKey(?:Lite)? ([^:]+):/i.exec(headers["authorization"] ?? "")?.[1];
}
