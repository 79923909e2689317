import { charactersOf, charsetPattern, type FormatName, format, type StringType } from "../../model/index.ts";
import { nearRanges } from "../byte-ranges.ts";
import { inserted, positions } from "./stretched.ts";

/** What stands next to what is often allowed, and what often has a meaning of its own. */
const strangers = [..." _-.,:;/\\@#$%&+=?*!~^|'\"`<>()[]{}", "A", "a", "0", "\t", "\u007f", "é", "漢", "😀"];

/** Characters just outside a set, nearest first. */
function outside(charset: string): readonly string[] {
  const allowed = charsetPattern(charset);
  const neighbours = charactersOf(charset)
    .flatMap((char) => [codeOf(char) - 1, codeOf(char) + 1])
    .filter((code) => code >= 0 && code < 0xd8_00)
    .map((code) => String.fromCodePoint(code));
  const all = [...neighbours, ...strangers, "\u0000", "\u0001", "\uffff"];
  return [...new Set(all)].filter((char) => char.isWellFormed() && !allowed.test(char));
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** The sample with a character that is not allowed: in place of one, before, and behind. */
export function* withStranger(charset: string, sample: string): Generator<string, undefined> {
  const middle = Math.floor(sample.length / 2);
  for (const char of outside(charset)) {
    yield sample.slice(0, middle) + char + sample.slice(middle + 1);
    yield char + sample.slice(1);
    yield sample.slice(0, -1) + char;
    yield inserted(sample, middle, char);
  }
}

/** The sample with one small thing changed. */
function* edits(sample: string): Generator<string, undefined> {
  yield sample.toUpperCase();
  yield sample.toLowerCase();
  yield ` ${sample}`;
  yield `${sample} `;
  yield `${sample}${sample}`;
  for (const at of positions(sample.length - 1)) {
    yield sample.slice(0, at) + sample.slice(at + 1);
    yield inserted(sample, at, sample.slice(at, at + 1));
  }
  for (const char of strangers) {
    yield char + sample;
    yield sample + char;
    yield inserted(sample, Math.floor(sample.length / 2), char);
    yield inserted(sample, Math.floor(sample.length / 2), char + char);
    yield char + sample.slice(1);
  }
  yield "";
}

/** Texts that are almost one of those allowed. */
export function* nearChoices(oneOf: readonly string[]): Generator<string, undefined> {
  for (const choice of oneOf) {
    yield choice.toUpperCase();
    yield choice.toLowerCase();
    yield choice.slice(0, 1).toUpperCase() + choice.slice(1).toLowerCase();
    yield `${choice}s`;
    yield choice.slice(0, -1);
    yield ` ${choice}`;
  }
  yield oneOf.slice(0, 2).join(",");
  yield "touchstone";
  yield "";
}

/** Texts that are almost of a format. */
function nearFormat(name: FormatName, sample: string): readonly string[] {
  return nearMisses[name]?.(sample) ?? nearBase64(sample, format(name).length !== undefined);
}

const nearMisses: Partial<Record<FormatName, (sample: string) => readonly string[]>> = {
  guid: (sample) => [
    sample.slice(0, -1),
    `${sample}0`,
    sample.replace(/[0-9a-f]/i, "g"),
    sample.replaceAll("-", "_"),
    `(${sample})`,
    "touchstone",
  ],
  "date-time": () => [
    "2024-13-01T10:00:00Z",
    "2024-01-32T10:00:00Z",
    "2024-01-31T25:00:00Z",
    "2024-01-31 10:00:00Z",
    "2024-01-31T10:00:00",
    "2024-1-31T10:00:00Z",
    "Wed, 31 Jan 2024 10:00:00 GMT",
    "1706695200",
    "yesterday",
  ],
  "http-date": (sample) => [
    sample.replace(/ GMT$/, ""),
    sample.replace(/GMT$/, "CET"),
    sample.replace(/^..., /, ""),
    sample.replace(/^.../, (day) => day.toLowerCase()),
    sample.replace(/:\d\d /, " "),
    "Wed, 31 Foo 2024 10:00:00 GMT",
    "2024-01-31T10:00:00Z",
    "1706695200",
    "yesterday",
  ],
  etag: (sample) => [
    sample.slice(0, -1),
    sample.slice(1),
    sample.replaceAll('"', "'"),
    `${sample}, ${sample}`,
    `W/${sample.replaceAll('"', "")}`,
    "not an etag",
    "**",
  ],
  url: (sample) => [
    sample.replace(/^\w+:/, ""),
    sample.replace(/^https?:/, "ftp:"),
    sample.replace("://", ":/"),
    sample.replace(/^(\w+:\/\/)[^/]*/, "$1"),
    sample.replace(/^(\w+:\/\/)/, "$1["),
    "touchstone",
  ],
  "byte-range": nearRanges,
  "byte-range-from": nearRanges,
  "closed-byte-range": nearRanges,
  "page-range": nearRanges,
  arn: (sample) => [
    sample.split(":").slice(0, -1).join(":"),
    sample.replace(/^arn:/, ""),
    sample.replace(/^arn:[^:]*/, "arn:"),
    sample.replaceAll(":", "/"),
    "touchstone",
  ],
  json: () => ["{", "{a:1}", "{'a':1}", '{"a":1,}', "undefined", "[1", ""],
  "mime-type": () => ["text", "text/", "/plain", "text plain", "text/plain;", "text/plain/html"],
  "header-value": (sample) => [` ${sample}`, `${sample} `, `${sample}\t${sample}`, `${sample}é`, "\u007f"],
};

function nearBase64(sample: string, isDigest: boolean): readonly string[] {
  const bytes = Buffer.from(sample, "base64");
  const otherLengths = isDigest
    ? [bytes.subarray(1), Buffer.concat([bytes, Buffer.from([0])])].map((other) => other.toString("base64"))
    : [];
  return [
    sample.replace(/^./, "*"),
    sample.replace(/=+$/, "") === sample ? sample.slice(0, -1) : sample.replace(/=+$/, ""),
    `${sample}=`,
    sample.replace(/^../, "-_"),
    `${sample.slice(0, 1)} ${sample.slice(2)}`,
    ...otherLengths,
    bytes.toString("hex"),
  ];
}

/** Those characters of a set that stand at its edges, where the next one is not allowed. */
export function edgesOf(charset: string): readonly string[] {
  const allowed = charsetPattern(charset);
  const isAllowed = (code: number) =>
    code >= 0 && !(code >= 0xd800 && code < 0xe000) && allowed.test(String.fromCodePoint(code));
  return charactersOf(charset).filter((char) => !isAllowed(codeOf(char) - 1) || !isAllowed(codeOf(char) + 1));
}

/** The texts that a refinement of the type is tried with. */
export function missesOf(type: StringType, samples: readonly string[]): Iterable<string> {
  const { format: name } = type;
  const ofFormat = name === undefined ? [] : samples.flatMap((sample) => nearFormat(name, sample));
  return [...ofFormat, ...samples.flatMap((sample) => [...edits(sample)])];
}
