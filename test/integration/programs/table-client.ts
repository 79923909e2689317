import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const {
  AZURE_STORAGE_CONNECTION_STRING: connectionString = "",
  AZURE_STORAGE_TABLE_ENDPOINT: endpoint = "",
  AZURE_STORAGE_ACCOUNT: account = "",
  AZURE_STORAGE_KEY: key = "",
} = process.env;

async function outcome(client: TableClient): Promise<string> {
  return client.createTable().then(
    () => "created",
    (error: Error) => error.message.replace(/http:\S+/, "URL"),
  );
}

console.log(
  JSON.stringify({
    connectionString: await outcome(
      TableClient.fromConnectionString(connectionString, "byString", { allowInsecureConnection: true }),
    ),
    connectionStringAlone: await outcome(TableClient.fromConnectionString(connectionString, "refused")),
    endpoint: await outcome(
      new TableClient(endpoint, "byEndpoint", new AzureNamedKeyCredential(account, key)),
    ),
  }),
);
