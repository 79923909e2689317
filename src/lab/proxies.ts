const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
const loopback = ["localhost", "127.0.0.1", "::1"];

/**
 * Where the variables name a proxy, those that lead requests to this machine past it, as they were and with its
 * names added: some programs read the one, some the other.
 */
export function pastProxies(env: NodeJS.ProcessEnv): Record<string, string> {
  const isSet = (name: string) => Boolean(env[name] ?? env[name.toLowerCase()]);
  if (!proxies.some(isSet)) return {};
  const listed = [env["NO_PROXY"], env["no_proxy"]].flatMap((hosts = "") => hosts.split(","));
  const hosts = [...listed.map((host) => host.trim()).filter(Boolean), ...loopback];
  const all = [...new Set(hosts)].join(",");
  return { NO_PROXY: all, no_proxy: all };
}
