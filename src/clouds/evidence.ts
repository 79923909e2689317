import { isDynamodbHost } from "./dynamodb/index.ts";
import { isS3Host } from "./s3/index.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { signatureScope } from "./shared/amazon-signature.ts";
import { type AzureKind, azureHost } from "./shared/azure-address.ts";
import { remembered } from "./shared/remembered.ts";
import { strangeHost } from "./shared/strange-hosts.ts";
import type { WireRequest } from "./shared/wire-request.ts";

/** What a request proves about the service it is for. */
export interface Evidence {
  /** The services that it can still be for. */
  readonly services: readonly ServiceName[];
  /** Nothing in the request proves that it is for any of them. */
  readonly unproven?: true;
  /** Why it is for none of them: it is signed for, or sent to, another one. */
  readonly foreign?: string;
}

const azureServices = ["azure-blob", "azure-queue", "azure-table"] as const;
const unproven: Evidence = { services: serviceNames, unproven: true };

/** Everything that proves something, the strongest first. */
export function evidenceOf(wire: WireRequest): Evidence {
  const evidence =
    fromTarget(wire) ??
    fromHost(wire.host) ??
    fromSignature(wire) ??
    fromAzureMarks(wire) ??
    fromAmazonMarks(wire) ??
    unproven;
  return evidence.services.includes("azure-blob") && isDataLake(wire.query)
    ? foreign("it speaks Data Lake Storage's protocol, which is not Blob's")
    : evidence;
}

function foreign(reason: string): Evidence {
  return { services: [], foreign: reason };
}

function fromTarget({ headers }: WireRequest): Evidence | undefined {
  const target = headers["x-amz-target"]?.trim();
  if (target === undefined) return undefined;
  return target.startsWith("DynamoDB")
    ? { services: ["dynamodb"] }
    : foreign(`its X-Amz-Target ${target} is of another service`);
}

const byKind: Readonly<Record<AzureKind, Evidence>> = {
  blob: { services: ["azure-blob"] },
  queue: { services: ["azure-queue"] },
  table: { services: ["azure-table"] },
  dfs: foreign("its host serves Data Lake Storage, which has a protocol of its own"),
  file: foreign("its host serves Azure Files, which has a protocol of its own"),
  web: foreign("its host serves a static website, which is no part of the Blob API"),
};

/** What a host proves; `null` if it could be anybody's. */
const fromHost = remembered((host: string): Evidence | null => {
  const kind = azureHost(host);
  if (kind !== null) return byKind[kind];
  if (isDynamodbHost(host)) return { services: ["dynamodb"] };
  if (isS3Host(host)) return { services: ["s3"] };
  const reason = strangeHost(host);
  return reason === undefined ? null : foreign(reason);
});

/** Services by the name in a signature's scope. */
const byScope: ReadonlyMap<string, ServiceName> = new Map([
  ["s3", "s3"],
  ["s3express", "s3"],
  ["s3-object-lambda", "s3"],
  ["s3-outposts", "s3"],
  ["dynamodb", "dynamodb"],
]);

/** A Signature Version 4 names its service; Version 2 was S3's alone. */
function fromSignature(wire: WireRequest): Evidence | undefined {
  const scope = signatureScope(wire);
  if (scope !== undefined) {
    const service = byScope.get(scope);
    return service === undefined
      ? foreign(`it is signed for ${scope}, which is none of the services`)
      : { services: [service] };
  }
  const { headers, query } = wire;
  const version2 =
    headers["authorization"]?.startsWith("AWS ") || (query.has("AWSAccessKeyId") && query.has("Signature"));
  return version2 ? { services: ["s3"] } : undefined;
}

/** Azure's headers, signatures and shared access signatures; the last may say which service they are for. */
function fromAzureMarks({ headers, query }: WireRequest): Evidence | undefined {
  if (query.has("sig") && (query.has("sv") || query.has("se"))) return { services: sasServices(query) };
  const signed = /^SharedKey/i.test(headers["authorization"] ?? "");
  return signed || Object.keys(headers).some(isStorageHeader) || isStorageQuery(query)
    ? { services: azureServices }
    : undefined;
}

/** Headers that clients of all of Microsoft's services send, also to the one that hands out tokens. */
const sentToAll: ReadonlySet<string> = new Set([
  "x-ms-client-request-id",
  "x-ms-return-client-request-id",
  "x-ms-useragent",
  "x-ms-lib-capability",
]);

function isStorageHeader(name: string): boolean {
  return name.startsWith("x-ms-") && !sentToAll.has(name);
}

function isDataLake(query: ReadonlyMap<string, string>): boolean {
  return /^(?:filesystem|account)$/i.test(query.get("resource") ?? "");
}

function isStorageQuery(query: ReadonlyMap<string, string>): boolean {
  const kind = query.get("restype");
  return kind !== undefined && /^(?:service|account|container)$/i.test(kind);
}

const byLetter: ReadonlyMap<string, ServiceName> = new Map([
  ["b", "azure-blob"],
  ["q", "azure-queue"],
  ["t", "azure-table"],
]);

function sasServices(query: ReadonlyMap<string, string>): readonly ServiceName[] {
  if (query.has("tn")) return ["azure-table"];
  if (query.has("sr")) return ["azure-blob"];
  const letters = new Set(query.get("ss"));
  const services = [...letters].flatMap((letter) => byLetter.get(letter) ?? []);
  // An account's names its services, a blob's its resource, a table's the table: what says nothing is a queue's.
  return services.length === 0 ? ["azure-queue"] : services;
}

function fromAmazonMarks({ headers, query }: WireRequest): Evidence | undefined {
  const marked =
    Object.keys(headers).some((name) => name.startsWith("x-amz-") || name.startsWith("amz-sdk-")) ||
    query.has("x-id") ||
    query.has("X-Amz-Algorithm");
  return marked ? { services: ["s3", "dynamodb"] } : undefined;
}
