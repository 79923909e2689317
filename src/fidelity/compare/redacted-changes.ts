import { redactedOutcome } from "../replay/outcome.ts";
import { redactedText } from "../sides/redacted.ts";
import type { Side } from "../sides/side.ts";
import type { Which } from "./compared-findings.ts";
import type { ChangedAnswer, ChangedTest, ChangedValue } from "./result.ts";

type Redacting = Pick<Side, "redact">;

/** What takes out each target's keys. */
export type RedactingBoth = Readonly<Record<Which, Redacting>>;

/**
 * A test without the targets' keys. Both are taken out of all that either has said: whoever recorded it may have had the one's
 * key, which the other then repeats. This is done after values were compared, so that nothing is the same that was not.
 */
export function redactedTest({ test, answers, values }: ChangedTest, { a, b }: RedactingBoth): ChangedTest {
  const both: Redacting = { redact: (text, isCut) => b.redact(a.redact(text, isCut), isCut) };
  return {
    test,
    answers: answers.map((answer) => redactedAnswer(answer, both)),
    values: values.map((value) => redactedChange(value, both)),
  };
}

function redactedAnswer({ a, b, recorded, ...answer }: ChangedAnswer, by: Redacting): ChangedAnswer {
  return {
    ...answer,
    a: a && redactedOutcome(a, by),
    b: b && redactedOutcome(b, by),
    recorded: recorded && redactedOutcome(recorded, by),
  };
}

/** Names of headers and fields are a target's, too. */
function redactedChange({ place, a, b, ...value }: ChangedValue, by: Redacting): ChangedValue {
  return {
    ...value,
    place: by.redact(place),
    a: redactedText(a, by),
    b: redactedText(b, by),
  };
}
