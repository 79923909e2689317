import {
  type Call,
  type Contract,
  contract,
  documented,
  fault,
  inferred,
  lastSuccessOf,
} from "../../../model/index.ts";
import { refusalContracts } from "../../shared/azure-refusal-contracts.ts";
import { servicePropertyContracts } from "../../shared/azure-service-contracts.ts";
import { at, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { azureTable } from "../interface.ts";
import { entityContracts, writing } from "./entities.ts";
import { mergeContracts } from "./merges.ts";
import { signatureContracts } from "./signatures.ts";
import { pythonTest } from "./sources.ts";

/** Tables are called by their names whatever the case. */
function tableOf({ input }: Call): string | undefined {
  const name = textOf(input, "table") || String(at(input, "tableProperties.TableName") ?? "");
  return name === "" ? undefined : name.toLowerCase();
}

const entitiesOf = [
  ...writing,
  "Table_DeleteEntity",
  "Table_QueryEntities",
  "Table_QueryEntitiesWithPartitionAndRowKey",
];
const named = [...entitiesOf, "Table_GetAccessPolicy", "Table_SetAccessPolicy"];

/** Whether a name is as long as those of tables are. */
function isNameLong({ length }: string): boolean {
  return length >= 3 && length <= 63;
}

function policies(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    Id: `id${index}`,
    AccessPolicy: { Start: "2026-01-01T00:00:00Z", Expiry: "2026-01-02T00:00:00Z", Permission: "r" },
  }));
}

const users = { table: "users" };

const deleteTable = documented(
  "Delete Table, remarks",
  "https://learn.microsoft.com/rest/api/storageservices/delete-table",
);

export const azureTableContracts: readonly Contract[] = [
  ...refusalContracts(azureTable),
  ...signatureContracts,
  ...servicePropertyContracts("azure-table", "tableServiceProperties", "data-tables"),
  contract({
    id: "azure-table/table-deletion-takes-time",
    says: "a table that was just deleted cannot be made again at once",
    on: ["Table_Create"],
    track: { deleted: lastSuccessOf("Table_Delete").until("Table_Create").on(tableOf) },
    when: ({ deleted, isWithin }) => isWithin("table-deletion", deleted),
    answer: fault(409, "TableBeingDeleted"),
    evidence: deleteTable,
    breaks: {
      input: { tableProperties: { TableName: "users" } },
      after: [{ operation: "Table_Delete", input: users }],
    },
    keeps: {
      input: { tableProperties: { TableName: "users" } },
      after: [{ operation: "Table_Delete", input: users }],
      later: 40_000,
    },
  }),
  contract({
    id: "azure-table/table-that-is-deleted-is-not-there",
    says: "what is asked of a table that was just deleted is told that it is being deleted",
    on: entitiesOf,
    track: { deleted: lastSuccessOf("Table_Delete").until("Table_Create").on(tableOf) },
    asksFirst: "if-refused",
    when: ({ deleted, isWithin, answered }) => answered.status === 404 && isWithin("table-deletion", deleted),
    answer: fault(409, "TableBeingDeleted", "The specified table is being deleted. Try operation later."),
    evidence: deleteTable,
    breaks: {
      input: users,
      after: [{ operation: "Table_Delete", input: users }],
      answered: { status: 404, code: "TableNotFound" },
    },
    keeps: {
      input: users,
      after: [{ operation: "Table_Delete", input: users }],
      answered: { status: 404, code: "TableNotFound" },
      later: 40_000,
    },
  }),
  contract({
    id: "azure-table/table-name-is-alphanumeric",
    says: "a table's name has letters and digits, and begins with a letter",
    on: ["Table_Create"],
    when: ({ input }) => {
      const name = String(at(input, "tableProperties.TableName") ?? "");
      return isNameLong(name) && !/^[A-Za-z][A-Za-z0-9]*$/.test(name);
    },
    answer: fault(400, "InvalidResourceName", "The specifed resource name contains invalid characters."),
    evidence: pythonTest("test_create_table_invalid_name"),
    breaks: { input: { tableProperties: { TableName: "my_table" } } },
    keeps: { input: { tableProperties: { TableName: "mytable" } } },
  }),
  contract({
    id: "azure-table/table-that-is-named-is-alphanumeric",
    says: "a table's name has letters and digits, and begins with a letter",
    on: named,
    when: ({ input }) => {
      const name = textOf(input, "table");
      // A slash ends the name before it: what is left has another length.
      return isNameLong(name) && !name.includes("/") && !/^[A-Za-z][A-Za-z0-9]*$/.test(name);
    },
    answer: fault(400, "InvalidResourceName", "The specifed resource name contains invalid characters."),
    evidence: pythonTest("test_table_name_errors"),
    breaks: { input: { table: "my_table" } },
    keeps: { input: { table: "mytable" } },
  }),
  contract({
    id: "azure-table/new-table-name-has-3-to-63-characters",
    says: "the name of a table that is made has 3 to 63 characters",
    on: ["Table_Create"],
    when: ({ input }) => {
      const name = at(input, "tableProperties.TableName");
      return typeof name === "string" && /^[A-Za-z][A-Za-z0-9]*$/.test(name) && !isNameLong(name);
    },
    answer: fault(
      400,
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    ),
    evidence: pythonTest("test_table_name_errors"),
    breaks: { input: { tableProperties: { TableName: "a".repeat(64) } } },
    keeps: { input: { tableProperties: { TableName: "a".repeat(63) } } },
  }),
  contract({
    id: "azure-table/table-name-has-3-to-63-characters",
    says: "a table's name has 3 to 63 characters",
    on: named,
    when: ({ input }) => {
      const { length } = textOf(input, "table");
      return length > 0 && (length < 3 || length > 63);
    },
    answer: fault(
      400,
      "OutOfRangeInput",
      "The specified resource name length is not within the permissible limits.",
    ),
    evidence: pythonTest("test_table_name_errors"),
    breaks: { input: { table: "a".repeat(64) } },
    keeps: { input: { table: "a".repeat(63) } },
  }),
  ...entityContracts,
  ...mergeContracts,
  contract({
    id: "azure-table/reserved-name-is-no-table",
    says: "no table is called tables",
    on: ["Table_Create"],
    when: ({ input }) => String(at(input, "tableProperties.TableName") ?? "").toLowerCase() === "tables",
    answer: { status: 400 },
    evidence: inferred(
      "that the name is reserved is documented, with a status and a reason that do not match",
    ),
    breaks: { input: { tableProperties: { TableName: "Tables" } } },
    keeps: { input: { tableProperties: { TableName: "tables2" } } },
  }),
  contract({
    id: "azure-table/at-most-five-access-policies",
    says: "a table has at most five stored access policies",
    on: ["Table_SetAccessPolicy"],
    when: ({ input }) => listOf(input["tableAcl"]).length > 5,
    answer: fault(400, "InvalidXmlDocument"),
    evidence: pythonTest("test_set_table_acl_too_many_ids"),
    breaks: { input: { ...users, tableAcl: policies(6) } },
    keeps: { input: { ...users, tableAcl: policies(5) } },
  }),
  contract({
    id: "azure-table/page-has-at-most-1000-entities",
    says: "at most 1,000 entities are asked for at once",
    on: ["Table_QueryEntities", "Table_Query"],
    when: ({ input }) => (numberOf(input, "top") ?? 0) > 1000,
    answer: fault(400, "InvalidInput"),
    evidence: inferred("a page has at most 1,000 items; whether more are refused was not seen"),
    breaks: { input: { ...users, top: 1001 } },
    keeps: { input: { ...users, top: 1000 } },
  }),
];
