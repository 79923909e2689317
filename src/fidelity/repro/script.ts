import { isSuccess, type ServiceName } from "../../clouds/index.ts";
import { fateOf, isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import type { Outcome } from "../pair/performed.ts";
import { isAzure } from "../sides/grants.ts";
import { answerCheck } from "./answer-check.ts";
import { readAccess } from "./callers.ts";
import { withLooks } from "./looks.ts";
import { marked } from "./marked.ts";
import { expectedOutcome, summaryOf } from "./outcome-text.ts";
import { recordedRequests } from "./recorded-requests.ts";
import { clientOf, sasExpression, sdkPackage, settingsOf, whereLines } from "./script-clients.ts";
import { endLines } from "./script-end.ts";
import {
  accountSas,
  adding,
  addingPolicy,
  addingToStorage,
  amazonSend,
  azureHmac,
  azureSend,
  givenValues,
  performing,
  policySas,
  readingBodies,
  storageText,
  tableText,
  valuesInJson,
  valuesInXml,
  watching,
} from "./script-helpers.ts";
import { isAddingCall, requestCode, type StepCode, stepCode } from "./script-steps.ts";
import { tokensIn } from "./segments.ts";

/** How a script is written. */
export interface ScriptOptions {
  readonly cwd?: string;
  /** Where it goes if it is given no endpoint; where emulators usually are if nothing is said. */
  readonly endpoint?: string;
}

/**
 * A finding as a program that stands alone: it calls the vendor's SDK as we do, prints each answer, and ends with 1 if
 * the last is not the one that was expected, as far as answers tell.
 */
export async function scriptOf(finding: Finding, { cwd, endpoint }: ScriptOptions = {}): Promise<string> {
  const { service } = finding;
  const { finding: shown, looks } = withLooks(finding);
  const steps = await stepsOf(shown, cwd);
  const body = [...steps.map(({ code }) => code), ...endLines(finding, looks)].join("\n");
  const helpers = helpersFor(finding, steps, body);
  const opened = openedClients(service, steps);
  const code = [
    ...headLines(finding),
    ...importLines(service, steps, opened.classes, `${helpers}\n${body}`),
    "",
    ...whereLines(service, endpoint),
    ...nameLines(finding),
    "",
    ...(isAdding(steps) ? [addingPolicy.trim(), ""] : []),
    ...(finding.exchanges === undefined
      ? [settingsOf(service, { isAdding: isAdding(steps), isOnce: fateOf(finding) !== undefined })]
      : []),
    ...opened.lines,
    watching,
    "",
    body,
    helpers,
  ].join("\n");
  return `${code}\n`;
}

async function stepsOf(finding: Finding, cwd: string | undefined): Promise<readonly StepCode[]> {
  const { service } = finding;
  if (finding.exchanges !== undefined) {
    const { requests, references } = await recordedRequests(finding);
    return requests.map((request, index) => requestCode(service, request, index, references));
  }
  const { sequence, references } = marked(service, finding.sequence);
  return Promise.all(sequence.map((step, index) => stepCode(service, step, index, references, cwd)));
}

function headLines(finding: Finding): string[] {
  const { id, service, emulator, reference, exchanges } = finding;
  return [
    `// ${id}: ${summaryOf(finding)}`,
    `// Found on ${emulator.label}; ${isNeverAnswered(finding) || isAnyAnswerRight(finding) ? `expected is ${expectedOutcome(finding)}` : `expected as ${reference.label} answers`}.`,
    "//",
    ...(exchanges === undefined
      ? [`//   npm install ${sdkPackage(service)}`]
      : [
          "// These are requests as they were recorded, and so no SDK sends them. Their names are those of the recording: run it",
          "// where they are free.",
          "//",
        ]),
    "//   node repro.mjs [ENDPOINT]",
  ].map((line) => line.replace(/[\r\n\u2028\u2029]+/g, " "));
}

/** Imports of what the rest uses, and of nothing else. */
function importLines(
  service: ServiceName,
  steps: readonly StepCode[],
  clients: readonly string[],
  rest: string,
): string[] {
  const sdk = [...new Set([...clients, ...steps.flatMap(({ classes }) => classes)])].toSorted();
  const hashes = ["createHash", "createHmac"].filter((name) => rest.includes(`${name}(`));
  return [
    ...(hashes.length > 0 ? [`import { ${hashes.join(", ")} } from "node:crypto";`] : []),
    'import { subscribe } from "node:diagnostics_channel";',
    ...(rest.includes("https : http")
      ? ['import http from "node:http";', 'import https from "node:https";']
      : []),
    ...(sdk.length > 0 ? [`import { ${sdk.join(", ")} } from "${sdkPackage(service)}";`] : []),
  ];
}

/** Names that nobody had before, as long as those that it was found with. */
function nameLines({ sequence }: Finding): string[] {
  const tokens = tokensIn(sequence);
  if (tokens.length === 0) return [];
  return [
    "// Names that are new in each run.",
    'const run = Math.random().toString(36).slice(2, 7).padEnd(5, "0");',
    ...tokens.map((token, index) => `const ${token} = \`t\${run}${String(index).padStart(2, "0")}\`;`),
  ];
}

function openedClients(
  service: ServiceName,
  steps: readonly StepCode[],
): { readonly lines: readonly string[]; readonly classes: readonly string[] } {
  const used = new Map(
    steps.filter(({ call }) => call.via === "sdk").map(({ caller, access }) => [caller, access]),
  );
  const clients = [...used].map(([name, access]) => ({
    name,
    ...clientOf(service, access, isAdding(steps)),
  }));
  const readSas = steps.some(({ code }) => code.includes("readSas}"));
  return {
    lines: [
      ...clients.map(({ name, code }) => `const ${name} = ${code};`),
      ...(readSas ? [`const readSas = ${sasExpression(readAccess)};`] : []),
    ],
    classes:
      service === "azure-table" && clients.length > 0
        ? ["TableClient", "TableServiceClient", ...clients.flatMap(({ classes }) => classes)]
        : clients.flatMap(({ classes }) => classes),
  };
}

function isAdding(steps: readonly StepCode[]): boolean {
  return steps.some(({ call }) => isAddingCall(call));
}

function helpersFor(finding: Finding, steps: readonly StepCode[], body: string): string {
  const { service } = finding;
  const check = body.includes("valuesAt(") ? answerCheck(finding) : "";
  const isRaw = steps.some(({ call }) => call.via === "raw");
  const isSas = steps.some(({ access }) => access.by === "sas") || body.includes("readSas}");
  const isByPolicy = steps.some(({ access }) => access.by === "policy-sas");
  return [
    performing([finding.emulator, finding.reference].some(isRefusedInBody)),
    ...(body.includes("given(") ? [givenValues] : []),
    ...(body.includes("inBody(") ? [readingBodies] : []),
    ...(typeof check === "string" ? [] : [check.in === "xml" ? valuesInXml : valuesInJson]),
    ...(isAdding(steps) ? [adding] : []),
    ...(isAdding(steps) && service !== "azure-table" ? [addingToStorage] : []),
    ...(!isAzure(service)
      ? isRaw
        ? [amazonSend(service === "s3" ? "s3" : "dynamodb")]
        : []
      : [
          ...(isRaw || isSas || isByPolicy ? [azureHmac] : []),
          ...(isSas ? [accountSas(letterOf(service))] : []),
          ...(isByPolicy ? [policySas(service)] : []),
          ...(isRaw ? [azureSend(service === "azure-table" ? tableText : storageText)] : []),
        ]),
  ].join("\n");
}

/** Begun as a success, and none by what stands in the body. */
function isRefusedInBody(outcome: Outcome): boolean {
  return outcome.status !== null && outcome.status < 300 && !isSuccess(outcome);
}

function letterOf(service: ServiceName): string {
  return service.replace("azure-", "").charAt(0);
}
