import { type ServiceName, writtenRequest } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import type { HttpRequest } from "../../model/index.ts";
import { fateOf } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { isAzure } from "../sides/grants.ts";
import { type Access, accessOf, publicCredentials, readAccess, usualEndpoint } from "./callers.ts";
import { type Aim, curlAccess, ownerSas, sasOf } from "./curl-access.ts";
import { type Sum, sumLines, withChecksums } from "./curl-checksums.ts";
import { isToldByOutcome, statusFunction, verdictLines } from "./curl-end.ts";
import {
  bodyFunction,
  crc32Function,
  digestFunction,
  encodeFunction,
  givenFunction,
  headerFunction,
  nowLine,
  ownSignFunction,
  reachedFunction,
  signFunction,
} from "./curl-helpers.ts";
import { type LookAtState, namedLook, withLooks } from "./looks.ts";
import { marked, type Reference } from "./marked.ts";
import {
  expectedOutcome,
  foundOutcome,
  longestWait,
  sideTexts,
  summaryOf,
  tellingStep,
} from "./outcome-text.ts";
import { type RequestsToSend, type RequestToSend, recordedRequests } from "./recorded-requests.ts";
import { tokensIn } from "./segments.ts";
import { SdkWatch } from "./sent-by-sdk.ts";
import { referenceName, shAddress, shContent, shInside, shText } from "./sh-text.ts";

/** How lines with curl are written. */
export interface CurlOptions {
  /** For a cloud, credentials are the variables of whoever runs the lines. */
  readonly aim?: Aim;
  readonly cwd?: string;
  /** Where they go if they are given no endpoint; the cloud, or where emulators usually are, if nothing is said. */
  readonly endpoint?: string;
}

/** A finding as lines for a shell, which send the same requests with curl and show each answer. */
export async function curlOf(finding: Finding, options: CurlOptions = {}): Promise<string> {
  const { aim = "emulator", endpoint } = options;
  const { service } = finding;
  const where = endpoint === undefined ? endpointFor(service, aim) : inShell(endpoint);
  const { finding: shown, looks } = withLooks(finding);
  const { requests, references } = await requestsOf(shown, options);
  const used = new Set(references.flatMap((each) => ("$from" in each ? [each.$from] : [])));
  const first = requests.findIndex(({ request }) => typeof request !== "string");
  const steps: string[] = [];
  const verdict: string[] = [];
  for (const [index, { operation, access, request, sums, pause }] of requests.entries()) {
    const last = index === requests.length - 1;
    const isTelling = finding.exchanges === undefined ? index === tellingStep(finding) : last;
    const answer = `answer${index + 1}`;
    const isJudged = isTelling && typeof request !== "string" && isToldByOutcome(finding);
    if (isJudged) verdict.push(...verdictLines(finding, answer));
    steps.push(
      "",
      ...(pause === undefined ? [] : [`sleep ${pause}`]),
      `echo ${shText(`# ${index + 1}. ${operation}${isTelling ? expectation(finding) : ""}`)}`,
      ...(typeof request === "string"
        ? [`echo ${shText(request)}`]
        : requestLines(service, access, request, {
            aim,
            sums: sums ?? [],
            keptAs: used.has(index) || isJudged ? answer : undefined,
            isFirst: index === first,
            isToBeAnswered: isTelling && fateOf(finding) !== undefined,
          })),
      ...references.flatMap((each, at) => referenceLines(each, at, index)),
    );
  }
  const lines = [...addressLines(service, references), ...steps, ...unseenLines(finding, looks), ...verdict];
  const text = lines.join("\n");
  return `${[...headLines(finding, aim, where), ...functionsFor(service, text, aim), ...lines].join("\n")}\n`;
}

/** Five letters or digits that nobody had before. */
const newRun = "run=$(head -c 200 /dev/urandom | LC_ALL=C tr -dc a-z0-9 | head -c 5)";

/** Not every curl reads the variable by which `touchstone up` says whom to trust, and one of curl's own may say otherwise. */
const trustLines = [
  "# For an endpoint of https: whom to trust.",
  '[ -z "$SSL_CERT_FILE" ] || export CURL_CA_BUNDLE="$SSL_CERT_FILE"',
];

function headLines(finding: Finding, aim: Aim, where: string): string[] {
  const { id, service, sequence } = finding;
  const tokens = tokensIn(sequence);
  return [
    "#!/bin/sh",
    `# ${id}: ${summaryOf(finding)}`.replace(/[\r\n]+/g, " "),
    `endpoint=\${1:-${where}}`,
    ...(aim === "emulator" ? trustLines : []),
    ...(isAzure(service) && aim === "cloud" ? ["sas=$SAS"] : []),
    ...(tokens.length > 0 ? ["# Names that are new in each run.", newRun] : []),
    ...tokens.map((token, index) => `${token}=t\${run}${String(index).padStart(2, "0")}`),
  ];
}

