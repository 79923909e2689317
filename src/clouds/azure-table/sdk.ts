import { HttpClient } from "../../wire/index.ts";
import { completed, completingPolicy, letInByToken } from "../shared/sdk-azure.ts";
import { observingPolicy } from "../shared/sdk-azure-observing.ts";
import { rawAzure } from "../shared/sdk-azure-raw.ts";
import { dropIdle, promptRetries, signingKey } from "../shared/sdk-azure-storage.ts";
import { areDated } from "../shared/sdk-azure-values.ts";
import { tableHeaders, writtenAzureCall } from "../shared/sdk-azure-written.ts";
import { type ClientsOptions, defaultPatience, type SdkDriver } from "../shared/sdk-clients.ts";
import { loadSdk } from "../shared/sdk-load.ts";
import { azureTable } from "./interface.ts";
import { version } from "./parameters.ts";
import { calls, type TableHandles, type TableInput } from "./sdk-calls.ts";

type Sdk = typeof import("@azure/data-tables");

/** What the SDK always asks for by itself is replaced by what is given. */
const completion = {
  left: new Set(["version", "dataServiceVersion", "contentLength", "multipartContentType"]),
  replaced: new Set(["requestId", "responsePreference"]),
};

/** Drives the operations of Azure Table through `@azure/data-tables`. */
export const azureTableSdk: SdkDriver = {
  reached: ({ name }) => calls[name] !== undefined,
  rawHeaders: (operation) => tableHeaders(version, operation),
  async written(operation, input, cwd) {
    const call = calls[operation.name];
    const values = input as unknown as TableInput;
    return (
      call &&
      writtenAzureCall(operation, input, (client: TableHandles) => call(client, values), this.open, cwd)
    );
  },
  async open(options) {
    const sdk = await loadSdk<Sdk>("@azure/data-tables", options.cwd);
    const client = new HttpClient({ patience: options.patience ?? defaultPatience });
    const handles = openTables(sdk, options, client);
    return {
      ...rawAzure({ service: "azure-table", types: azureTable.types, version }, options, client),
      start(operation, input) {
        const call = calls[operation.name];
        const values = input as unknown as TableInput;
        if (call === undefined || isBeyond(operation.name, values)) return undefined;
        return () => completed(operation, input, completion, () => call(handles, values));
      },
    };
  },
};

/** What the SDK's methods cannot say: a batch that is text already, and times that are none. */
function isBeyond(operation: string, { body, tableAcl }: TableInput): boolean {
  return (operation === "Table_Batch" && !Array.isArray(body)) || !areDated(tableAcl);
}

function openTables(
  sdk: Sdk,
  { endpoint, caller, patience = defaultPatience }: ClientsOptions,
  client: HttpClient,
): TableHandles {
  const signer = signingKey(caller);
  const sas = caller.as === "sas" ? new sdk.AzureSASCredential(caller.sas.replace(/^\?/, "")) : undefined;
  const credential = signer === undefined ? sas : new sdk.AzureNamedKeyCredential(signer.id, signer.key);
  const options = {
    ...promptRetries(),
    allowInsecureConnection: endpoint.startsWith("http:"),
    additionalPolicies: [
      ...letInByToken(caller).map((policy) => ({ policy, position: "perRetry" as const })),
      { policy: completingPolicy, position: "perCall" as const },
      { policy: observingPolicy(client, patience), position: "perRetry" as const },
    ],
  };
  const key = credential as InstanceType<Sdk["AzureNamedKeyCredential"]>;
  const service =
    credential === undefined
      ? new sdk.TableServiceClient(endpoint, options)
      : new sdk.TableServiceClient(endpoint, key, options);
  const anyTable =
    credential === undefined
      ? new sdk.TableClient(endpoint, "any", options)
      : new sdk.TableClient(endpoint, "any", key, options);
  for (const { pipeline } of [service, anyTable]) dropIdle(pipeline);
  return { service, table: (name) => named(anyTable, name) };
}

/** The client of another table, which the SDK would make all anew: only the name is the table's own. */
function named<Client extends { readonly tableName: string }>(client: Client, tableName: string): Client {
  const other: Client = Object.create(Object.getPrototypeOf(client));
  return Object.assign(other, client, { tableName });
}
