import {
  type Call,
  type ContractAnswer,
  existenceOf,
  fault,
  type Situation,
  type Tracker,
} from "../../../model/index.ts";
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
export const showing: readonly string[] = [
  "DescribeTable",
  "UpdateTable",
  "PutItem",
  "GetItem",
  "UpdateItem",
  "DeleteItem",
  "Query",
  "Scan",
];

/** Whether a table of that name is there, in whatever region. */
export const table: Tracker<"there" | "gone"> = existenceOf({
  name: "tables",
  key: tableOf,
  made: [...making, ...showing],
  removed: ["DeleteTable"],
});

/** Whether a table is certainly not there; a name that none can have is refused as such. */
export function isMissing(table: "there" | "gone" | undefined, { knowsAll, call }: Situation): boolean {
  const canBe = /^[A-Za-z0-9_.-]{3,255}$/.test(tableOf(call) ?? "");
  return canBe && (table === "gone" || (table === undefined && knowsAll));
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
