/** Whether requests may go to a host: it is one of the allowed ones, or below one of them. */
export function isAllowedHost(hostname: string, allowHosts: readonly string[]): boolean {
  const host = hostname.toLowerCase();
  return allowHosts.some((allowed) => {
    const lower = allowed.toLowerCase();
    return host === lower || host.endsWith(`.${lower}`);
  });
}