function endpointFor(service: ServiceName, aim: Aim): string {
  return aim === "cloud" ? cloudEndpoint(service) : usualEndpoint(service);
}

/** An address as it can stand there: what means something to a shell is as good encoded. */
function inShell(address: string): string {
  return address.replace(/[^\w.:/@%+,~[\]-]/gu, (letter) =>
    Buffer.from(letter).toString("hex").replace(/../g, "%$&"),
  );
}

function cloudEndpoint(service: ServiceName): string {
  const kind = service.replace("azure-", "");
  return isAzure(service)
    ? `https://$ACCOUNT.${kind}.core.windows.net`
    : `https://${service}.us-east-1.amazonaws.com`;
}

function functionsFor(service: ServiceName, text: string, aim: Aim): string[] {
  const sign = aim === "cloud" ? ownSignFunction : signFunction(publicCredentials(service).secret);
  return [
    ...(text.includes("$now") ? [nowLine] : []),
    ...(text.includes(reachedLine) ? [reachedFunction] : []),
    ...(text.includes("$(given ") ? [givenFunction] : []),
    ...(text.includes("$(status_of ") ? [statusFunction] : []),
    ...(text.includes("$(header ") ? [headerFunction] : []),
    ...(text.includes("$(in_body ") ? [bodyFunction] : []),
    ...(text.includes("$(encode ") ? [encodeFunction] : []),
    ...(text.includes("| sign)") ? [sign] : []),
    ...(text.includes("| crc32)") ? [crc32Function] : []),
    ...(text.includes("| digest ") ? [digestFunction] : []),
  ];
}

function expectation(finding: Finding): string {
  const [first] = finding.differences;
  if (
    fateOf(finding) !== undefined ||
    !equalOutcomes(finding.emulator, finding.reference) ||
    first === undefined
  ) {
    return `: expected ${expectedOutcome(finding)}, found ${foundOutcome(finding)}`;
  }
  const { found, expected } = sideTexts(first);
  return `: expected ${expected}, found ${found} at ${first.place}`.replace(/\s+/g, " ");
}

/** Answers are shown whole, and a state is in none of them. */
function unseenLines(finding: Finding, looks: readonly LookAtState[]): string[] {
  const place = finding.differences[0]?.place ?? "";
  if (!equalOutcomes(finding.emulator, finding.reference) || !place.startsWith("state ")) return [];
  const where =
    looks.length > 0
      ? `in what ${looks.map(namedLook).join(" and ")} answers`
      : "in the state alone, which is not read here";
  return ["", `echo ${shText(`# Look at it yourself: it shows ${where}.`)}`];
}

/** The requests of a finding: those of its calls, or those that were recorded. */
async function requestsOf(finding: Finding, options: CurlOptions): Promise<RequestsToSend> {
  if (finding.exchanges !== undefined) return recordedRequests(finding);
  const { service } = finding;
  const { sequence, references } = marked(service, finding.sequence);
  // Of DynamoDB's requests no SDK adds anything, and Azure's are the SDK's already.
  using watch = service === "s3" ? await SdkWatch.open(service, options.cwd) : undefined;
  const requests: RequestToSend[] = [];
  for (const step of sequence) {
    const request = await requestOf(service, step, options);
    const sent = step.via === "raw" ? undefined : await watch?.sent(step.operation, step.input);
    const checked =
      typeof request === "string" || sent === undefined ? { request } : withChecksums(request, sent);
    requests.push({ operation: step.operation, access: accessOf(service, step), ...checked });
  }
  return { requests, references };
}

/** The request of a step, as the SDK would send it; a text that says why there is none. */
async function requestOf(
  service: ServiceName,
  { operation, input, via }: Step,
  { cwd, aim = "emulator" }: CurlOptions,
): Promise<HttpRequest | string> {
  // The SDK would have signed every part, for nobody.
  const isBlobBatch = service === "azure-blob" && operation.endsWith("_SubmitBatch");
  const by = isBlobBatch ? "raw" : via;
  const request = await writtenRequest(service, operation, input, {
    ...(by !== undefined && { via: by }),
    ...(cwd !== undefined && { cwd }),
  });
  if ("message" in request) return `it is not sent: ${request.message}`;
  return isBlobBatch && aim === "emulator" ? withSignedParts(service, request) : sameEachTime(request);
}

/** Names of a batch's parts are new each time. */
function sameEachTime(request: HttpRequest): HttpRequest {
  const { headers, body } = request;
  const same = (text: string) => text.replace(/(batch|changeset)_[0-9a-f-]{36}/g, "$1_1");
  return {
    ...request,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, same(value)])),
    ...(body !== undefined && { body: typeof body === "string" ? same(body) : body }),
  };
}

