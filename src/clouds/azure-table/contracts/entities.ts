import {
  type Contract,
  type ContractAnswer,
  contract,
  documented,
  fault,
  inferred,
} from "../../../model/index.ts";
import { commonCodes } from "../../shared/azure-refusal-contracts.ts";
import { isOtherThanGuid } from "../../shared/contract-conditions.ts";
import { codes, pythonTest } from "./sources.ts";

/** Operations that write an entity. */
export const writing: readonly string[] = ["Table_InsertEntity", "Table_UpdateEntity", "Table_MergeEntity"];
const users = { table: "users" };

/** An entity as its properties; without any where it cannot be read. */
export function entityOf(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entity = input["tableEntityProperties"];
  return typeof entity === "object" && entity !== null ? Object.fromEntries(Object.entries(entity)) : {};
}

const system = new Set(["PartitionKey", "RowKey", "Timestamp"]);

/** The properties that are data: neither annotations nor the service's own. */
export function ownProperties(entity: Readonly<Record<string, unknown>>): readonly string[] {
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

/** Letters, digits and what joins them, as C# has it. */
function isIdentifier(name: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{N}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u.test(name);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is forbidden
const forbidden = /[/\\#?\u0000-\u001f\u007f-\u009f]/;

/** The least that an entity's names and texts take: two bytes a character; numbers and the like count for nothing. */
function sizeOf(entity: Readonly<Record<string, unknown>>): number {
  return ownProperties(entity).reduce((sum, name) => {
    const value = entity[name];
    const isBytes = typeOf(entity, name) === "Edm.Binary";
    const text = typeof value === "string" ? value : "";
    return sum + 2 * name.length + (isBytes ? Buffer.from(text, "base64").length : 2 * text.length);
  }, 0);
}

const int64 = 2n ** 63n;

/** What texts are, by the types that they may be called by; what is not sure to be none counts as one. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  "Edm.Guid": (text) => !isOtherThanGuid(text),
  "Edm.Int64": (text) =>
    !/[^\d\s+-]/.test(text) && (!/^-?\d+$/.test(text) || (BigInt(text) < int64 && BigInt(text) >= -int64)),
  "Edm.Int32": (text) => !/[^\d\s+-]/.test(text),
  "Edm.Double": (text) => !/^[A-Za-z]+$/.test(text) || /^(?:nan|-?inf(?:inity)?)$/i.test(text),
  "Edm.DateTime": (text) => /\d/.test(text),
  "Edm.Binary": (text) => !/[^\w+/=\s-]/.test(text),
};

export const tooManyProperties: ContractAnswer = fault(
  400,
  "TooManyProperties",
  "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties.",
);

const keys = { PartitionKey: "p", RowKey: "r" };
export const entity = (properties: Readonly<Record<string, unknown>>) => ({
  ...users,
  partitionKey: "p",
  rowKey: "r",
  tableEntityProperties: { ...keys, ...properties },
});

export function properties(count: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "v"]));
}

function texts(count: number, length: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`text${index}`, "x".repeat(length)]),
  );
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

/** What is said of entities and their properties. */
export const entityContracts: readonly Contract[] = [
  contract({
    id: "azure-table/entity-has-at-most-252-properties",
    says: "an entity has at most 252 properties besides its keys and its timestamp",
    on: writing,
    when: ({ input }) => ownProperties(entityOf(input)).length > 252,
    answer: tooManyProperties,
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
    id: "azure-table/property-name-is-an-identifier",
    says: "a property's name is an identifier of C#",
    on: writing,
    when: ({ input }) =>
      ownProperties(entityOf(input)).some(
        (name) => name.length <= 255 && !name.includes("-") && !isIdentifier(name),
      ),
    answer: fault(400, "PropertyNameInvalid", "The property name is invalid."),
    evidence: codes("PropertyNameInvalid"),
    breaks: { input: entity({ "my key": 1 }) },
    keeps: { input: entity({ myKey: 1 }) },
  }),
  contract({
    id: "azure-table/key-has-no-slash",
    says: "a key has no /, \\, #, ? and no control characters",
    on: ["Table_InsertEntity"],
    // That there is no such table is said before anything else.
    asksFirst: "if-refused",
    when: ({ input, answered }) =>
      answered.status === 400 &&
      answered.code !== "OutOfRangeInput" &&
      ["PartitionKey", "RowKey"].some((name) => forbidden.test(String(entityOf(input)[name] ?? ""))),
    answer: fault(400, "OutOfRangeInput", "One of the request inputs is out of range."),
    evidence: documented(
      "Unexpected response code for operation, and Understanding the Table service data model",
      "https://learn.microsoft.com/archive/blogs/cie/microsoft-windowsazure-storage-storageexception-unexpected-response-code-for-operation",
    ),
    breaks: { input: entity({ PartitionKey: "a/b" }), answered: { status: 400, code: "InvalidInput" } },
    keeps: { input: entity({ PartitionKey: "a b" }), answered: { status: 400, code: "InvalidInput" } },
  }),
  contract({
    id: "azure-table/entity-has-at-most-1-mib",
    says: "all of an entity's values and names have at most 1 MiB",
    on: ["Table_InsertEntity", "Table_UpdateEntity"],
    when: ({ input }) => sizeOf(entityOf(input)) > 2 ** 20,
    answer: fault(400, "EntityTooLarge", "The entity is larger than the maximum allowed size (1MB)."),
    evidence: codes("EntityTooLarge"),
    breaks: { input: entity(texts(17, 32_768)) },
    keeps: { input: entity(texts(15, 32_768)) },
  }),
  contract({
    id: "azure-table/typed-text-is-of-its-type",
    says: "a text that is called a number, a GUID, a time or bytes is one",
    on: writing,
    when: ({ input }) =>
      Object.entries(entityOf(input)).some(([name, value]) => {
        const isOf = forms[String(typeOf(entityOf(input), name))];
        return typeof value === "string" && isOf !== undefined && !isOf(value);
      }),
    answer: fault(400, "InvalidInput", "An error occurred while processing this request."),
    evidence: commonCodes("InvalidInput"),
    breaks: { input: entity({ count: "many", "count@odata.type": "Edm.Int64" }) },
    keeps: { input: entity({ count: "12", "count@odata.type": "Edm.Int64" }) },
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
];
