import { isIP } from "node:net";

/** Whether a host name, without its port, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}

/** The same of an address's origin, which may have a port. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopback(origin.replace(/^https?:\/\//i, "").replace(/:\d+$/, ""));
}
