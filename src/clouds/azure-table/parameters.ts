import {
  header,
  int,
  oneOf,
  type Parameter,
  path,
  query,
  type StringType,
  string,
} from "../../model/index.ts";
import { requestId, timeout } from "../shared/azure-types.ts";
import { key, propertyNames, tableName } from "./names.ts";

export const version = "2019-02-02";

const versionHeader = header("x-ms-version", oneOf(version));
const dataServiceVersion = header("DataServiceVersion", oneOf("3.0"), "dataServiceVersion");
const format = query(
  "$format?",
  oneOf(
    "application/json;odata=nometadata",
    "application/json;odata=minimalmetadata",
    "application/json;odata=fullmetadata",
  ),
  "format",
);

/** What every request may carry, and what one that speaks OData carries besides. */
export const versioned: readonly Parameter[] = [versionHeader, requestId];
export const timed: readonly Parameter[] = [timeout, ...versioned];
export const odata: readonly Parameter[] = [...versioned, dataServiceVersion];
export const formatted: readonly Parameter[] = [...odata, format];
export const timedAndFormatted: readonly Parameter[] = [timeout, ...formatted];

export const table: Parameter = path("table", tableName);
export const keys: readonly Parameter[] = [path("partitionKey", key), path("rowKey", key)];

export const select: Parameter = query("$select?", propertyNames, "select");
/** At most 15 comparisons. */
export const filter: Parameter = query(
  "$filter?",
  string({ minLength: 1, maxLength: 32_768, example: "PartitionKey eq 'touchstone'" }),
  "filter",
);
/** A page has at most 1,000 items. */
export const top: Parameter = query("$top?", int({ min: 0, max: 1000 }), "top");

/** An opaque place in a list, which the answer before has named. */
export const continuation: StringType = string({ minLength: 1, example: "1!16!dG91Y2hzdG9uZQ--" });
export const nextTableName: Parameter = query("NextTableName?", continuation, "nextTableName");
export const nextKeys: readonly Parameter[] = [
  query("NextPartitionKey?", continuation, "nextPartitionKey"),
  query("NextRowKey?", continuation, "nextRowKey"),
];

/** Whether what was made comes back with the answer. */
export const preference: StringType = oneOf("return-no-content", "return-content");
export const prefer: Parameter = header("Prefer?", preference, "responsePreference");
