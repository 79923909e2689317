import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import {
  QueueServiceClient,
  StorageSharedKeyCredential as QueueSharedKeyCredential,
} from "@azure/storage-queue";

/** The services that the album keeps its things in. */
export interface Services {
  readonly blobs: BlobServiceClient;
  readonly queues: QueueServiceClient;
  readonly table: (name: string) => TableClient;
  readonly s3: S3Client;
  readonly dynamodb: DynamoDBClient;
}

/** Finds the services by the usual variables; with `PHOTO_ALBUM_HTTPS` every endpoint is asked over HTTPS. */
export function connect(env: NodeJS.ProcessEnv = process.env): Services {
  const overHttps = Boolean(env["PHOTO_ALBUM_HTTPS"]);
  return {
    ...(overHttps ? azureByEndpoints(env) : azureByConnectionString(env)),
    s3: new S3Client(amazonOptions(env["AWS_ENDPOINT_URL_S3"], overHttps, { forcePathStyle: true })),
    dynamodb: new DynamoDBClient(amazonOptions(env["AWS_ENDPOINT_URL_DYNAMODB"], overHttps, {})),
  };
}

type AzureServices = Pick<Services, "blobs" | "queues" | "table">;

function azureByConnectionString(env: NodeJS.ProcessEnv): AzureServices {
  const connection = required(env, "AZURE_STORAGE_CONNECTION_STRING");
  return {
    blobs: BlobServiceClient.fromConnectionString(connection),
    queues: QueueServiceClient.fromConnectionString(connection),
    table: (name) => TableClient.fromConnectionString(connection, name, { allowInsecureConnection: true }),
  };
}

function azureByEndpoints(env: NodeJS.ProcessEnv): AzureServices {
  const account = required(env, "AZURE_STORAGE_ACCOUNT");
  const key = required(env, "AZURE_STORAGE_KEY");
  const tables = required(env, "AZURE_STORAGE_TABLE_ENDPOINT");
  return {
    blobs: new BlobServiceClient(
      required(env, "AZURE_STORAGE_BLOB_ENDPOINT"),
      new StorageSharedKeyCredential(account, key),
    ),
    queues: new QueueServiceClient(
      required(env, "AZURE_STORAGE_QUEUE_ENDPOINT"),
      new QueueSharedKeyCredential(account, key),
    ),
    table: (name) => new TableClient(tables, name, new AzureNamedKeyCredential(account, key)),
  };
}

/** Without an endpoint the SDK asks Amazon itself; with one, buckets stand in the path. */
function amazonOptions<Options extends object>(
  endpoint: string | undefined,
  overHttps: boolean,
  options: Options,
): Partial<Options> & { endpoint?: string } {
  if (endpoint === undefined) return {};
  return { ...options, endpoint: overHttps ? endpoint.replace(/^http:/, "https:") : endpoint };
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`the variable ${name} is not set`);
  return value;
}
