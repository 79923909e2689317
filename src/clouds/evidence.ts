import { isDynamodbHost } from "./dynamodb/index.ts";
import { isS3Host } from "./s3/index.ts";
import type { ServiceName } from "./services.ts";
import { azureHost } from "./shared/azure-address.ts";
import { remembered } from "./shared/remembered.ts";
import type { WireRequest } from "./shared/wire-request.ts";

/** What a request proves about the service it is for. */
export interface Evidence {
  /** The services that it can still be for. */
  readonly services: readonly ServiceName[];
  /** Why it is for none of them: it is signed for, or sent to, another one. */
  readonly foreign?: string;
}

const azureServices = ["azure-blob", "azure-queue", "azure-table"] as const;
const everything = [...azureServices, "s3", "dynamodb"] as const;
const byKind = { blob: "azure-blob", queue: "azure-queue", table: "azure-table" } as const;

/** Services by the name in a signature's scope. */
const byScope: Readonly<Record<string, ServiceName>> = {
  s3: "s3",
  s3express: "s3",
  "s3-object-lambda": "s3",
  "s3-outposts": "s3",
  dynamodb: "dynamodb",
};

/** Everything that proves something, the strongest first. */
export function evidenceOf(wire: WireRequest): Evidence {
  return (
    fromTarget(wire) ??
    fromHost(wire.host) ??
    fromSignature(wire) ??
    fromAzureMarks(wire) ??
    fromAmazonMarks(wire) ?? { services: everything }
  );
}

function fromTarget({ headers }: WireRequest): Evidence | undefined {
  const target = headers["x-amz-target"];
  if (target === undefined) return undefined;
  return target.startsWith("DynamoDB")
    ? { services: ["dynamodb"] }
    : { services: [], foreign: `its X-Amz-Target ${target} is of another service` };
}

const elsewhereAtAmazon = /\.amazonaws\.com(?:\.cn)?$/;

/** What a host proves; `null` if it could be anybody's. */
const fromHost = remembered((host: string): Evidence | null => {
  const kind = azureHost(host)?.kind;
  if (kind !== undefined) return { services: [byKind[kind]] };
  if (isDynamodbHost(host)) return { services: ["dynamodb"] };
  if (isS3Host(host)) return { services: ["s3"] };
  return elsewhereAtAmazon.test(host)
    ? { services: [], foreign: `its host ${host} is of another service` }
    : null;
});

/** The service in a Signature Version 4 scope, in the header or the query; Version 2 was S3's alone by header. */
function fromSignature({ headers, query }: WireRequest): Evidence | undefined {
  const authorization = headers["authorization"] ?? "";
  const credential = /Credential=([^,\s]+)/.exec(authorization)?.[1] ?? query.get("X-Amz-Credential");
  const scope = credential?.split("/").at(-2);
  if (scope !== undefined) {
    const service = byScope[scope];
    return service === undefined
      ? { services: [], foreign: `it is signed for ${scope}, which is none of the services` }
      : { services: [service] };
  }
  const version2 =
    authorization.startsWith("AWS ") || (query.has("AWSAccessKeyId") && query.has("Signature"));
  return version2 ? { services: ["s3"] } : undefined;
}

/** Azure's headers, signatures and shared access signatures; the last may say which service they are for. */
function fromAzureMarks({ headers, query }: WireRequest): Evidence | undefined {
  if (query.has("sig") && (query.has("sv") || query.has("se"))) return { services: sasServices(query) };
  const marked = Object.keys(headers).some((name) => name.startsWith("x-ms-"));
  const signed = /^SharedKey/i.test(headers["authorization"] ?? "");
  return marked || signed || query.has("restype") ? { services: azureServices } : undefined;
}

const byLetter: Readonly<Record<string, ServiceName>> = {
  b: "azure-blob",
  q: "azure-queue",
  t: "azure-table",
};

function sasServices(query: ReadonlyMap<string, string>): readonly ServiceName[] {
  if (query.has("tn")) return ["azure-table"];
  if (query.has("sr")) return ["azure-blob"];
  const signed = query.get("ss");
  if (signed === undefined) return ["azure-queue", "azure-blob", "azure-table"];
  const services = [...signed].flatMap((letter) => byLetter[letter] ?? []);
  return services.length === 0 ? azureServices : services;
}

function fromAmazonMarks({ headers, query }: WireRequest): Evidence | undefined {
  const marked =
    Object.keys(headers).some((name) => name.startsWith("x-amz-") || name.startsWith("amz-sdk-")) ||
    query.has("x-id") ||
    query.has("X-Amz-Algorithm");
  return marked ? { services: ["s3", "dynamodb"] } : undefined;
}
