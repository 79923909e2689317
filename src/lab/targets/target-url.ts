import { isIPv6 } from "node:net";
import { azureAccount, type ServiceName } from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * A host as URLs have it, in lower case and with brackets around an IPv6 address, which may be written without;
 * `undefined` for what is no host alone.
 */
export function canonicalHost(text: string): string | undefined {
  const host = isIPv6(text) ? `[${text}]` : text;
  const url = URL.parse(`http://${host}/`);
  const isAlone = url !== null && url.host === url.hostname && /^(?:\[[\d.:a-f]+\]|[\w.-]+)$/i.test(host);
  return isAlone ? url.hostname : undefined;
}

/** Reads the URL of a target: a scheme, a host and perhaps a path, and no secrets. */
export function parseTargetUrl(text: string): string {
  const shown = withoutSecrets(text);
  const url = URL.parse(text);
  if (url === null) throw new TouchstoneError("TS_TARGET", `${shown} is not a URL`);
  if (url.username !== "" || url.password !== "") {
    throw new TouchstoneError("TS_TARGET", `${shown} holds credentials`, {
      hint: "Leave them out of the URL: programs take them from variables of their own.",
    });
  }
  if (/[?#]/.test(text)) {
    throw new TouchstoneError("TS_TARGET", `${shown} is more than an address`, {
      hint: "Leave out what stands behind the path.",
    });
  }
  return text.replace(/\/$/, "");
}

/** A text to show: of a URL neither user and password nor a query, which may hold a signature. */
export function withoutSecrets(text: string): string {
  return text.includes("//") ? text.replace(/\/\/.*@/s, "//…@").replace(/[?#].*/s, "?…") : text;
}

/** The Azure account that a URL names, if any. */
export function accountIn(url: string): string | undefined {
  const { hostname, pathname } = new URL(url);
  return azureAccount(hostname) ?? (pathname.split("/")[1] || undefined);
}

/** Without an account, a container would be taken for one. */
export function requireAccount(service: ServiceName, url: string): void {
  if (!service.startsWith("azure-") || accountIn(url) !== undefined) return;
  throw new TouchstoneError("TS_TARGET", `${url} names no account of ${service}`, {
    hint: `The account is the first part of the path; Azurite's own is ${url}/devstoreaccount1`,
  });
}
