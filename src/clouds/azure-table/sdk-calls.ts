import type {
  TransactionAction as SdkAction,
  SignedIdentifier as SdkIdentifier,
  ServiceProperties,
  TableClient,
  TableEntity,
  TableServiceClient,
} from "@azure/data-tables";
import {
  dateOf,
  type FieldNames,
  firstPage,
  given,
  type SignedIdentifier,
  sdkDocument,
} from "../shared/sdk-azure-values.ts";

/** An entity as the interface has it. */
type WrittenEntity = Readonly<Record<string, unknown>>;

/** The values of table operations by their parameters' names, as they are meant to be. */
export interface TableInput {
  readonly table: string;
  readonly tableProperties: { readonly TableName: string };
  readonly tableAcl?: readonly SignedIdentifier[];
  readonly tableServiceProperties: Readonly<Record<string, unknown>>;
  readonly top?: number;
  readonly select?: string;
  readonly filter?: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly ifMatch?: string;
  readonly tableEntityProperties: WrittenEntity;
  readonly body: string | readonly Action[];
}

/** One change in a batch. */
interface Action {
  readonly Action: "Insert" | "InsertOrMerge" | "InsertOrReplace" | "Merge" | "Update" | "Delete";
  readonly Table: string;
  readonly Entity: WrittenEntity;
  readonly ETag?: string;
}

/** The clients that calls are made on. */
export interface TableHandles {
  readonly service: TableServiceClient;
  readonly table: (name: string) => TableClient;
}

type TableCall = (on: TableHandles, input: TableInput) => Promise<unknown>;

function onTable(call: (client: TableClient, input: TableInput) => Promise<unknown>): TableCall {
  return ({ table }, input) => call(table(input.table), input);
}

const propertyNames: FieldNames = { Delete: "delete" };

const serviceCalls: Readonly<Record<string, TableCall>> = {
  Service_GetProperties: ({ service }) => service.getProperties(),
  Service_SetProperties: ({ service }, input) =>
    service.setProperties(sdkDocument(input.tableServiceProperties, propertyNames) as ServiceProperties),
  Service_GetStatistics: ({ service }) => service.getStatistics(),
  Table_Query: ({ service }, { top, filter }) =>
    firstPage(service.listTables({ queryOptions: given({ filter }) }).byPage(given({ maxPageSize: top }))),
  Table_Create: ({ service }, { tableProperties }) => service.createTable(tableProperties.TableName),
  Table_Delete: ({ service }, { table }) => service.deleteTable(table),
};

const tableCalls: Readonly<Record<string, TableCall>> = {
  Table_GetAccessPolicy: onTable((client) => client.getAccessPolicy()),
  Table_SetAccessPolicy: onTable((client, { tableAcl }) => client.setAccessPolicy(policies(tableAcl))),
  Table_QueryEntities: onTable((client, { top, filter, select }) =>
    firstPage(
      client
        .listEntities({ queryOptions: given({ filter, select: select?.split(",") }) })
        .byPage(given({ maxPageSize: top })),
    ),
  ),
  Table_Batch: ({ table }, { body }) => {
    const actions = body as readonly Action[];
    return table(actions[0]?.Table ?? "").submitTransaction(actions.map(action));
  },
};

const entityCalls: Readonly<Record<string, TableCall>> = {
  Table_QueryEntitiesWithPartitionAndRowKey: onTable((client, { partitionKey, rowKey, select }) =>
    client.getEntity(partitionKey, rowKey, { queryOptions: given({ select: select?.split(",") }) }),
  ),
  Table_InsertEntity: onTable((client, { tableEntityProperties }) =>
    client.createEntity(entity(tableEntityProperties)),
  ),
  Table_UpdateEntity: onTable((client, input) => change(client, input, "Replace")),
  Table_MergeEntity: onTable((client, input) => change(client, input, "Merge")),
  Table_DeleteEntity: onTable((client, { partitionKey, rowKey, ifMatch }) =>
    client.deleteEntity(partitionKey, rowKey, given({ etag: ifMatch })),
  ),
};

/** Operation to the SDK's call that performs it. */
export const calls: Readonly<Record<string, TableCall>> = { ...serviceCalls, ...tableCalls, ...entityCalls };

function policies(identifiers: readonly SignedIdentifier[] = []): SdkIdentifier[] {
  return identifiers.map(({ Id, AccessPolicy }) => ({
    id: Id,
    accessPolicy: given({
      start: dateOf(AccessPolicy.Start),
      expiry: dateOf(AccessPolicy.Expiry),
      permission: AccessPolicy.Permission,
    }),
  }));
}

/** An entity as the SDK takes it, which has names of its own for the two keys. */
function entity({ PartitionKey, RowKey, ...properties }: WrittenEntity): TableEntity {
  return { ...properties, partitionKey: PartitionKey as string, rowKey: RowKey as string };
}

/** Only a change that depends on an entity's tag is an update to the SDK. */
function change(client: TableClient, input: TableInput, mode: "Merge" | "Replace"): Promise<unknown> {
  const { partitionKey, rowKey, ifMatch, tableEntityProperties } = input;
  const changed = entity({ ...tableEntityProperties, PartitionKey: partitionKey, RowKey: rowKey });
  return ifMatch === undefined
    ? client.upsertEntity(changed, mode)
    : client.updateEntity(changed, mode, { etag: ifMatch });
}

function action({ Action, Entity, ETag }: Action): SdkAction {
  const changed = entity(Entity);
  const depending = given({ etag: ETag });
  switch (Action) {
    case "Insert":
      return ["create", changed];
    case "InsertOrMerge":
      return ["upsert", changed, "Merge"];
    case "InsertOrReplace":
      return ["upsert", changed, "Replace"];
    case "Merge":
      return ["update", changed, "Merge", depending];
    case "Update":
      return ["update", changed, "Replace", depending];
    default:
      return ["delete", { partitionKey: changed.partitionKey, rowKey: changed.rowKey }];
  }
}
