import { type AnswerOutcome, redactedOutcome } from "../replay/outcome.ts";
import { redactedText } from "../sides/redacted.ts";
import type { Side } from "../sides/side.ts";
import type { Which } from "./compared-findings.ts";
import type { ChangedAnswer, ChangedTest, ChangedValue } from "./result.ts";

/** What takes out each target's keys. */
export type RedactingBoth = Readonly<Record<Which, Pick<Side, "redact">>>;

/**
 * A test without the targets' keys, which they may repeat in any value. They are taken out after values were compared, so that
 * nothing is the same that was not.
 */
export function redactedTest({ test, answers, values }: ChangedTest, by: RedactingBoth): ChangedTest {
  return {
    test,
    answers: answers.map((answer) => redactedAnswer(answer, by)),
    values: values.map((value) => redactedValue(value, by)),
  };
}

/** What the targets have answered has come without keys; whoever recorded it may have had the same. */
function redactedAnswer(answer: ChangedAnswer, { a, b }: RedactingBoth): ChangedAnswer {
  const recorded: AnswerOutcome | null =
    answer.recorded && redactedOutcome(redactedOutcome(answer.recorded, a), b);
  return { ...answer, recorded };
}

/** Names of headers and fields are a target's, too. */
function redactedValue({ place, a, b, ...value }: ChangedValue, by: RedactingBoth): ChangedValue {
  return {
    ...value,
    place: by.b.redact(by.a.redact(place)),
    a: a === null ? null : redactedText(a, by.a),
    b: b === null ? null : redactedText(b, by.b),
  };
}
