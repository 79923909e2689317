import { interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import { type Operation, present, resolve, type Type, type Types } from "../../model/index.ts";
import type { Finding } from "../findings/finding.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { tokensIn } from "./segments.ts";

/** Where a program finds in a raw answer what a finding differs in, and what is expected there. */
export type AnswerCheck = {
  readonly place: string;
  /** Null where there is to be nothing. */
  readonly expected: string | null;
} & (
  | { readonly in: "header"; readonly name: string }
  /** By the names of the fields, `Items[].Name`, or of the elements, `Items.Item.Name`. */
  | { readonly in: "json" | "xml"; readonly path: string; readonly isInList: boolean }
  | { readonly in: "body" }
);

const inHeader = "response.header.";
const inBody = "response.body.";

/** How the first difference of a finding is checked; a text that says why one has to look at it oneself. */
export function answerCheck(finding: Finding): AnswerCheck | string {
  const { differences, exchanges, service, operation: name } = finding;
  const [first] = differences;
  if (first === undefined) return "what differs is not told";
  const { place, reference: expected } = first;
  if (place.startsWith("state ")) return "it shows in the state alone, which is not looked at here";
  if (place === "response.message") return "only the words differ, which nobody promises";
  if (exchanges !== undefined) return `${place} is not looked at here`;
  const why = whyUncheckable(finding, first);
  if (why !== undefined) return why;
  if (place.startsWith(inHeader)) {
    return { place, expected, in: "header", name: place.slice(inHeader.length) };
  }
  if (place === "response.body" && first.emulator === noBody) return { place, expected, in: "body" };
  return bodyCheck(service, operationOf(service, name), first) ?? `${place} is not looked at here`;
}

const noBody = "the body is missing";

/** Values that are another each time or on each side, secrets, and texts that were cut short. */
const volatile = /‹|…$|REDACTED|^multipart\/|\((?:endpoint|host|signature|account)\)/;

/** What stands in the place of something that has no one value in the answer. */
const ourWords = /^"(?:somebody|a secret|an address)"$|^\d+ items$/;

function whyUncheckable(
  { sequence }: Finding,
  { place, emulator, reference }: PlaceDifference,
): string | undefined {
  const known = tokensIn(sequence);
  const isForeign = tokensIn([place, reference]).some((token) => !known.includes(token));
  if (isForeign || volatile.test(reference ?? "")) return `the value at ${place} is another each time`;
  const isOurs = ourWords.test(emulator ?? "") || ourWords.test(reference ?? "");
  return isOurs ? `there is no one value at ${place}` : undefined;
}

function bodyCheck(
  service: ServiceName,
  operation: Operation,
  { place, reference }: PlaceDifference,
): AnswerCheck | undefined {
  const fields = place.slice(inBody.length);
  // A batch is taken apart by other rules, and what is no document has no fields.
  if (!place.startsWith(inBody) || operation.bodyFormat === "multipart" || fields.startsWith("(")) {
    return undefined;
  }
  const expected = reference === null ? null : leafText(reference);
  if (expected === undefined) return undefined;
  const isInList = fields.includes("[]");
  if (answersJson(service, operation)) return { place, expected, in: "json", path: fields, isInList };
  const elements = elementsAt(operation.output.body, fields, interfaceOf(service).types);
  return elements && { place, expected, in: "xml", path: elements.join("."), isInList };
}

/** Tables tell in XML what all services of Azure have: their settings and their policies. */
function answersJson(service: ServiceName, { http }: Operation): boolean {
  return service === "dynamodb" || (service === "azure-table" && !Object.hasOwn(http.query, "comp"));
}

/** Texts stand in quotes among the fields of a body. */
function leafText(told: string): string | undefined {
  if (!told.startsWith('"')) return told;
  try {
    return String(JSON.parse(told));
  } catch {
    return undefined;
  }
}

/** The elements that lead to a field, from the root's children on; nothing where it is an attribute. */
function elementsAt(declared: Type, fields: string, types: Types): readonly string[] | undefined {
  if (fields === "") return [];
  const type = resolve(present(declared), types);
  if (type.kind === "array" && fields.startsWith("[]")) {
    const rest = elementsAt(type.items, fields.slice(2).replace(/^\./, ""), types);
    return type.flat ? rest : rest && [type.element ?? "member", ...rest];
  }
  if (type.kind !== "object") return undefined;
  const [name = ""] = /^[^.[]*/.exec(fields) ?? [];
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field === undefined) return type.open && name === fields ? [name] : undefined;
  if (field.attribute ?? present(field).attribute) return undefined;
  const rest = elementsAt(field, fields.slice(name.length).replace(/^\./, ""), types);
  return rest && [field.wire ?? present(field).wire ?? name, ...rest];
}
