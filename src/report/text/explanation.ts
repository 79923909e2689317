import { type CanonicalStep, compareTraces, type Difference } from "../../hybrid/index.ts";
import type { TestDocument } from "../run/document.ts";
import { messageOf, sideBySide } from "./judgements.ts";
import { cut, labelled, oneLine, padEnd, quoted, wrap } from "./layout.ts";
import type { TextOptions } from "./text-report.ts";

/** A test as it was seen: its decision, its canonical trace with what differs beside it, and all that is masked. */
export function explanation(test: TestDocument, options: TextOptions): readonly string[] {
  const { traces } = test;
  return [
    options.paint.bold(oneLine(test.id)),
    ...factLines(test, options),
    ...(traces === undefined ? [] : traceLines(traces, options)),
    ...(traces === undefined ? [] : maskedLines(traces, options)),
  ];
}

function factLines(test: TestDocument, { paint, width }: TextOptions): string[] {
  const { decision, unsent, verdict, cause, tolerated, fingerprint, requests, reproduce } = test;
  const line = (label: string, text: string | undefined) => {
    if (text === undefined) return [];
    const [first = "", ...more] = labelled(label, oneLine(text), { indent: 2, label: 13, width });
    return [first.replace(label, paint.dim(label)), ...more];
  };
  const there = test.cloud === undefined ? "" : `, ${test.cloud ?? "no result"} in the cloud`;
  const message = messageOf(test);
  return [
    ...line("decided", `${decision.target} (${decision.kind}): ${decision.reason}`),
    ...line("not sent", unsent),
    ...line("verdict", verdict),
    ...line("outcome", `${test.emulator} on the emulator${there}`),
    ...line("cause", cause),
    ...line("tolerated", tolerated?.join(", ")),
    ...line("requests", `${requests}, ${test.operations.join(", ") || "none"}`),
    ...line("fingerprint", fingerprint),
    ...(message === undefined ? [] : quoted(message, { lines: 40, width, gutter: "  │ " })),
    ...(reproduce === undefined ? [] : [`  ${padEnd(paint.dim("reproduce"), 13)}${reproduce}`]),
  ];
}

function traceLines(
  { emulator, cloud }: NonNullable<TestDocument["traces"]>,
  options: TextOptions,
): string[] {
  const { paint, width } = options;
  const differences = cloud === undefined ? [] : compareTraces(emulator, cloud).differences;
  const byExchange = Map.groupBy(differences, ({ exchanges }) => exchanges.emulator);
  const onlyThere = byExchange.get(undefined) ?? [];
  return [
    "",
    paint.bold(
      cloud === undefined ? "  What it did on the emulator" : "  What it did, and where the cloud differed",
    ),
    ...(emulator.steps.length === 0 ? ["  nothing that was seen"] : []),
    ...emulator.steps.flatMap((step, at) =>
      stepLines(step, at, byExchange.get(step.exchanges[0]) ?? [], options),
    ),
    ...(onlyThere.length === 0 ? [] : sideBySide(onlyThere, { paint, width, indent: 2, most: 100 })),
    ...emulator.problems.flatMap((problem) =>
      wrap(`not understood: ${oneLine(problem)}`, width - 2).map((line) => paint.yellow(`  ${line}`)),
    ),
  ];
}

function stepLines(
  step: CanonicalStep,
  at: number,
  differences: readonly Difference[],
  options: TextOptions,
): string[] {
  const { paint, width } = options;
  const sign = differences.length > 0 ? paint.red("✗") : " ";
  const times = step.exchanges.length > 1 ? ` ×${step.exchanges.length}` : "";
  const number = paint.dim(`(exchange ${step.exchanges.join(", ")})`);
  const differing = new Set(differences.map(({ place }) => place));
  const shown = [...step.fields, ...step.messages].filter(({ place }) => !differing.has(place));
  const left = Math.min(50, Math.max(0, ...shown.map(({ place }) => place.length)));
  return [
    `${sign} ${at + 1}. ${step.service} ${paint.bold(step.operation)}${times} ${number}`,
    ...shown.map(({ place, value }) => {
      const start = `     ${padEnd(paint.dim(place), left)}  `;
      return start + cut(oneLine(value), Math.max(20, width - 7 - Math.max(left, place.length)));
    }),
    ...sideBySide(differences, { paint, width, indent: 5, most: 100 }),
  ];
}

/** Places by why they are masked: there are few reasons, and many places. */
function maskedLines(
  { emulator, cloud }: NonNullable<TestDocument["traces"]>,
  { paint, width }: TextOptions,
): string[] {
  const all = [...emulator.masked, ...(cloud?.masked ?? [])];
  const masked = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  if (masked.length === 0) return [];
  const reasons = Map.groupBy(masked, ({ why }) => why);
  return [
    "",
    paint.bold("  Masked"),
    ...[...reasons].flatMap(([why, places]) => [
      ...wrap(oneLine(why), width - 2).map((line) => `  ${line}`),
      ...places.map(({ place }) => paint.dim(`    ${cut(oneLine(place), width - 4)}`)),
    ]),
  ];
}
