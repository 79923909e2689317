import type { Call } from "../../model/index.ts";
import {
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  inferred,
  lastSuccessOf,
  recorded,
} from "../../model/index.ts";
import { servicePropertyContracts } from "../shared/azure-service-contracts.ts";
import { at, listOf, numberOf, textOf } from "../shared/contract-conditions.ts";

function pythonTest(name: string): Evidence {
  return recorded(`azure-sdk-for-python, data-tables, ${name}`);
}

function codes(code: string): Evidence {
  return documented(
    "Table Storage error codes",
    "https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes",
    code,
  );
}

/** Tables are called by their names whatever the case. */
function tableOf({ input }: Call): string | undefined {
  const name = textOf(input, "table") || String(at(input, "tableProperties.TableName") ?? "");
  return name === "" ? undefined : name.toLowerCase();
}

const writing = ["Table_InsertEntity", "Table_UpdateEntity", "Table_MergeEntity"];
const named = [...writing, "Table_DeleteEntity", "Table_GetAccessPolicy", "Table_SetAccessPolicy"];

function entityOf(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entity = input["tableEntityProperties"];
  return typeof entity === "object" && entity !== null ? Object.fromEntries(Object.entries(entity)) : {};
}

const system = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** The properties that are data: neither annotations nor the service's own. */
function ownProperties(entity: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(entity).filter((name) => !system.has(name) && !/^odata\.|@odata\./.test(name));
}

/** What an entity calls the type of one of its values. */
function typeOf(entity: Readonly<Record<string, unknown>>, name: string): unknown {
  return entity[`${name}@odata.type`];
}

/** Whether a value is longer than any of its type: bytes stand there in base64, texts by their characters. */
function isTooLong(entity: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = entity[name];
  if (typeof value !== "string") return false;
  const type = typeOf(entity, name) ?? "Edm.String";
  if (type === "Edm.Binary") return Buffer.from(value, "base64").length > 65_536;
  return type === "Edm.String" && value.length > 32_768;
}

const keys = { PartitionKey: "p", RowKey: "r" };
const users = { table: "users" };

const entity = (properties: Readonly<Record<string, unknown>>) => ({
  ...users,
  partitionKey: "p",
  rowKey: "r",
  tableEntityProperties: { ...keys, ...properties },
});

function properties(count: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "v"]));
}

function policies(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => ({
    Id: `id${index}`,
    AccessPolicy: { Start: "2026-01-01T00:00:00Z", Expiry: "2026-01-02T00:00:00Z", Permission: "r" },
  }));
}

function keyTooLong(name: "PartitionKey" | "RowKey"): Contract {
  return contract({
    id: `azure-table/${name === "RowKey" ? "row" : "partition"}-key-has-at-most-1-kib`,
    says: "a key has at most 1 KiB: in no encoding are that more than 1,024 characters",
    on: ["Table_InsertEntity"],
    when: ({ input }) => String(entityOf(input)[name] ?? "").length > 1024,
    answer: fault(400, "PropertyValueTooLarge"),
    evidence: inferred(
      "1 KiB is documented, and a code for values that are too long; the two were not seen together, nor in which encoding it counts",
    ),
    breaks: { input: entity({ [name]: "k".repeat(1025) }) },
    keeps: { input: entity({ [name]: "k".repeat(1024) }) },
  });
}

function missingKey(name: "PartitionKey" | "RowKey"): Contract {
  return contract({
    id: `azure-table/entity-has-a-${name === "RowKey" ? "row" : "partition"}-key`,
    says: "an entity is put in with both keys",
    on: ["Table_InsertEntity"],
    // That there is no such table is said before anything else.
    asksFirst: true,
    when: ({ input, answered }) =>
      answered.status === 400 &&
      answered.code !== "PropertiesNeedValue" &&
      input["tableEntityProperties"] !== undefined &&
      typeof entityOf(input)[name] !== "string",
    answer: fault(
      400,
      "PropertiesNeedValue",
      "The values are not specified for all properties in the entity.",
    ),
    evidence: pythonTest(
      name === "RowKey" ? "test_insert_entity_missing_rk" : "test_insert_entity_missing_pk",
    ),
    breaks: {
      input: { ...users, tableEntityProperties: { ...keys, [name]: undefined } },
      answered: { status: 400, code: "InvalidInput" },
    },
    keeps: { input: { ...users, tableEntityProperties: keys }, answered: { status: 201 } },
  });
}

