import { type ServiceName, type WrittenCall, writtenCall } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import { isAzure } from "../sides/grants.ts";
import { type Access, accessOf } from "./callers.ts";
import { callCode } from "./js-calls.ts";
import { JsWriter } from "./js-values.ts";
import type { Reference } from "./marked.ts";
import type { RequestToSend } from "./recorded-requests.ts";
import { callerName, rawAccess } from "./script-clients.ts";
import { segmentsOf } from "./segments.ts";

/** A step as it stands in a script. */
export interface StepCode {
  readonly code: string;
  readonly call: WrittenCall;
  readonly caller: string;
  readonly access: Access;
  readonly classes: readonly string[];
}

async function written(service: ServiceName, step: Step, cwd: string | undefined): Promise<WrittenCall> {
  const { operation, input, via } = step;
  return writtenCall(service, operation, input, {
    ...(via !== undefined && { via }),
    ...(cwd !== undefined && { cwd }),
  });
}

/** The code of a step; references are those of its whole sequence. */
export async function stepCode(
  service: ServiceName,
  step: Step,
  index: number,
  references: readonly Reference[],
  cwd: string | undefined,
): Promise<StepCode> {
  const call = await written(service, step, cwd);
  return codeOf(
    service,
    { operation: step.operation, call, access: accessOf(service, step) },
    index,
    references,
  );
}

/** A call with what lets it in. */
interface CallToMake {
  readonly operation: string;
  readonly call: WrittenCall;
  readonly access: Access;
}

/** The code of a recorded request. */
export function requestCode(
  service: ServiceName,
  { operation, access, request, pause }: RequestToSend,
  index: number,
  references: readonly Reference[],
): StepCode {
  const call: WrittenCall =
    typeof request === "string" ? { via: "masked", message: request } : { via: "raw", request };
  const made = codeOf(service, { operation, call, access }, index, references);
  if (pause === undefined) return made;
  const wait = `await new Promise((resolve) => setTimeout(resolve, ${pause * 1000}));`;
  return { ...made, code: `${wait}\n${made.code}` };
}

function codeOf(
  service: ServiceName,
  { operation, call, access }: CallToMake,
  index: number,
  references: readonly Reference[],
): StepCode {
  const caller = callerName(access, index);
  const writer = new JsWriter((at) => referenceCode(service, references[at]));
  const { code, classes } = performed(service, call, { caller, access, writer });
  const start = `const answer${index + 1} = await step(${JSON.stringify(operation)}, `;
  return { code: `${start}${code});`, call, caller, access, classes };
}

interface Performing {
  readonly caller: string;
  readonly access: Access;
  readonly writer: JsWriter;
}

/** A function that makes the call. */
function performed(
  service: ServiceName,
  call: WrittenCall,
  { caller, access, writer }: Performing,
): { readonly code: string; readonly classes: readonly string[] } {
  if (call.via === "masked") {
    const reason = `not sent: ${call.message}`;
    return { code: `() => Promise.reject(${JSON.stringify(reason)})`, classes: [] };
  }
  if (call.via === "raw") return { code: `() => ${rawCode(service, call, access, writer)}`, classes: [] };
  const { before, last, classes } = callCode(call.calls, caller, writer);
  const plain =
    before.length === 0
      ? `() =>${chained(last)}`
      : `async () => {\n${[...before, `return ${last.join("")};`].map((line) => `  ${line}`).join("\n")}\n}`;
  const { headers, query } = call.added;
  const more = {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const code = isAddingCall(call) ? `() => adding(${writer.value(more, "  ")}, ${plain})` : plain;
  return { code, classes };
}

/** How long a chain of calls may be to stand on one line. */
const longest = 60;

function chained(links: readonly string[]): string {
  const line = links.join("");
  return line.length <= longest || links.length < 3 ? ` ${line}` : `\n  ${links.join("\n    ")}`;
}

function rawCode(
  service: ServiceName,
  { request }: Extract<WrittenCall, { via: "raw" }>,
  access: Access,
  writer: JsWriter,
): string {
  const { method, url, headers, body = "" } = request;
  const content = writer.value(body, "  ");
  const parts = [JSON.stringify(method), writer.inAddress(url), writer.value(headers, "  "), content];
  return `send(${[...parts, rawAccess(service, access)].join(", ")})`;
}

/** How a reference is read while the script runs. */
function referenceCode(service: ServiceName, reference: Reference | undefined): string {
  if (reference === undefined) return "undefined";
  if ("$endpoint" in reference) {
    const path = segmentsOf(reference.$endpoint).map((each) =>
      each.is === "token" ? `\${${each.token}}` : each.is === "text" ? escaped(each.text) : "",
    );
    return `\`\${endpoint}${path.join("")}${reference.signed === true && isAzure(service) ? `?\${readSas}` : ""}\``;
  }
  const answer = `answer${reference.$from + 1}`;
  const [where, path = ""] = reference.at.split(/ (.*)/s);
  const value =
    where === "header"
      ? `${answer}.headers[${JSON.stringify(path.toLowerCase())}]`
      : `inBody(${answer}, ${JSON.stringify(path)})`;
  if (reference.otherwise === undefined) return value;
  return `given(${answer}, ${value}, ${new JsWriter(() => "undefined").value(reference.otherwise)})`;
}

function escaped(text: string): string {
  return text.replace(/[`\\]|\$\{/g, "\\$&");
}

/** Whether something goes into its request that the SDK has no option for. */
export function isAddingCall(call: WrittenCall): boolean {
  if (call.via !== "sdk") return false;
  return Object.keys(call.added.headers).length + Object.keys(call.added.query).length > 0;
}
