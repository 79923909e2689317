import {
  any,
  array,
  bool,
  double,
  int,
  object,
  oneOf,
  ref,
  type StringType,
  string,
  type Types,
  union,
} from "../../model/index.ts";
import { azureTypes, dateTime, servicePropertyFields } from "../shared/azure-types.ts";
import { key, propertyName, tableName } from "./names.ts";

const url = string({ format: "url" });

const moment =
  "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])%3[Aa][0-5]\\d%3[Aa][0-5]\\d(\\.\\d{1,7})?Z";
const tag = `W/"datetime'${moment}'"`;

/** An entity's tag is the time of its last change. */
export const entityTag: StringType = string({
  pattern: tag,
  example: `W/"datetime'2024-01-31T10%3A00%3A00.0000000Z'"`,
});

export const entityTagOrAny: StringType = string({ pattern: `\\*|${tag}`, example: "*" });

/** 64 KiB of UTF-16. Times, GUIDs, bytes and 64-bit numbers are texts with an annotation on the wire. */
const value = union(string({ maxLength: 32_768 }), int(), double(), bool());

/** 252 properties besides the two keys; the service adds the 255th, `Timestamp`. */
const properties = {
  open: true,
  names: propertyName,
  rest: value,
  maxFields: 254,
  annotation: "@odata.type",
};

const metadata = { "odata.metadata?": url };
const links = { "odata.type?": string(), "odata.id?": url, "odata.editLink?": string() };
const table = { TableName: tableName, ...links };

export const types: Types = {
  ...azureTypes("raud"),
  AccessPolicy: object({
    Start: dateTime,
    Expiry: dateTime,
    Permission: string({ charset: "raud", maxLength: 4 }),
  }),
  TableServiceProperties: object(servicePropertyFields),
  TableProperties: object({ TableName: tableName }),
  TableResponseProperties: object(table),
  TableResponse: object({ ...metadata, ...table }),
  TableQueryResponse: object({
    ...metadata,
    value: array(ref("TableResponseProperties"), { max: 1000 }),
  }),
  Entity: object({ PartitionKey: key, RowKey: key }, properties),
  EntityProperties: object({ "PartitionKey?": key, "RowKey?": key }, properties),
  /** With `$select`, keys may be missing and properties that an entity lacks are null. */
  StoredEntity: object(
    {
      ...metadata,
      ...links,
      "odata.etag?": entityTag,
      "PartitionKey?": key,
      "RowKey?": key,
      "Timestamp?": dateTime,
    },
    { open: true, rest: any() },
  ),
  TableEntityQueryResponse: object({ ...metadata, value: array(ref("StoredEntity"), { max: 1000 }) }),
  TransactionAction: object({
    Action: oneOf("Insert", "InsertOrMerge", "InsertOrReplace", "Merge", "Update", "Delete"),
    Table: tableName,
    Entity: ref("Entity"),
    "ETag?": entityTagOrAny,
  }),
  /** A batch as SDKs take it: of one table and one partition, each row once. */
  Transaction: array(ref("TransactionAction"), { min: 1, max: 100 }),
};
