import {
  type Call,
  type ContractAnswer,
  existenceOf,
  fault,
  type Situation,
  type Tracker,
} from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";

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

/** The name of the table that a call is about, which it may give by its ARN. */
export function tableOf({ input }: Call): string | undefined {
  const given = textOf(input, "TableName") || textOf(input, "ResourceArn") || textOf(input, "TableArn");
  const name = given.startsWith("arn:") ? (/:table\/([^/]+)/.exec(given)?.[1] ?? "") : given;
  return name === "" ? undefined : name;
}

/** Whether a table is there. */
export const table: Tracker<"there" | "gone"> = existenceOf({
  name: "tables",
  key: tableOf,
  made: ["CreateTable"],
  removed: ["DeleteTable"],
});

/** Whether a table is certainly not there. */
export function isMissing(table: "there" | "gone" | undefined, { knowsAll }: Situation): boolean {
  return table === "gone" || (table === undefined && knowsAll);
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
