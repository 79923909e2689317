import { isAmazonHost } from "./amazon-hosts.ts";

/** Where Microsoft's other services are; their clients send `x-ms-` headers too. */
const atMicrosoft =
  /(?:^|\.)(?:(?:azure|windows|microsoftonline|microsoft|office|visualstudio|azurewebsites|azure-api|azure-devices)\.(?:com|net|us|cn)|(?:usgovcloudapi|chinacloudapi|microsoftazure|partner\.microsoftonline)\.(?:net|us|cn)|azconfig\.io|azurecr\.io)$/;

/** Where clouds tell a machine about itself and hand it tokens. */
const linkLocal = /^169\.254\.\d+\.\d+$/;

/** Why a host that is none of the services' own is certainly somebody else's. */
export function strangeHost(host: string): string | undefined {
  if (isAmazonHost(host) || atMicrosoft.test(host)) return `its host ${host} is of another service`;
  return linkLocal.test(host) ? `its host ${host} tells a machine about itself` : undefined;
}

/** Addresses, and names for a whole machine. */
const wholeMachine = /^(?:[\d.]+|\[.*|localhost\..+|.+\.docker\.internal)$/;

/** Whether a host is the server's alone, an address or a single name: it has no room for an account or a bucket. */
export function isBareServer(host: string): boolean {
  return !host.includes(".") || wholeMachine.test(host);
}

/** Names that no registrar gives out: of the own machine, a home, a cluster, a test. */
const privateDomain =
  /\.(?:localhost|local|localdomain|internal|lan|home|home\.arpa|corp|svc|test|example|invalid|localstack\.cloud)$/;

/** Whether a host has a name that anybody in the world can look up: no address, no name of a container's network. */
export function isPublicName(host: string): boolean {
  return /\.[a-z][a-z0-9-]+$/.test(host) && !privateDomain.test(host);
}
