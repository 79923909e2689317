import { allContracts } from "../../clouds/index.ts";
import { installedNear } from "../../lab/index.ts";
import type { Evidence } from "../../model/index.ts";
import { Redactor } from "../../wire/index.ts";
import { fateOf, isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import { writtenValue } from "../findings/written.ts";
import { namedRequest } from "../replay/recorded-request.ts";
import { curlOf } from "./curl.ts";
import { withLooks } from "./looks.ts";
import { expectedOutcome, fateWords, sideTexts, summaryOf, toldOutcome } from "./outcome-text.ts";
import { recordingOf } from "./reproduce-recorded.ts";
import { scriptOf } from "./script.ts";
import { sdkPackage } from "./script-clients.ts";

/** A finding as the text of an issue, ready to be reported to those who make the emulator. */
export async function issueText(finding: Finding, { cwd }: { readonly cwd: string }): Promise<string> {
  const { sequence, exchanges } = finding;
  const done =
    exchanges === undefined
      ? sequence.map(
          ({ operation, caller, input }) =>
            `${operation}${byWhom(caller)} \`${JSON.stringify(writtenValue(input))}\``,
        )
      : recordingOf(finding).exchanges.map((exchange) => namedRequest(exchange).operation);
  const [script, curl] = [await scriptOf(finding, { cwd }), await curlOf(finding, { cwd })];
  return [
    `# ${summaryOf(finding)}`,
    "",
    "## What was done",
    "",
    ...done.map((line, index) => `${index + 1}. ${line}`),
    "",
    "## What was expected",
    "",
    expectation(finding),
    ...evidenceLines(finding),
    "",
    "## What happened",
    "",
    happening(finding),
    ...lastWordLines(finding),
    ...differenceLines(finding),
    ...lookLines(finding),
    "",
    "## To see it",
    "",
    exchanges === undefined
      ? `With \`npm install ${sdkPackage(finding.service)}\`, as \`repro.mjs\`:`
      : "The requests as they were recorded, without an SDK, as `repro.mjs`:",
    "",
    ...fenced("js", script),
    "",
    "With curl:",
    "",
    ...fenced("sh", curl),
    "",
    "## Versions",
    "",
    ...versionLines(finding, cwd),
    "",
  ].join("\n");
}

function expectation(finding: Finding): string {
  const { reference } = finding;
  return isNeverAnswered(finding) || isAnyAnswerRight(finding)
    ? sentence(expectedOutcome(finding))
    : `${toldOutcome(reference)}${said(reference.message)}, as ${reference.label} answers.`;
}

function happening(finding: Finding): string {
  const { emulator } = finding;
  const fate = fateOf(finding);
  const ended = fate === undefined ? "" : `${emulator.label} ${fateWords[fate].past}: `;
  return `${ended}${toldOutcome(emulator)}${said(emulator.message)}.`;
}

/** By which calls the state shows. */
function lookLines(finding: Finding): string[] {
  const { looks } = withLooks(finding);
  const names = looks.map(({ operation }) => operation);
  return names.length === 0 ? [] : ["", `The state shows in what ${names.join(" and ")} answers afterwards.`];
}

/** What the process said at the end. */
function lastWordLines({ lastWords = [] }: Finding): string[] {
  if (lastWords.length === 0) return [];
  const text = new Redactor().text(lastWords.join("\n"));
  return ["", "Its last words:", "", ...fenced("", text)];
}

function byWhom(caller: string): string {
  return caller === "owner" ? "" : ` (${caller})`;
}

function said(message: string | null): string {
  return message === null || message === ""
    ? ""
    : ` (“${new Redactor().text(message.replace(/\s+/g, " "))}”)`;
}

/** How it is known what the real service does, where a contract says so. */
function evidenceLines({ contract }: Finding): string[] {
  const known = allContracts.find(({ id }) => id === contract);
  return known === undefined ? [] : ["", `${sentence(known.says)} (${sourceOf(known.evidence)})`];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function sourceOf(evidence: Evidence): string {
  switch (evidence.kind) {
    case "recorded":
      return `recorded: ${evidence.source}`;
    case "documented":
      return `documented: [${evidence.page}](${evidence.url})`;
    case "inferred":
      return `inferred: ${evidence.why}`;
  }
}

function differenceLines(finding: Finding): string[] {
  // Status and code are told already where they differ, and what became of the process; what became of the state is not.
  const outcome = equalOutcomes(finding.emulator, finding.reference)
    ? []
    : ["response.status", "response.code"];
  const told = fateOf(finding) === undefined ? outcome : [...outcome, "process"];
  const differences = finding.differences.filter(({ place }) => !told.includes(place));
  if (differences.length === 0) return [];
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |`;
  return [
    "",
    row(["where", "expected", "found"]),
    row(["---", "---", "---"]),
    ...differences.map((difference) => {
      const { found, expected } = sideTexts(difference);
      return row([difference.place, expected, found]);
    }),
  ];
}

/** The fence is longer than any in the text. */
function fenced(language: string, text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}

function versionLines({ emulator, reference, service, exchanges }: Finding, cwd: string): string[] {
  const name = sdkPackage(service);
  const sdk = installedNear(name, cwd) ?? installedNear(name, import.meta.dirname);
  return [
    `- found on ${emulator.label}, compared with ${reference.label}`,
    ...(sdk === undefined || exchanges !== undefined ? [] : [`- ${sdk.name} ${sdk.version}`]),
    `- Node ${process.versions.node}`,
  ];
}
