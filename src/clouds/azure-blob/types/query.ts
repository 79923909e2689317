import { array, bool, int, object, oneOf, ref, string, type Types, wire } from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";

const separator = string({ minLength: 1, maxLength: 2, charset: "\\t\\n\\r!-~", example: "\n" });
const character = string({ maxLength: 1, charset: "!-~" });

/** The SQL that is run over a blob, and the forms of what it reads and writes. */
export const queryTypes: Types = {
  QueryRequest: object({
    QueryType: oneOf("SQL"),
    Expression: xmlText({
      minLength: 1,
      maxLength: 262_144,
      example: "SELECT * FROM BlobStorage",
    }),
    "InputSerialization?": ref("QuerySerialization"),
    "OutputSerialization?": ref("QuerySerialization"),
  }),
  QuerySerialization: object({ Format: ref("QueryFormat") }),
  QueryFormat: object({
    Type: oneOf("delimited", "json", "arrow", "parquet"),
    "DelimitedTextConfiguration?": ref("DelimitedTextConfiguration"),
    "JsonTextConfiguration?": ref("JsonTextConfiguration"),
    "ArrowConfiguration?": ref("ArrowConfiguration"),
    "ParquetTextConfiguration?": object({}, { open: true }),
  }),
  DelimitedTextConfiguration: object({
    "ColumnSeparator?": string({ minLength: 1, maxLength: 1, charset: "\\t!-~", example: "," }),
    "FieldQuote?": character,
    "RecordSeparator?": separator,
    "EscapeChar?": character,
    "HeadersPresent?": wire("HasHeaders", bool()),
  }),
  JsonTextConfiguration: object({ "RecordSeparator?": separator }),
  ArrowConfiguration: object({ Schema: array(ref("ArrowField"), { min: 1, element: "Field" }) }),
  ArrowField: object({
    Type: oneOf("int64", "bool", "timestamp[ms]", "string", "double", "decimal"),
    "Name?": string(),
    "Precision?": int({ min: 1, max: 38 }),
    "Scale?": int({ min: 0, max: 38 }),
  }),
};
