import { type ServiceName, serviceNames } from "../../clouds/index.ts";
import type { Upstreams } from "./upstreams.ts";

/** The domains of Azure's storage: the world's, those of states, and those of zones. */
const azureDomains = [
  "core.windows.net",
  "core.usgovcloudapi.net",
  "core.chinacloudapi.cn",
  "core.cloudapi.de",
  "core.microsoft.scloud",
  "core.eaglex.ic.gov",
  "storage.azure.net",
];

/** The domains of Amazon's partitions, and those of them that have both IP versions. */
const amazonDomains = [
  "amazonaws.com",
  "amazonaws.com.cn",
  "amazonaws.eu",
  "c2s.ic.gov",
  "sc2s.sgov.gov",
  "api.aws",
  "api.amazonwebservices.com.cn",
  "api.amazonwebservices.eu",
];

function below(domains: readonly string[], ...patterns: readonly string[]): readonly string[] {
  return domains.flatMap((domain) => patterns.map((pattern) => `${pattern}.${domain}`));
}

/** The clouds' own hosts of each service, as programs write them where they take no endpoint. */
const cloudHosts: Readonly<Record<ServiceName, readonly string[]>> = {
  "azure-blob": below(azureDomains, "*.blob"),
  "azure-queue": below(azureDomains, "*.queue"),
  "azure-table": [...below(azureDomains, "*.table"), "*.table.cosmos.azure.com"],
  s3: below(amazonDomains, "s3", "*.s3", "s3.*", "*.s3.*", "s3-*", "*.s3-*"),
  dynamodb: below(amazonDomains, "dynamodb", "dynamodb.*", "dynamodb-*", "*.ddb.*", "vpce-*.dynamodb.*"),
};

const anyCloudHost = new RegExp(
  `^(?:${Object.values(cloudHosts)
    .flat()
    .map((pattern) => pattern.split("*").map(RegExp.escape).join(".*"))
    .join("|")})$`,
);

/** Whether a host, without its port, is one of those. */
export function isCloudHost(host: string): boolean {
  return anyCloudHost.test(host);
}

/**
 * The clouds' own hosts of the services that are not recorded: a request for one of them would leave this machine, and
 * nobody would know. The preload refuses it, unless the host is allowed.
 */
export function unrecordedHosts(recorded: readonly ServiceName[]): Record<string, ServiceName> {
  const others = serviceNames.filter((service) => !recorded.includes(service));
  return Object.fromEntries(others.flatMap((service) => cloudHosts[service].map((host) => [host, service])));
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
