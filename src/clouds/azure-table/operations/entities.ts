import { body, header, long, type Operation, operation, ref, string } from "../../../model/index.ts";
import { commonOutputHeaders, plain } from "../../shared/azure-types.ts";
import { batch, batchLimit, batchType } from "../batch.ts";
import { faults, ofEntity, ofFormat, ofKeys, ofTable, ofTunnel } from "../faults.ts";
import { inserted, morePages, tagged } from "../output-headers.ts";
import {
  filter,
  keys,
  nextKeys,
  odata,
  prefer,
  select,
  table,
  timedAndFormatted,
  top,
} from "../parameters.ts";
import { entityTagOrAny } from "../types.ts";

const oneEntity = "/{table}(PartitionKey='{partitionKey}',RowKey='{rowKey}')";
const onEntity = [table, ...keys, ...timedAndFormatted];
const ifMatch = header("If-Match?", entityTagOrAny);
const replacement = body("tableEntityProperties", ref("EntityProperties"));

const ofTheTable = { table: "table" };
const ofTheEntity = { table: "table", partition: "partitionKey", entity: "rowKey" };
const ofItsTag = { ...ofTheEntity, etag: "ifMatch" };

/** Without `If-Match` both make the entity where there is none: then the caller needs the right to add as well. */
const change = {
  input: [...onEntity, replacement, ifMatch],
  bodyFormat: "json",
  status: 204,
  outputHeaders: tagged,
  faults: faults(
    "UpdateConditionNotSatisfied",
    "PartitionKeyPropertyCannotBeUpdated",
    ...ofKeys,
    ...ofTable,
    ...ofEntity,
    ...ofFormat,
    ...ofTunnel,
  ),
  produces: { partition: "request partitionKey", entity: "request rowKey", etag: "header ETag" },
  consumes: ofItsTag,
  rights: ["o:u"],
  price: "write",
} as const;

export const entityOperations: readonly Operation[] = [
  operation("Table_QueryEntities", "GET /{table}()", {
    input: [table, top, select, filter, ...nextKeys, ...timedAndFormatted],
    outputHeaders: morePages,
    output: ref("TableEntityQueryResponse"),
    faults: faults("OperatorInvalid", "TableHasNoSuchProperty", ...ofTable, ...ofFormat),
    produces: {
      partition: "body value[].PartitionKey",
      entity: "body value[].RowKey",
      nextPartitionKey: "header x-ms-continuation-NextPartitionKey",
      nextRowKey: "header x-ms-continuation-NextRowKey",
    },
    consumes: { ...ofTheTable, nextPartitionKey: "nextPartitionKey", nextRowKey: "nextRowKey" },
    rights: ["o:r"],
    price: "list",
  }),
  operation("Table_QueryEntitiesWithPartitionAndRowKey", `GET ${oneEntity}`, {
    input: [...onEntity, select, filter],
    outputHeaders: { ...tagged, ...morePages },
    output: ref("StoredEntity"),
    faults: faults("OperatorInvalid", ...ofKeys, ...ofTable, ...ofFormat),
    produces: { etag: "header ETag" },
    consumes: ofTheEntity,
    rights: ["o:r"],
    price: "read",
  }),
  operation("Table_InsertEntity", "POST /{table}", {
    input: [table, body("tableEntityProperties", ref("Entity")), prefer, ...timedAndFormatted],
    bodyFormat: "json",
    status: 201,
    alsoStatus: [204],
    outputHeaders: inserted,
    output: ref("StoredEntity"),
    faults: faults("EntityAlreadyExists", "PartitionKeyNotSpecified", ...ofTable, ...ofEntity, ...ofFormat),
    produces: {
      partition: "request tableEntityProperties.PartitionKey",
      entity: "request tableEntityProperties.RowKey",
      etag: "header ETag",
    },
    consumes: ofTheTable,
    rights: ["o:a"],
    price: "write",
  }),
  operation("Table_UpdateEntity", `PUT ${oneEntity}`, change),
  operation("Table_MergeEntity", `PATCH ${oneEntity}`, { ...change, alsoMethods: ["MERGE"] }),
  operation("Table_DeleteEntity", `DELETE ${oneEntity}`, {
    ...plain,
    input: [...onEntity, header("If-Match", entityTagOrAny)],
    status: 204,
    faults: faults(
      "UpdateConditionNotSatisfied",
      "MissingRequiredHeader",
      ...ofKeys,
      ...ofTable,
      ...ofFormat,
      ...ofTunnel,
    ),
    consumes: ofItsTag,
    rights: ["o:d"],
    price: "delete",
  }),
  operation("Table_Batch", "POST /$batch", {
    input: [
      body("body", batch),
      header("Content-Type", batchType, "multipartContentType"),
      header("Content-Length", long({ min: 0, max: batchLimit })),
      ...odata,
    ],
    bodyFormat: "multipart",
    status: 202,
    outputHeaders: { ...commonOutputHeaders, "Content-Type": batchType },
    output: string(),
    faults: faults(
      "CommandsInBatchActOnDifferentPartitions",
      "InvalidDuplicateRow",
      "ContentLengthExceeded",
      "EntityAlreadyExists",
      "UpdateConditionNotSatisfied",
      ...ofKeys,
      ...ofTable,
      ...ofEntity,
      ...ofFormat,
    ),
    produces: {
      partition: "request body[].Entity.PartitionKey",
      entity: "request body[].Entity.RowKey",
    },
    consumes: {
      table: "body[].Table",
      partition: "body[].Entity.PartitionKey",
      entity: "body[].Entity.RowKey",
      etag: "body[].ETag",
    },
    rights: ["o:r", "o:a", "o:u", "o:d"],
    authorizedBy: "parts",
    price: "write",
  }),
];
