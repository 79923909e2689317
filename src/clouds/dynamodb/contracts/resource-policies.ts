import { createHash } from "node:crypto";
import {
  type Call,
  type Contract,
  contract,
  fault,
  type Situation,
  settingOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { ownTableOf, untilOthersChange } from "./own-tables.ts";
import { isUnknownOperation, madeTable, making, unknownOperation, usersArn } from "./tracked.ts";

/** A policy of a table's own that the emulator knows nothing of. */
interface Kept {
  readonly text: string;
  readonly revision: string;
}

/** A table is whose the call is; a stream is told by its ARN, which says when it was made. */
function resourceOf(call: Call): string | undefined {
  return isOfStream(call) ? textOf(call.input, "ResourceArn") : ownTableOf(call);
}

const policy = untilOthersChange(
  settingOf<Kept>({
    name: "policies of tables",
    key: resourceOf,
    set: ["PutResourcePolicy"],
    cleared: [...making, "DeleteResourcePolicy", "DeleteTable"],
    // With its table, a stream's policy goes.
    forgets: {
      operations: ["CreateTable", "DeleteTable"],
      which:
        ({ input }) =>
        (key) =>
          new RegExp(`:table/${RegExp.escape(nameOf(textOf(input, "TableName")))}/`).test(key),
    },
    value: ({ call: { input }, answered }) =>
      answered.headers["x-touchstone-contract"] === undefined
        ? undefined
        : { text: textOf(input, "Policy"), revision: revisionOf(textOf(input, "Policy")) },
  }),
);

function nameOf(table: string): string {
  return table.replace(/^arn:.*:table\//, "");
}

/** The policy that a table was made with, as long as it has no other; empty where it was made without one. */
const policyOfMaking: Tracker<string> = untilOthersChange({
  name: "policies that tables were made with",
  operations: [...making, "PutResourcePolicy", "DeleteResourcePolicy", "DeleteTable"],
  // A table's stream has a policy of its own.
  key: (call) => (isOfStream(call) ? undefined : ownTableOf(call)),
  next(_before, { call: { operation, input } }) {
    if (operation === "DeleteTable") return undefined;
    return operation === "CreateTable" ? textOf(input, "ResourcePolicy") : "";
  },
});

function isOfStream({ input }: Call): boolean {
  return /:table\/[^/]+\/./.test(textOf(input, "ResourceArn"));
}

interface Policies extends Situation {
  readonly policy: Kept | undefined;
  readonly policyOfMaking: string | undefined;
}

/** The policy that a table has, by whichever call it came. */
function policyIn({ policy, policyOfMaking = "" }: Policies): Kept | undefined {
  if (policy !== undefined || policyOfMaking === "") return policy;
  return { text: policyOfMaking, revision: revisionOf(policyOfMaking) };
}

/**
 * Whether a table certainly has no policy: one that was made before we came, or with another key, may have been made with it.
 * No stream is.
 */
function hasNone(situation: Policies): boolean {
  const cameWithNone = isOfStream(situation.call) ? situation.knowsAll : situation.policyOfMaking === "";
  return policyIn(situation) === undefined && cameWithNone;
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
const madeWithPolicy = {
  ...madeTable,
  input: { ...madeTable.input, ResourcePolicy: '{"Version":"2012-10-17","Statement":[]}' },
};

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
    says: "a table's own policy is read as it was set, or as the table was made",
    on: ["GetResourcePolicy"],
    asksFirst: true,
    track: { policy, policyOfMaking },
    when: (situation) => isUnknownOperation(situation) && policyIn(situation) !== undefined,
    answer: (situation) => {
      const { text, revision } = policyIn(situation) ?? {};
      return success(200, { body: JSON.stringify({ Policy: text, RevisionId: revision }) });
    },
    evidence: dynamodbModelPage("GetResourcePolicy"),
    breaks: { input: named, after: [madeTable, wasWritten], ...unknownOperation },
    keeps: { input: named, after: [madeTable], ...unknownOperation },
  }),
  contract({
    id: "dynamodb/resource-policy-is-removed",
    says: "removing a table's own policy succeeds, be there one or not",
    on: ["DeleteResourcePolicy"],
    asksFirst: true,
    track: { policy, policyOfMaking },
    when: (situation) =>
      isUnknownOperation(situation) &&
      situation.input["ExpectedRevisionId"] === undefined &&
      (policyIn(situation) !== undefined || hasNone(situation)),
    answer: (situation) => {
      const revision = policyIn(situation)?.revision;
      return success(200, { body: JSON.stringify(revision === undefined ? {} : { RevisionId: revision }) });
    },
    evidence: dynamodbModelPage("DeleteResourcePolicy"),
    breaks: { input: named, after: [madeTable], ...unknownOperation },
    keeps: { input: named, after: [madeTable], answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/policy-that-is-not-set-is-not-found",
    says: "a table without a policy of its own has none to read or delete",
    on: ["GetResourcePolicy"],
    asksFirst: true,
    track: { policy, policyOfMaking },
    when: (situation) => isUnknownOperation(situation) && hasNone(situation),
    answer: ({ input }) =>
      fault(
        400,
        "PolicyNotFoundException",
        `Resource-based policy not found for the provided ResourceArn: ${textOf(input, "ResourceArn")}`,
      ),
    evidence: dynamodbModelPage("GetResourcePolicy"),
    breaks: { input: named, after: [madeTable], ...unknownOperation },
    keeps: { input: named, after: [madeWithPolicy], ...unknownOperation },
  }),
];
