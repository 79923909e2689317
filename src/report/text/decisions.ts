import type { RunDocument } from "../run/document.ts";
import { counted, labelled } from "./layout.ts";
import type { TextOptions } from "./text-report.ts";

const tiers: Readonly<Record<number, string>> = {
  1: "each request is known by its test",
  2: "each request is known by its process",
  3: "each test runs by itself",
  4: "the command counts as a whole",
};

/** What makes the decisions of a run believable. */
export function decisionLines(document: RunDocument, { paint, width }: TextOptions): string[] {
  const line = (label: string, about: string) => {
    const [first = "", ...more] = labelled(label, about, { indent: 2, label: 11, width });
    return [first.replace(label, paint.dim(label)), ...more].map((text) => text.replaceAll("\u00a0", " "));
  };
  return [
    paint.bold(headline(document)),
    ...line("decided", decided(document)),
    ...line("requests", attributed(document)),
    ...evidenceTexts(document).flatMap((text) => line("evidence", text)),
    ...checkedTexts(document).flatMap((text) => line("checked", text)),
    ...document.risk.flatMap((text, at) => line(at === 0 ? "risk" : "", text)),
  ];
}

function headline({ tests, emulators, policy, started, ended }: RunDocument): string {
  const seconds = (Date.parse(ended) - Date.parse(started)) / 1000;
  const where = emulators.length === 0 ? "" : ` on ${emulators.join(", ")}`;
  return `${counted(tests.length, "test")}${where} · policy ${policy} · ${seconds.toFixed(1)} s`;
}

const unsentWords: Readonly<Partial<Record<RunDocument["access"], string>>> = {
  "dry run": "would be sent",
  deferred: "put off",
};

function decided({ kept, sent, unsent, access, notObserved, learned }: RunDocument): string {
  const kinds = Object.entries(kept).filter(([, count]) => count > 0);
  const keptCount = kinds.reduce((sum, [, count]) => sum + count, 0);
  const because =
    kinds.length === 0 ? "" : ` (${kinds.map(([kind, count]) => `${kind} ${count}`).join(", ")})`;
  return [
    `${keptCount} kept${because}`,
    `${sent} sent`,
    ...(unsent === 0 ? [] : [`${unsent} ${unsentWords[access] ?? "not sent that should have been"}`]),
    `${notObserved} not observed`,
    ...(learned === 0 ? [] : [`${learned} learned`]),
  ]
    .map(together)
    .join("\u00a0· ");
}

/** Kept on one line where a line breaks: the blanks are put back behind that. */
function together(words: string): string {
  return words.length > 40 ? words : words.replaceAll(" ", "\u00a0");
}

function attributed({ runner, tier, unattributed }: RunDocument): string {
  const rest = unattributed === 0 ? "" : `; ${unattributed} belong to no test, and count for every one`;
  return `attributed by ${runner}, tier ${tier}: ${tiers[tier] ?? ""}${rest}`;
}

function evidenceTexts({ oldestEvidence }: RunDocument): string[] {
  if (oldestEvidence === null) return [];
  const { learned, days } = oldestEvidence;
  const ago = days === 0 ? "today" : `${counted(days, "day")} ago`;
  return [`the oldest is of ${learned.slice(0, 10)} (${ago})`];
}

function checkedTexts({ revalidated }: RunDocument): string[] {
  const { tests, disagreed, upperBound } = revalidated;
  if (upperBound === null) return [];
  const share = (upperBound * 100).toFixed(1);
  return [
    `${tests} of the kept on the cloud, ${disagreed} disagreed: at most ${share}% of such decisions are wrong (95%)`,
  ];
}
