import { type Call, type ContractAnswer, fault, type Situation, type Tracker } from "../../../model/index.ts";
import { at } from "../../shared/contract-conditions.ts";

export const users = { TableName: "users" };
export const usersArn = "arn:aws:dynamodb:us-east-1:111122223333:table/users";

const keyed = {
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};

/** A table that was made, and what it was answered with. */
export const described = {
  TableName: "users",
  TableStatus: "ACTIVE",
  TableArn: usersArn,
  KeySchema: keyed.KeySchema,
};
export const madeTable = {
  operation: "CreateTable",
  input: { ...keyed, ...users },
  answered: { text: JSON.stringify({ TableDescription: described }) },
};

/** The name of the table that a call is about, which it may give by its ARN; that of the new one where it makes one. */
export function tableOf({ input }: Call): string | undefined {
  const given = [
    "TargetTableName",
    "TableCreationParameters.TableName",
    "TableName",
    "ResourceArn",
    "TableArn",
  ].map((path) => at(input, path));
  const name = String(given.find((one) => typeof one === "string" && one !== "") ?? "");
  const own = name.startsWith("arn:") ? (/:table\/([^/]+)/.exec(name)?.[1] ?? "") : name;
  return own === "" ? undefined : own;
}

/** Operations that make a table whole. */
export const making: readonly string[] = [
  "CreateTable",
  "RestoreTableFromBackup",
  "RestoreTableToPointInTime",
  "ImportTable",
];

/** Successes that only a table has that is there. */
const showing: readonly string[] = [
  "DescribeTable",
  "UpdateTable",
  "PutItem",
  "GetItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "Scan",
];

/** The key that a call is signed with, and the region that it is signed for. */
export function signerOf({ headers }: Call): string {
  const [, key = "", region = ""] =
    /Credential=([^/]+)\/\d+\/([^/]+)\//.exec(headers["authorization"] ?? "") ?? [];
  return `${key}/${region}`;
}

/** For whom tables of one name are there: one that is gone in a region, or for a key, may still be there for others. */
export type Holders = ReadonlySet<string>;

/** Whether tables are there, by whatever calls are about. */
export function holdersOf(name: string, key: Tracker["key"]): Tracker<Holders> {
  return {
    name,
    operations: [...making, ...showing, "DeleteTable"],
    key,
    next(before = new Set(), { call }) {
      const signer = signerOf(call);
      if (call.operation !== "DeleteTable") return before.has(signer) ? before : new Set([...before, signer]);
      return new Set([...before].filter((holder) => holder !== signer));
    },
  };
}

/** Whether a table of that name is there, in whatever region. */
export const table: Tracker<Holders> = holdersOf("tables", tableOf);

/** Whether a table is certainly not there; a name that none can have is refused as such. */
export function isMissing(table: Holders | undefined, { knowsAll, call }: Situation): boolean {
  const canBe = /^[A-Za-z0-9_.-]{3,255}$/.test(tableOf(call) ?? "");
  return canBe && (table === undefined ? knowsAll : table.size === 0);
}

/** An answer of an emulator that has no such operation. */
export function isUnknownOperation({ answered }: Situation): boolean {
  return answered.code === "UnknownOperationException";
}

/** The refusal of a table that is not there, in the words of most operations. */
export function noTable({ call }: Situation): ContractAnswer {
  const name = tableOf(call) ?? "";
  return fault(400, "ResourceNotFoundException", `Requested resource not found: Table: ${name} not found`);
}

/** A document that an answer is, as far as it is one. */
export function documentOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

/** Answers of an emulator that does not know the operation, for examples. */
export const unknownOperation = { answered: { status: 400, code: "UnknownOperationException" } };
