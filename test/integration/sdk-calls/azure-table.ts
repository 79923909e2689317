import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";

type SdkCall = (endpoint: string) => Promise<unknown>;

/** The account that every Azure emulator knows, and its published key. */
const credential = new AzureNamedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);
const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
const keys = { partitionKey: "o'clock, (noon)", rowKey: "a=b" };
const entity = { ...keys, color: "red", size: 3 };

function onService(call: (client: TableServiceClient) => Promise<unknown>): SdkCall {
  return (endpoint) => call(new TableServiceClient(endpoint, credential, options));
}

function onTable(call: (client: TableClient) => Promise<unknown>): SdkCall {
  return (endpoint) => call(new TableClient(endpoint, "photos", credential, options));
}

/** Operation to the call of `@azure/data-tables` whose first request performs it. */
export const azureTableCalls: Readonly<Record<string, SdkCall>> = {
  Service_GetProperties: onService((client) => client.getProperties()),
  Service_SetProperties: onService((client) =>
    client.setProperties({
      hourMetrics: { version: "1.0", enabled: false },
      cors: [
        {
          allowedOrigins: "*",
          allowedMethods: "GET",
          allowedHeaders: "",
          exposedHeaders: "",
          maxAgeInSeconds: 5,
        },
      ],
    }),
  ),
  Service_GetStatistics: onService((client) => client.getStatistics()),
  Table_Query: onService((client) => client.listTables().next()),
  Table_Create: onService((client) => client.createTable("photos")),
  Table_Delete: onService((client) => client.deleteTable("photos")),
  Table_GetAccessPolicy: onTable((client) => client.getAccessPolicy()),
  Table_SetAccessPolicy: onTable((client) =>
    client.setAccessPolicy([
      {
        id: "readers",
        accessPolicy: {
          start: new Date("2024-01-31T10:00:00Z"),
          expiry: new Date("2024-02-29T10:00:00Z"),
          permission: "r",
        },
      },
    ]),
  ),
  Table_QueryEntities: onTable((client) =>
    client.listEntities({ queryOptions: { filter: "color eq 'red'", select: ["color"] } }).next(),
  ),
  Table_QueryEntitiesWithPartitionAndRowKey: onTable((client) =>
    client.getEntity(keys.partitionKey, keys.rowKey),
  ),
  Table_InsertEntity: onTable((client) => client.createEntity(entity)),
  Table_UpdateEntity: onTable((client) => client.upsertEntity(entity, "Replace")),
  Table_MergeEntity: onTable((client) => client.updateEntity(entity, "Merge", { etag: "*" })),
  Table_DeleteEntity: onTable((client) => client.deleteEntity(keys.partitionKey, keys.rowKey)),
  Table_Batch: onTable((client) =>
    client.submitTransaction([
      ["create", entity],
      ["delete", { ...keys, rowKey: "c" }],
    ]),
  ),
};
