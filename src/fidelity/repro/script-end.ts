import { isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import type { Outcome } from "../pair/performed.ts";
import { type AnswerCheck, answerCheck } from "./answer-check.ts";
import { JsWriter } from "./js-values.ts";
import { type LookAtState, namedLook } from "./looks.ts";
import { expectedOutcome, foundOutcome, sideTexts, tellingStep } from "./outcome-text.ts";

/** The end of a script: it says what was expected and found, and ends with 1 if that is not the same. */
export function endLines(finding: Finding, looks: readonly LookAtState[]): string[] {
  const last = `answer${finding.exchanges?.length ?? tellingStep(finding) + 1}`;
  const isByOutcome = isAnyAnswerRight(finding) || !equalOutcomes(finding.emulator, finding.reference);
  return ["", ...(isByOutcome ? outcomeLines(finding, last) : valueLines(finding, last, looks))];
}

/** Whether the last call ended as it should. */
function outcomeLines(finding: Finding, last: string): string[] {
  const { emulator, reference } = finding;
  const found = `found ${foundOutcome(finding)} (${emulator.label})`;
  if (isAnyAnswerRight(finding)) {
    return [
      `console.log(${JSON.stringify(`expected ${expectedOutcome(finding)}, ${found}`)});`,
      `process.exit(${last}.status ? 0 : 1);`,
    ];
  }
  if (isNeverAnswered(finding)) {
    return [
      `console.log(${JSON.stringify(`expected ${expectedOutcome(finding)}, ${found}`)});`,
      `process.exit(${last}.status && ${last}.told !== ${JSON.stringify(writtenOutcome(emulator))} ? 0 : 1);`,
    ];
  }
  const line = `expected ${expectedOutcome(finding)} (${reference.label}), ${found}`;
  const isExpected =
    reference.status === null
      ? `!${last}.status`
      : `${last}.told === ${JSON.stringify(writtenOutcome(reference))}`;
  return [`console.log(${JSON.stringify(line)});`, `process.exit(${isExpected} ? 0 : 1);`];
}

/** An outcome as the program itself tells it. */
function writtenOutcome({ status, code }: Outcome): string {
  return [status, code].filter((part) => part !== null).join(" ");
}

/** Whether what is expected stands where the answers differ; where that cannot be told, what to look for. */
function valueLines(finding: Finding, last: string, looks: readonly LookAtState[]): string[] {
  const check = answerCheck(finding);
  if (typeof check === "string") {
    const lines = finding.differences.map((difference) => {
      const { found, expected } = sideTexts(difference);
      return `${difference.place}: expected ${expected}, was ${found} when it was found`;
    });
    const why = looks.length > 0 ? `it shows in what ${looks.map(namedLook).join(" and ")} answers` : check;
    return [
      ...looks.map(
        ({ index, operation }) =>
          `console.log(${JSON.stringify(`\n${operation} answers:\n`)} + answer${index + 1}.body + "\\n");`,
      ),
      ...[...lines, `Look at it yourself: ${why}.`].map((line) => `console.log(${JSON.stringify(line)});`),
      "process.exit(0);",
    ];
  }
  const { place, expected } = check;
  const isEnded = `${last}.told === ${JSON.stringify(writtenOutcome(finding.reference))}`;
  if (check.in === "body") {
    return [
      `const isThere = ${last}.body.trim() !== "";`,
      `console.log(\`expected a body, found \${isThere ? "one" : "none"}\`);`,
      `process.exit(${isEnded} && isThere ? 0 : 1);`,
    ];
  }
  const writer = new JsWriter(() => "undefined");
  return [
    ...foundLines(check, last, writer),
    `const expected = ${expected === null ? "undefined" : writer.text(expected)};`,
    `const at = ${writer.text(place)};`,
    `console.log(\`expected \${expected ?? "missing"}, found \${found ?? "missing"} at \${at}\`);`,
    `process.exit(${isEnded} && found === expected ? 0 : 1);`,
  ];
}

function foundLines(
  check: Exclude<AnswerCheck, { readonly in: "body" }>,
  last: string,
  writer: JsWriter,
): string[] {
  if (check.in === "header") return [`const found = ${last}.headers[${writer.text(check.name)}];`];
  const values = `valuesAt(${last}, ${writer.text(check.path)})`;
  if (!check.isInList) return [`const [found] = ${values};`];
  const several = `Look at it yourself: there are several values at ${check.place}.`;
  return [
    `const [found, ...others] = ${values};`,
    "if (others.length > 0) {",
    `  console.log(${writer.text(several)});`,
    "  process.exit(0);",
    "}",
  ];
}
