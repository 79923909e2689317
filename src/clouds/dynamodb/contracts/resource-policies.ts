import { createHash } from "node:crypto";
import { type Contract, contract, settingOf, success } from "../../../model/index.ts";
import { dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { isUnknownOperation, madeTable, unknownOperation, usersArn } from "./tracked.ts";

/** A policy of a table's own that the emulator knows nothing of. */
interface Kept {
  readonly text: string;
  readonly revision: string;
}

const policy = settingOf<Kept>({
  name: "policies of tables",
  key: ({ input }) => textOf(input, "ResourceArn") || undefined,
  set: ["PutResourcePolicy"],
  cleared: ["DeleteResourcePolicy"],
  // With its table, a policy goes.
  forgets: {
    operations: ["CreateTable", "DeleteTable"],
    which:
      ({ input }) =>
      (key) =>
        new RegExp(`table/${RegExp.escape(nameOf(textOf(input, "TableName")))}(?:/|$)`).test(key),
  },
  value: ({ call: { input }, answered }) =>
    answered.headers["x-touchstone-contract"] === undefined
      ? undefined
      : { text: textOf(input, "Policy"), revision: revisionOf(textOf(input, "Policy")) },
});

function nameOf(table: string): string {
  return table.replace(/^arn:.*:table\//, "");
}

/** The same document has the same revision. */
function revisionOf(text: string): string {
  return String(Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 12), 16));
}

const written = { ResourceArn: usersArn, Policy: '{"Version":"2012-10-17","Statement":[]}' };
const wasWritten = {
  operation: "PutResourcePolicy",
  input: written,
  answered: { headers: { "x-touchstone-contract": "dynamodb" } },
};
const named = { ResourceArn: usersArn };

export const resourcePolicyContracts: readonly Contract[] = [
  contract({
    id: "dynamodb/resource-policy-is-set",
    says: "a table can have a policy of its own",
    on: ["PutResourcePolicy"],
    asksFirst: true,
    // What of a policy is expected, and what a policy may not say, is not for us to judge.
    when: (situation) => isUnknownOperation(situation) && situation.input["ExpectedRevisionId"] === undefined,
    answer: ({ input }) =>
      success(200, { body: JSON.stringify({ RevisionId: revisionOf(textOf(input, "Policy")) }) }),
    evidence: dynamodbModelPage("PutResourcePolicy"),
    breaks: { input: written, after: [madeTable], ...unknownOperation },
    keeps: { input: written, after: [madeTable], answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/resource-policy-is-kept",
    says: "a table's own policy is read as it was set",
    on: ["GetResourcePolicy"],
    asksFirst: true,
    track: { policy },
    when: (situation) => isUnknownOperation(situation) && situation.policy !== undefined,
    answer: ({ policy }) =>
      success(200, { body: JSON.stringify({ Policy: policy?.text, RevisionId: policy?.revision }) }),
    evidence: dynamodbModelPage("GetResourcePolicy"),
    breaks: { input: named, after: [madeTable, wasWritten], ...unknownOperation },
    keeps: { input: named, after: [madeTable], ...unknownOperation },
  }),
  contract({
    id: "dynamodb/resource-policy-is-removed",
    says: "removing a table's own policy succeeds, be there one or not",
    on: ["DeleteResourcePolicy"],
    asksFirst: true,
    track: { policy },
    when: (situation) => isUnknownOperation(situation) && situation.input["ExpectedRevisionId"] === undefined,
    answer: ({ policy }) =>
      success(200, { body: JSON.stringify(policy === undefined ? {} : { RevisionId: policy.revision }) }),
    evidence: dynamodbModelPage("DeleteResourcePolicy"),
    breaks: { input: named, after: [madeTable], ...unknownOperation },
    keeps: { input: named, after: [madeTable], answered: { status: 200 } },
  }),
];
