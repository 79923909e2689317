import type { BlockBlobQueryOptions } from "@azure/storage-blob";
import { given } from "../../shared/sdk-azure-values.ts";
import type { BlobInput, QueryFormat } from "./input.ts";

type InputForm = NonNullable<BlockBlobQueryOptions["inputTextConfiguration"]>;
type OutputForm = NonNullable<BlockBlobQueryOptions["outputTextConfiguration"]>;

/** How a query's rows are laid out, as the SDK takes it. */
export function queryForms({ queryRequest }: BlobInput): BlockBlobQueryOptions {
  const { InputSerialization: input, OutputSerialization: output } = queryRequest;
  return {
    ...(input !== undefined && { inputTextConfiguration: form(input.Format) as InputForm }),
    ...(output !== undefined && { outputTextConfiguration: form(output.Format) as OutputForm }),
  };
}

function form(format: QueryFormat): InputForm | OutputForm {
  switch (format.Type) {
    case "delimited": {
      const text = format.DelimitedTextConfiguration ?? {};
      return {
        kind: "csv",
        recordSeparator: text.RecordSeparator ?? "",
        ...given({
          columnSeparator: text.ColumnSeparator,
          fieldQuote: text.FieldQuote,
          escapeCharacter: text.EscapeChar,
          hasHeaders: text.HeadersPresent,
        }),
      };
    }
    case "json":
      return { kind: "json", recordSeparator: format.JsonTextConfiguration?.RecordSeparator ?? "" };
    case "arrow":
      return {
        kind: "arrow",
        schema: (format.ArrowConfiguration?.Schema ?? []).map(({ Type, Name, Precision, Scale }) => ({
          type: Type,
          ...given({ name: Name, precision: Precision, scale: Scale }),
        })) as Extract<OutputForm, { kind: "arrow" }>["schema"],
      };
    default:
      return { kind: format.Type };
  }
}
