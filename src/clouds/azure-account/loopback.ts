/** Whether a host is this machine: what is sent there does not leave it. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)$/i.test(host);
}

/** The same of an address's origin, which may have a port. */
export function isLoopbackOrigin(origin: string): boolean {
  return isLoopback(origin.replace(/^https?:\/\//i, "").replace(/:\d+$/, ""));
}
