import { bool, bytes, long, object, oneOf, ref, type StringType, type Types } from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";

export const expression: StringType = xmlText({
  minLength: 1,
  maxLength: 262_144,
  countsBytes: true,
  example: "SELECT * FROM S3Object",
});
export const expressionType: StringType = oneOf("SQL");

const character = xmlText({ minLength: 1, maxLength: 1 });
/** Line ends may have two characters. */
const delimiter = xmlText({ minLength: 1, maxLength: 2, example: "\n" });
const delimiters = {
  "QuoteEscapeCharacter?": character,
  "RecordDelimiter?": delimiter,
  "FieldDelimiter?": character,
  "QuoteCharacter?": character,
};
const counted = object({
  "BytesScanned?": long({ min: 0 }),
  "BytesProcessed?": long({ min: 0 }),
  "BytesReturned?": long({ min: 0 }),
});

export const selectTypes: Types = {
  CSVInput: object({
    "FileHeaderInfo?": oneOf("USE", "IGNORE", "NONE"),
    "Comments?": character,
    ...delimiters,
    "AllowQuotedRecordDelimiter?": bool(),
  }),
  JSONInput: object({ "Type?": oneOf("DOCUMENT", "LINES") }),
  ParquetInput: object({}),
  InputSerialization: object(
    {
      "CSV?": ref("CSVInput"),
      "CompressionType?": oneOf("NONE", "GZIP", "BZIP2"),
      "JSON?": ref("JSONInput"),
      "Parquet?": ref("ParquetInput"),
    },
    { minFields: 1, maxFields: 2 },
  ),
  CSVOutput: object({ "QuoteFields?": oneOf("ALWAYS", "ASNEEDED"), ...delimiters }),
  JSONOutput: object({ "RecordDelimiter?": delimiter }),
  OutputSerialization: object(
    { "CSV?": ref("CSVOutput"), "JSON?": ref("JSONOutput") },
    { minFields: 1, maxFields: 1 },
  ),
  SelectParameters: object({
    InputSerialization: ref("InputSerialization"),
    ExpressionType: expressionType,
    Expression: expression,
    OutputSerialization: ref("OutputSerialization"),
  }),
  RequestProgress: object({ "Enabled?": bool() }),
  ScanRange: object({ "Start?": long({ min: 0 }), "End?": long({ min: 0 }) }),

  /** Frames of an event stream, of which each holds one of these. */
  SelectObjectContentEventStream: object({
    "Records?": object({ "Payload?": bytes() }),
    "Stats?": object({ "Details?": counted }),
    "Progress?": object({ "Details?": counted }),
    "Cont?": object({}),
    "End?": object({}),
  }),
};
