import type { ServiceName } from "../../clouds/index.ts";
import { isAzure } from "../sides/grants.ts";
import {
  type Access,
  type PolicyAccess,
  publicCredentials,
  type SasAccess,
  usualEndpoint,
} from "./callers.ts";
import { JsWriter } from "./js-values.ts";

/** How a script has a service's clients. */
interface ClientCode {
  readonly package: string;
  /** What is imported whatever happens. */
  readonly classes: readonly string[];
  readonly settings: string;
}

const clientCodes: Readonly<Record<ServiceName, ClientCode>> = {
  "azure-blob": {
    package: "@azure/storage-blob",
    classes: ["BlobServiceClient"],
    settings: "const options = { retryOptions: { retryDelayInMs: 0, maxRetryDelayInMs: 0 } };",
  },
  "azure-queue": {
    package: "@azure/storage-queue",
    classes: ["QueueServiceClient"],
    settings: "const options = { retryOptions: { retryDelayInMs: 0, maxRetryDelayInMs: 0 } };",
  },
  "azure-table": {
    package: "@azure/data-tables",
    classes: ["TableClient", "TableServiceClient"],
    settings: `const options = {
  retryOptions: { retryDelayInMs: 0, maxRetryDelayInMs: 0 },
  allowInsecureConnection: endpoint.startsWith("http:"),
};
const clients = (...credential) => ({
  service: new TableServiceClient(endpoint, ...credential, options),
  table: (name) => new TableClient(endpoint, name, ...credential, options),
});`,
  },
  s3: {
    package: "@aws-sdk/client-s3",
    classes: ["S3Client"],
    settings: `const settings = {
  region: "us-east-1",
  endpoint,
  forcePathStyle: true,
  disableHostPrefix: true,
  disableS3ExpressSessionAuth: true,
};`,
  },
  dynamodb: {
    package: "@aws-sdk/client-dynamodb",
    classes: ["DynamoDBClient"],
    settings: 'const settings = { region: "us-east-1", endpoint, accountIdEndpointMode: "disabled" };',
  },
};

/** The package that a script needs. */
export function sdkPackage(service: ServiceName): string {
  return clientCodes[service].package;
}

/** The name of the variable that holds what a caller calls with. */
export function callerName(access: Access, index: number): string {
  switch (access.by) {
    case "key":
      return "owner";
    case "wrong-key":
      return "stranger";
    case "nothing":
      return "nobody";
    case "sas":
    case "policy-sas":
      return `holder${index + 1}`;
  }
}

/** What a client is opened with, and what has to be imported for it. */
export interface OpenedClient {
  readonly code: string;
  readonly classes: readonly string[];
}

/** The code of a client; with `isAdding` one that puts into requests what the SDK has no options for. */
export function clientOf(service: ServiceName, access: Access, isAdding: boolean): OpenedClient {
  const { classes } = clientCodes[service];
  const [client = ""] = classes;
  if (!isAzure(service)) return { code: `new ${client}({ ...settings, ${amazonAccess(access)} })`, classes };
  if (service === "azure-table") {
    const credential = tableCredential(access);
    return {
      code: `clients(${credential === undefined ? "" : `new ${credential.code}`})`,
      classes: [...classes, ...(credential?.classes ?? [])],
    };
  }
  const credential = storageCredential(access);
  const url = isSas(access) ? `\`\${endpoint}?\${${sasExpression(access)}}\`` : "endpoint";
  const code = `new ${client}(${url}, new ${credential.code}, options)`;
  return {
    code: isAdding ? `withAdding(${code})` : code,
    classes: [...classes, ...credential.classes],
  };
}

export interface ClientSettings {
  /** Something goes into requests that the SDK has no options for. */
  readonly isAdding: boolean;
  /** Nothing is sent again. */
  readonly isOnce: boolean;
}

