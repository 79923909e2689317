import type { ServiceName } from "../../clouds/index.ts";
import type { Authority } from "../../wire/index.ts";
import type { Credentials } from "../emulators/definition.ts";
import { pastProxies } from "../proxies.ts";
import { credentialVariables, missingVariables, regionVariables } from "./amazon-variables.ts";

/** A service that answers somewhere, before it is told to others. */
export interface Reachable {
  readonly service: ServiceName;
  readonly endpoint: string;
  /** Absent for a target that runs already: its credentials are its owner's. */
  readonly credentials?: Credentials;
  /** Any other pair would do as well, in form like Amazon's. */
  readonly takesAnyKey?: true;
  /** The same endpoint over plain HTTP, where it speaks both. */
  readonly plainEndpoint?: string;
}

const azureKinds: Partial<Record<ServiceName, string>> = {
  "azure-blob": "Blob",
  "azure-queue": "Queue",
  "azure-table": "Table",
};

/** The variables that SDKs and tools look at, for one service among those that run, beside the user's own. */
export function environmentOf(
  reachable: Reachable,
  all: readonly Reachable[],
  authority: Authority | undefined,
  own: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const kind = azureKinds[reachable.service];
  const ofService =
    kind === undefined
      ? amazonEnvironment(reachable, all, own)
      : azureEnvironment(reachable, kind, all, authority);
  return { ...ofService, ...pastProxies(own) };
}

function azureEnvironment(
  { endpoint, plainEndpoint, credentials }: Reachable,
  kind: string,
  all: readonly Reachable[],
  authority: Authority | undefined,
): Record<string, string> {
  const ofEndpoint = { [`AZURE_STORAGE_${kind.toUpperCase()}_ENDPOINT`]: endpoint };
  if (credentials === undefined) return ofEndpoint;
  return {
    AZURE_STORAGE_CONNECTION_STRING: connectionString(credentials, all),
    AZURE_STORAGE_ACCOUNT: credentials.id,
    AZURE_STORAGE_KEY: credentials.secret,
    ...ofEndpoint,
    ...(authority !== undefined && plainEndpoint !== undefined && trustVariables(authority)),
  };
}

/** The variables by which programs trust the local authority: Node, OpenSSL, Python's requests, Amazon's SDKs. */
export function trustVariables(authority: Authority): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: authority.additionFile,
    SSL_CERT_FILE: authority.bundleFile,
    REQUESTS_CA_BUNDLE: authority.bundleFile,
    AWS_CA_BUNDLE: authority.bundleFile,
  };
}

/**
 * Plain HTTP where it can be had: a connection string carries a key, never a token, and then needs no trust. All
 * services of the account are in it, and of no other: for one that is missing, some SDKs make up an address.
 */
function connectionString({ id, secret }: Credentials, all: readonly Reachable[]): string {
  const endpoints = all
    .filter(({ service, credentials }) => azureKinds[service] !== undefined && credentials?.id === id)
    .map(
      ({ service, endpoint, plainEndpoint }) =>
        `${azureKinds[service]}Endpoint=${plainEndpoint ?? endpoint};`,
    );
  return `DefaultEndpointsProtocol=http;AccountName=${id};AccountKey=${secret};${endpoints.join("")}`;
}

/** AWS's variables hold one pair for all services: the user's own, where what runs already may need it. */
function amazonEnvironment(
  { service, endpoint, credentials, takesAnyKey }: Reachable,
  all: readonly Reachable[],
  own: NodeJS.ProcessEnv,
): Record<string, string> {
  const ofEndpoint = {
    [`AWS_ENDPOINT_URL_${service.toUpperCase()}`]: endpoint,
    ...(isOnlyEndpoint(endpoint, all) && { AWS_ENDPOINT_URL: endpoint }),
  };
  const somebodysElse = all.some((one) => isAmazons(one) && one.credentials === undefined);
  if (credentials === undefined || (takesAnyKey && somebodysElse))
    return { ...ofEndpoint, ...missingVariables(own) };
  return { ...ofEndpoint, ...credentialVariables(credentials), ...regionVariables };
}

/** Whether all of Amazon's services are there: only then may the variable that is meant for all of them say so. */
function isOnlyEndpoint(endpoint: string, all: readonly Reachable[]): boolean {
  return all.every((one) => !isAmazons(one) || one.endpoint === endpoint);
}

function isAmazons({ service }: Reachable): boolean {
  return azureKinds[service] === undefined;
}