/** The parts of a batch of blobs are let in one by one. */
function withSignedParts(service: "azure-blob", request: HttpRequest): HttpRequest {
  const { id } = publicCredentials(service);
  const body = Buffer.from(request.body ?? "").toString("utf8");
  const signed = body.replace(
    /^(DELETE|PUT) (\/\S*) HTTP/gm,
    (_, method: string, path: string) =>
      `${method} ${path.startsWith(`/${id}/`) ? "" : `/${id}`}${path}${path.includes("?") ? "&" : "?"}${ownerSas(service)} HTTP`,
  );
  return { ...request, body: signed };
}

interface Line {
  readonly aim: Aim;
  /** Headers that are made of the content. */
  readonly sums: readonly Sum[];
  /** The variable that keeps the answer for later lines. */
  readonly keptAs: string | undefined;
  /** Nobody was asked before: it tells whether somebody is there. */
  readonly isFirst: boolean;
  /** The lines end where it is not answered. */
  readonly isToBeAnswered: boolean;
}

const curl = `curl -sS -i --max-time ${longestWait}`;

function requestLines(
  service: ServiceName,
  by: Access,
  request: HttpRequest,
  { aim, sums, keptAs, isFirst, isToBeAnswered }: Line,
): string[] {
  const { method, headers, body } = request;
  const access = curlAccess(service, by, request, aim);
  const summed = sumLines(sums, body);
  const hasBody = body !== undefined && Buffer.byteLength(body) > 0;
  const words = [
    curl,
    ...(method === "HEAD" ? ["--head"] : method === "GET" && !hasBody ? [] : [`-X ${method}`]),
    addressOf(service, request.url, access.query),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${shText(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...summed.words,
    ...bodyWords(request, hasBody),
    ...access.words,
  ];
  const sent = words.join(" \\\n  ").replace(`${curl} \\\n  `, `${curl} `);
  const line = hasBody ? `${shContent(body)} |\n  ${sent}` : sent;
  const [sending, shown] =
    keptAs === undefined ? [line, "echo"] : [`${keptAs}=$(${line})`, `printf '%s\\n' "$${keptAs}"`];
  const looks = [...(isFirst ? [reachedLine] : []), ...(isToBeAnswered ? [orEnd] : [])];
  return [...access.before, ...summed.before, sending, ...looks, shown];
}

const reachedLine = "reached $?";

/** Whatever is answered, `curl` ends with 0; it ends with something else where nothing is. */
const orEnd = "[ $? -eq 0 ] || { echo 'no answer, as found'; exit 1; }";

function bodyWords({ method, headers }: HttpRequest, hasBody: boolean): string[] {
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (hasBody) return ["--data-binary @-", ...(typed ? [] : ["-H Content-Type:"])];
  return method === "PUT" || method === "POST" || method === "PATCH" ? ["-H 'Content-Length: 0'"] : [];
}

/** Queries are signed in order, and with an equals sign each: older versions of curl leave that to us. */
function addressOf(service: ServiceName, url: string, more: string): string {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const pairs = query.split("&").filter((pair) => pair !== "");
  const ordered = isAzure(service)
    ? pairs
    : pairs.map((pair) => (pair.includes("=") ? pair : `${pair}=`)).toSorted();
  const whole = [...ordered.map(shAddress), ...(more === "" ? [] : [more])].join("&");
  const address = `"$endpoint${shAddress(path)}${whole === "" ? "" : `?${whole}`}"`;
  return /\/\.{1,2}(?:[/?]|$)/.test(url) ? `--path-as-is ${address}` : address;
}

function addressLines(service: ServiceName, references: readonly Reference[]): string[] {
  return references.flatMap((reference, index) => {
    if (!("$endpoint" in reference)) return [];
    const path = shInside(reference.$endpoint);
    const sas = reference.signed === true && isAzure(service) ? `?${sasOf(service, readAccess)}` : "";
    return [`${referenceName(index)}="$endpoint${path}${sas}"`];
  });
}

/** Takes from the answer of this step what later ones need. */
function referenceLines(reference: Reference, index: number, step: number): string[] {
  if (!("$from" in reference) || reference.$from !== step) return [];
  const [where, path = ""] = reference.at.split(/ (.*)/s);
  const name = path.match(/[^.[\]]+/g)?.at(-1) ?? "";
  const read =
    where === "header"
      ? `header "$answer${step + 1}" ${path.toLowerCase()}`
      : `in_body "$answer${step + 1}" ${name}`;
  if (reference.otherwise === undefined) return [`${referenceName(index)}=$(${read})`];
  const otherwise = shText(wireText(reference.otherwise));
  return [`${referenceName(index)}=$(given "$answer${step + 1}" "$(${read})" ${otherwise})`];
}

/** A value as requests have it. */
function wireText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