/** The lines before clients; a table's clients take policies as an option. */
export function settingsOf(service: ServiceName, { isAdding, isOnce }: ClientSettings): string {
  const { settings } = clientCodes[service];
  const sent = isOnce ? sentOnce(service, settings) : settings;
  return service === "azure-table" && isAdding
    ? sent.replace(
        "  allowInsecureConnection",
        '  additionalPolicies: [{ policy: addingPolicy, position: "perCall" }],\n  allowInsecureConnection',
      )
    : sent;
}

/** What dies of a call may be started again by somebody, and then answers what is sent again. */
function sentOnce(service: ServiceName, settings: string): string {
  const once = isAzure(service)
    ? settings.replace(
        /retryOptions: \{.*?\}/,
        service === "azure-table" ? "retryOptions: { maxRetries: 0 }" : "retryOptions: { maxTries: 1 }",
      )
    : settings.replace("endpoint,", "endpoint, maxAttempts: 1,");
  return `// Nothing is sent again: whatever is started after a crash knows nothing of what there was.\n${once}`;
}

function storageCredential(access: Access): OpenedClient {
  const keyed = keyCode(access);
  return keyed === undefined
    ? { code: "AnonymousCredential()", classes: ["AnonymousCredential"] }
    : { code: `StorageSharedKeyCredential(account, ${keyed})`, classes: ["StorageSharedKeyCredential"] };
}

function tableCredential(access: Access): OpenedClient | undefined {
  if (isSas(access)) {
    return { code: `AzureSASCredential(${sasExpression(access)})`, classes: ["AzureSASCredential"] };
  }
  const keyed = keyCode(access);
  if (keyed === undefined) return undefined;
  return { code: `AzureNamedKeyCredential(account, ${keyed})`, classes: ["AzureNamedKeyCredential"] };
}

function keyCode({ by }: Access): string | undefined {
  if (by === "key") return "key";
  return by === "wrong-key" ? 'Buffer.alloc(64, "another").toString("base64")' : undefined;
}

function isSas(access: Access): access is SasAccess | PolicyAccess {
  return access.by === "sas" || access.by === "policy-sas";
}

/** Names at the top are those of the run, and never what an answer gave. */
const names = new JsWriter(() => "undefined");

export function sasExpression(access: SasAccess | PolicyAccess): string {
  if (access.by === "policy-sas") return `policySas(${names.text(access.name)})`;
  const { permissions, resources, expires } = access;
  return `accountSas("${permissions}", "${resources}", "${expires}")`;
}

function amazonAccess({ by }: Access): string {
  if (by === "key") return "credentials: { accessKeyId: keyId, secretAccessKey: secret }";
  if (by === "wrong-key") return 'credentials: { accessKeyId: keyId, secretAccessKey: "another" }';
  return 'credentials: { accessKeyId: "-", secretAccessKey: "-" }, signer: { sign: async (request) => request }';
}

/** What a raw request is let in by. */
export function rawAccess(service: ServiceName, access: Access): string {
  if (access.by === "nothing") return "{}";
  if (isSas(access)) return `{ sas: ${sasExpression(access)} }`;
  if (isAzure(service)) return access.by === "key" ? "{ key }" : `{ key: ${keyCode(access)} }`;
  return access.by === "key" ? "{ secret }" : '{ secret: "another" }';
}

/** Where a script goes, and by which account: an emulator's, which is no secret, if nothing else is said. */
export function whereLines(service: ServiceName, usual = usualEndpoint(service)): readonly string[] {
  const { id, secret } = publicCredentials(service);
  const endpoint = `const endpoint = process.argv[2]?.replace(/\\/$/, "") ?? ${JSON.stringify(usual)};`;
  return isAzure(service)
    ? [
        endpoint,
        "// The account that the emulator has for everybody, unless another one is named.",
        `const account = process.env.ACCOUNT ?? "${id}";`,
        `const key = process.env.ACCOUNT_KEY ?? "${secret}";`,
      ]
    : [
        endpoint,
        "// What the emulator takes from everybody, unless another key is named.",
        `const keyId = process.env.AWS_ACCESS_KEY_ID ?? "${id}";`,
        `const secret = process.env.AWS_SECRET_ACCESS_KEY ?? "${secret}";`,
      ];
}