export const azureTableContracts: readonly Contract[] = [
  ...servicePropertyContracts("azure-table", "tableServiceProperties", "data-tables"),
  contract({
    id: "azure-table/table-deletion-takes-time",
    says: "a table that was just deleted cannot be made again at once",
    on: ["Table_Create"],
    track: { deleted: lastSuccessOf("Table_Delete").on(tableOf) },
    when: ({ deleted, isWithin }) => isWithin("table-deletion", deleted),
    answer: fault(409, "TableBeingDeleted"),
    evidence: codes("TableBeingDeleted"),
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
    id: "azure-table/table-name-is-alphanumeric",
    says: "a table's name has letters and digits, and begins with a letter",
    on: ["Table_Create"],
    when: ({ input }) => {
      const name = String(at(input, "tableProperties.TableName") ?? "");
      return name.length >= 3 && name.length <= 63 && !/^[A-Za-z][A-Za-z0-9]*$/.test(name);
    },
    answer: fault(400, "InvalidResourceName", "The specifed resource name contains invalid characters."),
    evidence: pythonTest("test_create_table_invalid_name"),
    breaks: { input: { tableProperties: { TableName: "my_table" } } },
    keeps: { input: { tableProperties: { TableName: "mytable" } } },
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
  contract({
    id: "azure-table/entity-has-at-most-252-properties",
    says: "an entity has at most 252 properties besides its keys and its timestamp",
    on: writing,
    when: ({ input }) => ownProperties(entityOf(input)).length > 252,
    answer: fault(
      400,
      "TooManyProperties",
      "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties.",
    ),
    evidence: pythonTest("test_insert_entity_too_many_properties"),
    breaks: { input: entity(properties(253)) },
    keeps: { input: entity(properties(252)) },
  }),
  contract({
    id: "azure-table/property-name-has-at-most-255-characters",
    says: "a property's name has at most 255 characters",
    on: writing,
    when: ({ input }) => ownProperties(entityOf(input)).some((name) => name.length > 255),
    answer: fault(400, "PropertyNameTooLong", "The property name exceeds the maximum allowed length (255)."),
    evidence: pythonTest("test_insert_entity_property_name_too_long"),
    breaks: { input: entity({ ["a".repeat(256)]: 1 }) },
    keeps: { input: entity({ ["a".repeat(255)]: 1 }) },
  }),
  contract({
    id: "azure-table/property-name-has-no-hyphen",
    says: "a property's name has no hyphen",
    on: writing,
    when: ({ input }) =>
      ownProperties(entityOf(input)).some((name) => name.length <= 255 && name.includes("-")),
    answer: fault(400, "PropertyNameInvalid", "The property name is invalid."),
    evidence: codes("PropertyNameInvalid"),
    breaks: { input: entity({ "my-key": 1 }) },
    keeps: { input: entity({ my_key: 1 }) },
  }),
  contract({
    id: "azure-table/value-is-of-its-type",
    says: "a value that is called a truth value is one",
    on: writing,
    when: ({ input }) =>
      Object.entries(entityOf(input)).some(
        ([name, value]) =>
          typeof value === "string" &&
          typeOf(entityOf(input), name) === "Edm.Boolean" &&
          !/^(?:true|false|[01])$/i.test(value),
      ),
    answer: fault(400, "InvalidInput", "An error occurred while processing this request."),
    evidence: pythonTest("test_entity_with_edmtypes"),
    breaks: { input: entity({ bool: "not a bool", "bool@odata.type": "Edm.Boolean" }) },
    keeps: { input: entity({ bool: true, "bool@odata.type": "Edm.Boolean" }) },
  }),
  missingKey("PartitionKey"),
  missingKey("RowKey"),
  keyTooLong("PartitionKey"),
  keyTooLong("RowKey"),
  contract({
    id: "azure-table/value-is-at-most-64-kib",
    says: "a text has at most 64 KiB of UTF-16, and bytes are at most 64 KiB",
    on: writing,
    when: ({ input }) => ownProperties(entityOf(input)).some((name) => isTooLong(entityOf(input), name)),
    answer: fault(
      400,
      "PropertyValueTooLarge",
      "The property value exceeds the maximum allowed size (64KB).",
    ),
    evidence: codes("PropertyValueTooLarge"),
    breaks: { input: entity({ text: "x".repeat(32_769) }) },
    keeps: { input: entity({ text: "x".repeat(32_768) }) },
  }),
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
