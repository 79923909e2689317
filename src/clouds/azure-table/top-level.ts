import type { RawHeader } from "../../wire/index.ts";
import { recognizedPath } from "../shared/recognized-path.ts";
import { changesBy, type TopLevel, whyLeft } from "../shared/top-level.ts";
import { azureTableRecognizer } from "./identify.ts";

const changes: TopLevel["changes"] = { Table_Create: "made", Table_Delete: "removed" };

/** Tables: made by a name in the body, removed by one in the path. */
export const azureTableTopLevel: TopLevel = {
  kind: "azureTable",
  resource: "table",
  // What is logged and counted, and what browsers may ask.
  settings: "unfelt",
  changes,
  changeIn: changesBy(changes, (exchange) => {
    const [top = ""] = recognizedPath(azureTableRecognizer, exchange);
    const inPath = /^Tables\('([^']+)'\)$/i.exec(top)?.[1];
    return inPath ?? /"TableName"\s*:\s*"([^"\\]+)"/.exec(exchange.request.body?.text ?? "")?.[1];
  }),
  look: (name) => ({ method: "GET", target: `/${encodeURIComponent(name)}()?$top=1`, headers: asJson }),
  remove: async (send, name) =>
    whyLeft(
      await send({
        method: "DELETE",
        target: `/Tables('${encodeURIComponent(name.replaceAll("'", "''"))}')`,
        headers: asJson,
      }),
    ),
};

const asJson: readonly RawHeader[] = [["Accept", "application/json;odata=nometadata"]];
