import type { Input, Operation } from "../../model/index.ts";
import { completed, completingPolicy, observingPolicy } from "../shared/sdk-azure.ts";
import { type RawAzure, rawAzureHeaders, sendAzure } from "../shared/sdk-azure-raw.ts";
import { promptRetries, signingKey } from "../shared/sdk-azure-storage.ts";
import { areDated } from "../shared/sdk-azure-values.ts";
import { unsentOptions, writtenAzureCall } from "../shared/sdk-azure-written.ts";
import { type ClientsOptions, defaultPatience, type SdkDriver } from "../shared/sdk-clients.ts";
import { loadSdk } from "../shared/sdk-load.ts";
import { RawSender } from "../shared/sdk-raw.ts";
import { azureTable } from "./interface.ts";
import { version } from "./parameters.ts";
import { calls, type TableHandles, type TableInput } from "./sdk-calls.ts";

type Sdk = typeof import("@azure/data-tables");

/** Clients of tables that are kept for their next call. */
const mostTables = 100;

/** What the SDK always asks for by itself is replaced by what is given. */
const completion = {
  left: new Set(["version", "dataServiceVersion", "contentLength", "multipartContentType"]),
  replaced: new Set(["requestId", "responsePreference"]),
};

const raw: RawAzure = { service: "azure-table", types: azureTable.types, version };

/** Drives the operations of Azure Table through `@azure/data-tables`. */
export const azureTableSdk: SdkDriver = {
  reached: ({ name }) => calls[name] !== undefined,
  rawHeaders: (operation) => rawAzureHeaders(raw, operation),
  async written(operation, input, cwd) {
    const call = callOf(operation, input);
    if (call === undefined) return undefined;
    const options = unsentOptions(cwd);
    const handles = openTables(await loadSdk<Sdk>("@azure/data-tables", cwd), options);
    return writtenAzureCall({ operation, input, completion, call }, handles);
  },
  async open(options) {
    const handles = openTables(await loadSdk<Sdk>("@azure/data-tables", options.cwd), options);
    const sender = new RawSender(options.patience ?? defaultPatience);
    return {
      start(operation, input) {
        const call = callOf(operation, input);
        return call && (() => completed(operation, input, completion, () => call(handles)));
      },
      raw: (operation, input) => sendAzure(raw, operation, input, options, sender),
      [Symbol.dispose]: () => sender[Symbol.dispose](),
    };
  },
};

/** The call that performs an operation with these values, if there is one. */
function callOf(
  { name }: Operation,
  input: Input,
): ((handles: TableHandles) => Promise<unknown>) | undefined {
  const call = calls[name];
  const values = input as unknown as TableInput;
  return call === undefined || isBeyond(name, values) ? undefined : (handles) => call(handles, values);
}

/** What the SDK's methods cannot say: a batch that is text already, and times that are none. */
function isBeyond(operation: string, { body, tableAcl }: TableInput): boolean {
  return (operation === "Table_Batch" && !Array.isArray(body)) || !areDated(tableAcl);
}

function openTables(
  sdk: Sdk,
  { endpoint, caller, patience = defaultPatience }: ClientsOptions,
): TableHandles {
  const signer = signingKey(caller);
  const sas = caller.as === "sas" ? new sdk.AzureSASCredential(caller.sas.replace(/^\?/, "")) : undefined;
  const credential = signer === undefined ? sas : new sdk.AzureNamedKeyCredential(signer.id, signer.key);
  const options = {
    ...promptRetries,
    allowInsecureConnection: endpoint.startsWith("http:"),
    additionalPolicies: [
      { policy: completingPolicy, position: "perCall" as const },
      { policy: observingPolicy(patience), position: "perRetry" as const },
    ],
  };
  const tables = new Map<string, InstanceType<Sdk["TableClient"]>>();
  const open = (name: string) =>
    credential === undefined
      ? new sdk.TableClient(endpoint, name, options)
      : new sdk.TableClient(
          endpoint,
          name,
          credential as InstanceType<Sdk["AzureNamedKeyCredential"]>,
          options,
        );
  return {
    service:
      credential === undefined
        ? new sdk.TableServiceClient(endpoint, options)
        : new sdk.TableServiceClient(
            endpoint,
            credential as InstanceType<Sdk["AzureNamedKeyCredential"]>,
            options,
          ),
    table(name) {
      const client = tables.get(name) ?? open(name);
      if (tables.size >= mostTables) tables.clear();
      tables.set(name, client);
      return client;
    },
  };
}
