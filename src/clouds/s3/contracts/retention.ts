import { type Contract, contract, type Situation } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at } from "../../shared/contract-conditions.ts";
import { lockable, locked } from "./protection.ts";
import { invalidArgument, isEmpty, malformed } from "./rules.ts";
import { picture } from "./tracked.ts";

const modes = ["GOVERNANCE", "COMPLIANCE"];
const seen = (step: string) => awsSnapshot("s3", "test_s3_object_retention_exc", step);

const retained = (retention: Readonly<Record<string, unknown>>) => ({ ...picture, Retention: retention });
const later = "2042-01-31T10:00:00Z";

function dateOf({ input }: Situation): number {
  return Date.parse(String(at(input, "Retention.RetainUntilDate") ?? ""));
}

export const retentionContracts: readonly Contract[] = [
  contract({
    id: "s3/retention-has-a-mode-and-a-date",
    says: "an object is retained in a mode and until a date, or not at all",
    on: ["PutObjectRetention"],
    track: { locked },
    when: ({ input, locked }) =>
      locked === true &&
      (at(input, "Retention.Mode") === undefined) !== (at(input, "Retention.RetainUntilDate") === undefined),
    answer: malformed,
    evidence: seen("put-object-missing-retention-fields"),
    breaks: { input: retained({ Mode: "GOVERNANCE" }), after: [lockable] },
    keeps: { input: retained({ Mode: "GOVERNANCE", RetainUntilDate: later }), after: [lockable] },
  }),
  contract({
    id: "s3/retention-mode-is-one-of-two",
    says: "an object is retained for GOVERNANCE or COMPLIANCE",
    on: ["PutObjectRetention"],
    track: { locked },
    when: ({ input, locked }) =>
      locked === true &&
      at(input, "Retention.Mode") !== undefined &&
      !modes.includes(String(at(input, "Retention.Mode"))),
    answer: malformed,
    evidence: seen("update-retention-bad-value"),
    breaks: { input: retained({ Mode: "BAD-VALUE", RetainUntilDate: later }), after: [lockable] },
    keeps: { input: retained({ Mode: "COMPLIANCE", RetainUntilDate: later }), after: [lockable] },
  }),
  contract({
    id: "s3/retention-ends-in-the-future",
    says: "an object is retained until a date to come",
    on: ["PutObjectRetention"],
    track: { locked },
    when: (situation) =>
      situation.locked === true &&
      modes.includes(String(at(situation.input, "Retention.Mode"))) &&
      dateOf(situation) <= situation.now,
    answer: ({ input }) =>
      invalidArgument(
        "The retain until date must be in the future!",
        "RetainUntilDate",
        String(at(input, "Retention.RetainUntilDate")),
      ),
    evidence: seen("update-retention-past-date"),
    breaks: {
      input: retained({ Mode: "GOVERNANCE", RetainUntilDate: "2020-01-01T00:00:00Z" }),
      after: [lockable],
    },
    keeps: { input: retained({ Mode: "GOVERNANCE", RetainUntilDate: later }), after: [lockable] },
  }),
  contract({
    id: "s3/legal-hold-is-on-or-off",
    says: "a legal hold says whether it is on",
    on: ["PutObjectLegalHold"],
    track: { locked },
    when: ({ input, locked }) =>
      locked === true && (input["LegalHold"] === undefined || isEmpty(input["LegalHold"])),
    answer: malformed,
    evidence: awsSnapshot("s3", "test_put_object_legal_hold_exc", "put-object-retention-empty"),
    breaks: { input: { ...picture, LegalHold: {} }, after: [lockable] },
    keeps: { input: { ...picture, LegalHold: { Status: "ON" } }, after: [lockable] },
  }),
];
