import type { ServiceName } from "../../clouds/index.ts";
import type { Upstreams } from "./upstreams.ts";

/** The clouds' own hosts of each service, as programs write them where they take no endpoint. */
const cloudHosts: Readonly<Record<ServiceName, readonly string[]>> = {
  "azure-blob": ["*.blob.core.windows.net"],
  "azure-queue": ["*.queue.core.windows.net"],
  "azure-table": ["*.table.core.windows.net"],
  s3: ["s3.amazonaws.com", "*.s3.amazonaws.com", "s3.*.amazonaws.com", "*.s3.*.amazonaws.com"],
  dynamodb: ["dynamodb.*.amazonaws.com", "*.ddb.*.amazonaws.com"],
};

/** Whether a host, without its port, is a cloud's own. */
export function isCloudHost(host: string): boolean {
  return /\.(?:core\.windows\.net|amazonaws\.com)$/.test(host);
}

/** A service, and the address of its proxy. */
interface Proxied {
  readonly service: ServiceName;
  readonly plainEndpoint: string;
}

/**
 * Hosts whose requests are led to the proxies by the preload: the clouds' own, and the targets themselves, which a
 * program may know by other ways than the variables.
 */
export function redirectsOf(upstreams: Upstreams, proxied: readonly Proxied[]): Record<string, string> {
  const originOf = new Map(
    proxied.map(({ service, plainEndpoint }) => [service, new URL(plainEndpoint).origin]),
  );
  const redirects: Record<string, string> = {};
  for (const { upstream, reachable } of upstreams) {
    for (const { service } of reachable) {
      const origin = originOf.get(service) ?? "";
      for (const host of cloudHosts[service]) redirects[host] = origin;
      redirects[`${upstream.host}:${upstream.port}`] = origin;
    }
  }
  return redirects;
}
