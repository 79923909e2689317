import {
  type CallerName,
  callerNames,
  isAtEndpoint,
  isFromAnswer,
  type Sequence,
  type Step,
  type Trial,
} from "../../explore/index.ts";
import { type Input, TouchstoneError } from "../../model/index.ts";

/** A step as JSON: what goes without saying, an owner's call with nothing wrong with it, is not said. */
export interface WrittenStep {
  readonly operation: string;
  readonly input: unknown;
  readonly caller?: CallerName;
  readonly tries?: Trial;
  readonly via?: "raw";
}

const nothingWrong: Trial = { kind: "valid" };

/** A sequence as JSON that reads back to the same; long texts and bytes that repeat themselves stay short. */
export function writtenSequence(sequence: Sequence): readonly WrittenStep[] {
  return sequence.map(({ operation, input, caller, tries, via }) => ({
    operation,
    ...(caller !== "owner" && { caller }),
    input: writtenFields(input),
    ...(tries.kind !== "valid" && { tries }),
    ...(via !== undefined && { via }),
  }));
}

/** The sequence that was written. */
export function readSequence(written: unknown): Sequence {
  if (!Array.isArray(written)) throw notUnderstood("a sequence");
  return written.map(readStep);
}

function readStep(written: unknown): Step {
  if (!isObject(written) || typeof written["operation"] !== "string" || !isObject(written["input"])) {
    throw notUnderstood("a step");
  }
  const caller = callerNames.find((name) => name === (written["caller"] ?? "owner"));
  if (caller === undefined) throw notUnderstood("a caller");
  return {
    operation: written["operation"],
    input: readFields(written["input"]),
    caller,
    tries: isTrial(written["tries"]) ? written["tries"] : nothingWrong,
    ...(written["via"] === "raw" && { via: "raw" as const }),
  };
}

function isTrial(value: unknown): value is Trial {
  return isObject(value) && typeof value["kind"] === "string";
}

/** From this length on a text or bytes that repeat themselves are written as what they repeat. */
const long = 32;
const longestPiece = 16;

/** A value of an input as JSON: what JSON has no form for becomes an object with one name that begins with `$`. */
export function writtenValue(value: unknown): unknown {
  if (typeof value === "string") return writtenText(value);
  if (typeof value === "number") return writtenNumber(value);
  if (typeof value === "bigint") return { $long: String(value) };
  if (value instanceof Uint8Array) return writtenBytes(value);
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(writtenValue);
  if (isStandIn(value)) return value;
  return isObject(value) ? writtenFields(value) : value;
}

function writtenText(text: string): unknown {
  if (!text.isWellFormed()) return { $utf16: unitsOf(text) };
  const piece = repeatedPiece(text);
  return piece === undefined ? text : { $repeat: [piece, text.length / piece.length] };
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function writtenNumber(number: number): unknown {
  return Number.isFinite(number) && !Object.is(number, -0)
    ? number
    : { $number: Object.is(number, -0) ? "-0" : String(number) };
}

function writtenBytes(bytes: Uint8Array): unknown {
  if (bytes.length > 0 && bytes.every((byte) => byte === 0)) return { $zeros: bytes.length };
  const piece = repeatedPiece(Buffer.from(bytes).toString("latin1"));
  if (piece === undefined) return { $bytes: Buffer.from(bytes).toString("base64") };
  return { $bytes: [Buffer.from(piece, "latin1").toString("base64"), bytes.length / piece.length] };
}

/** What a long text is many times over. */
function repeatedPiece(text: string): string | undefined {
  if (text.length < long) return undefined;
  for (let size = 1; size <= longestPiece; size++) {
    const piece = text.slice(0, size);
    if (text.length % size === 0 && piece.isWellFormed() && piece.repeat(text.length / size) === text) {
      return piece;
    }
  }
  return undefined;
}

function writtenFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.startsWith("$") ? `$${name}` : name, writtenValue(value)]),
  );
}

/** Only what looks exactly like one: anything else with such names is somebody's data. */
function isStandIn(value: unknown): boolean {
  if (!isObject(value)) return false;
  const names = Object.keys(value).toSorted().join();
  if (isFromAnswer(value)) {
    return names === "$from,at" && Number.isInteger(value.$from) && typeof value.at === "string";
  }
  if (!isAtEndpoint(value) || typeof value.$endpoint !== "string") return false;
  return names === "$endpoint" || (names === "$endpoint,signed" && value.signed === true);
}

const forms: Readonly<Record<string, (given: unknown) => unknown>> = {
  $utf16: (units) => numbersOf(units).reduce((text, unit) => text + String.fromCharCode(unit), ""),
  $repeat: (pair) => {
    const [piece, times] = pairOf(pair);
    return piece.repeat(times);
  },
  $long: (digits) => wholeOf(textOf(digits)),
  $number: (name) => Number(textOf(name)),
  $zeros: (length) => new Uint8Array(pairOf(["", length])[1]),
  $bytes: (given) => {
    const [piece, times] = typeof given === "string" ? [given, 1] : pairOf(given);
    return bytesOf(Buffer.from(piece, "base64"), times);
  },
};

/** The value that was written. */
export function readValue(written: unknown): unknown {
  if (Array.isArray(written)) return written.map(readValue);
  if (!isObject(written) || isStandIn(written)) return written;
  const [name = "", ...others] = Object.keys(written);
  const form = others.length === 0 && Object.hasOwn(forms, name) ? forms[name] : undefined;
  return form === undefined ? readFields(written) : form(written[name]);
}

function readFields(written: Readonly<Record<string, unknown>>): Input {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      name.startsWith("$$") ? name.slice(1) : name,
      readValue(value),
    ]),
  );
}

function bytesOf(piece: Uint8Array, times: number): Uint8Array {
  const bytes = new Uint8Array(piece.length * times);
  for (let at = 0; at < times; at++) bytes.set(piece, at * piece.length);
  return bytes;
}

function wholeOf(digits: string): bigint {
  if (!/^-?\d+$/.test(digits)) throw notUnderstood("a whole number");
  return BigInt(digits);
}

function textOf(given: unknown): string {
  if (typeof given !== "string") throw notUnderstood("a text");
  return given;
}

function numbersOf(given: unknown): readonly number[] {
  const isList = Array.isArray(given) && given.every((item) => typeof item === "number");
  if (!isList) throw notUnderstood("a list of numbers");
  return given;
}

function pairOf(given: unknown): readonly [piece: string, times: number] {
  if (!Array.isArray(given) || typeof given[0] !== "string" || !Number.isInteger(given[1]) || given[1] < 0) {
    throw notUnderstood("a piece and how often it is repeated");
  }
  return [given[0], given[1]];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function notUnderstood(what: string): TouchstoneError {
  return new TouchstoneError("TS_CATALOGUE", `a written sequence has something else where ${what} belongs`, {
    hint: "docs/reference/catalogue.md says how sequences are written.",
  });
}
