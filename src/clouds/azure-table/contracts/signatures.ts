import { type Call, type Contract, contract, fault } from "../../../model/index.ts";
import { sasCodes } from "../../shared/azure-refusal-contracts.ts";
import { at } from "../../shared/contract-conditions.ts";
import { pythonTest } from "./sources.ts";

const users = { table: "users" };
const refused = fault(
  403,
  "AuthorizationFailure",
  "This request is not authorized to perform this operation.",
);

function keyOf({ input }: Call, name: "PartitionKey" | "RowKey"): string {
  const inPath = input[name === "RowKey" ? "rowKey" : "partitionKey"];
  return String(inPath ?? at(input["tableEntityProperties"], name) ?? "");
}

/** Whether an entity is before the first or behind the last one that a signature reaches. */
function isOutOfRange(call: Call): boolean {
  const { query } = call;
  const partition = keyOf(call, "PartitionKey");
  const row = keyOf(call, "RowKey");
  const [first, last, firstRow, lastRow] = ["spk", "epk", "srk", "erk"].map((name) => query.get(name));
  const isBefore =
    first !== undefined && (partition < first || (partition === first && row < (firstRow ?? "")));
  const isBehind =
    last !== undefined &&
    (partition > last || (partition === last && lastRow !== undefined && row > lastRow));
  return isBefore || isBehind;
}

const entity = (PartitionKey: string) => ({
  ...users,
  tableEntityProperties: { PartitionKey, RowKey: "r" },
});

/** What is said of calls that a table's own shared access signature allows. */
export const signatureContracts: readonly Contract[] = [
  contract({
    id: "azure-table/signature-reaches-its-range",
    says: "a shared access signature of some partitions and rows reaches no others",
    on: ["Table_InsertEntity"],
    when: ({ call }) => call.caller === "sas" && call.query.has("tn") && isOutOfRange(call),
    answer: refused,
    evidence: pythonTest("test_sas_add_outside_range"),
    breaks: { caller: "sas", input: entity("a") },
    keeps: { caller: "sas", input: entity("m") },
  }),
  contract({
    id: "azure-table/signature-of-a-table-is-for-its-entities",
    says: "with a table's own shared access signature, its policies are not read or set, and it is not deleted",
    on: ["Table_Delete", "Table_GetAccessPolicy", "Table_SetAccessPolicy"],
    when: ({ call: { caller, query } }) => caller === "sas" && query.has("tn"),
    answer: refused,
    evidence: sasCodes("AuthorizationFailure"),
    breaks: { caller: "sas", input: users },
    keeps: { caller: "key", input: users },
  }),
];
