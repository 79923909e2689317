import { azureReadings } from "../shared/azure-address.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import { decodePath } from "../shared/wire-request.ts";
import { azureTable } from "./interface.ts";

const match = operationMatcher(azureTable.operations, { ignoreCase: true, strict: ["comp", "restype"] });

/** Nothing, a table, one of the tables that hold metrics, or a batch, and whatever is behind it. */
const tablePath = /^(?:\$batch|\$Metrics\w+|[A-Za-z][A-Za-z0-9]{2,62})?(?:[(/].*)?$/s;

export const azureTableRecognizer: Recognizer = {
  readings: azureReadings,
  recognize(request, path) {
    for (const template of templatesOf(resourceOf(path), request.method)) {
      // A template fits itself, and has nothing in it that could mislead the matcher as keys can.
      const found = match(request, template);
      if (found?.http.path === template) return found;
    }
    return undefined;
  },
  allowsNames: (path) => tablePath.test(resourceOf(path)),
  whyNot: (request, path) =>
    resourceOf(path) === "$metadata"
      ? "$metadata asks for the schema; it is no operation of azure-table"
      : noOperation("azure-table", request, path),
};

function resourceOf(path: string): string {
  return decodePath(path).replace(/^\/+|\/+$/g, "");
}

const root = "/";
const tables = "/Tables";
const oneTable = "/Tables('{table}')";
const batch = "/$batch";
const table = "/{table}";
const entities = "/{table}()";
const entity = "/{table}(PartitionKey='{partitionKey}',RowKey='{rowKey}')";

/** What is addressed, and the keys behind it, which may hold anything, also brackets and slashes. */
const address = /^([^(]*)(?:\((.*)\))?$/s;

/** One key, or several by name and in any order: `'a'`, `RowKey='b', PartitionKey='a'`. */
const keyPredicate = /^(?:\w+\s*=\s*)?'.*'$/s;

/**
 * The path templates that a resource may stand for, the likelier first. Azure looks at the
 * first segment and at the keys only: `POST /photos/Tables` inserts into `photos`. The root comes last, since
 * service operations are told by their query, also where a client has left a table's name in the path.
 */
function templatesOf(resource: string, method: string): readonly string[] {
  const [, set = "", inBrackets = ""] = address.exec(resource) ?? [];
  const keys = inBrackets.trim();
  if (set === "") return [root];
  if (set === "$batch") return [batch];
  if (set === "$metadata") return [];
  if (keys !== "" && !keyPredicate.test(keys)) return [];
  if (set.toLowerCase() !== "tables") return keys === "" ? [entities, table, root] : [entity];
  if (keys === "") return [tables];
  // The grammar has no reading of one table; Azurite's own dispatcher takes it for a query of the set `Tables`.
  return method === "GET" ? [entities] : [oneTable];
}
