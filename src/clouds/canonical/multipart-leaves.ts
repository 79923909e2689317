import type { Leaf } from "./content.ts";

type Structured = (text: string, contentType: string) => readonly Leaf[] | undefined;

/** What names of headers inside a batch are told with, so that they are known for headers. */
export const innerHeader = "header ";

/** The mark between the parts, which somebody makes up for every batch. */
const boundary = /multipart\/mixed\s*;.*?boundary="?([^";]+)"?/is;

/** A batch as its parts, each with its start line, headers and body; change sets are parts of parts. */
export function multipartLeaves(
  text: string,
  contentType: string,
  structured: Structured,
): readonly Leaf[] | undefined {
  const mark = boundary.exec(contentType)?.[1]?.trim();
  if (mark === undefined || !text.includes(`--${mark}`)) return undefined;
  const leaves: Leaf[] = [];
  addParts(leaves, "", text, mark, structured);
  return leaves;
}

function addParts(leaves: Leaf[], place: string, text: string, mark: string, structured: Structured): void {
  const [before = "", ...rest] = splitAt(mark, text);
  const parts = rest.slice(0, -1).map((part) => part.replace(/^\r?\n/, ""));
  leaves.push({ place: `${place}parts`, name: "", value: `${parts.length} parts`, form: "size" });
  for (const beside of [before, rest.at(-1) ?? ""]) {
    if (beside.trim() !== "") leaves.push({ place: `${place}parts(text)`, name: "", value: beside });
  }
  for (const part of parts) addPart(leaves, `${place}part.`, part, mark, structured);
}

/** A line that may stand between two parts. */
const dashed = /(?:^|\r?\n)--([^\r\n]*)(?=\r?\n|$)/g;

/** What stands before, between and behind the lines with the mark. */
function splitAt(mark: string, text: string): readonly string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: line, 1: name = "", index } of text.matchAll(dashed)) {
    if (!name.startsWith(mark) || !/^(?:--)?[ \t]*$/.test(name.slice(mark.length))) continue;
    pieces.push(text.slice(end, index));
    end = index + line.length;
  }
  return [...pieces, text.slice(end)];
}

function addPart(leaves: Leaf[], place: string, part: string, mark: string, structured: Structured): void {
  const [head, rest] = splitHead(part);
  const lines = head.split(/\r?\n/);
  const type = lineOf(lines, "content-type");
  const nested = boundary.exec(type)?.[1]?.trim();
  const others = lines.filter((line) => !/^content-(?:type|length)\s*:/i.test(line) && line !== "");
  leaves.push({ place: `${place}type`, name: "", value: type.replace(/;.*/s, "") });
  addHeaders(leaves, place, others, undefined);
  if (nested !== undefined) addParts(leaves, place, rest, nested, structured);
  else if (/application\/http/i.test(type))
    addMessage(leaves, place, withoutMark(leaves, place, rest, mark), structured);
  else leaves.push({ place: `${place}(text)`, name: "", value: rest });
}

/** Azurite writes the mark once more before a part that refuses a whole change set. */
function withoutMark(leaves: Leaf[], place: string, text: string, mark: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  if (first.trim() !== mark) return text;
  leaves.push({ place: `${place}(text)`, name: "", value: "the mark between the parts" });
  return text.slice(first.length).replace(/^\r?\n/, "");
}

function addMessage(leaves: Leaf[], place: string, text: string, structured: Structured): void {
  const [head, body] = splitHead(text);
  const [start = "", ...lines] = head.split(/\r?\n/);
  const status = /^HTTP\/\S+ (\d+)/.exec(start)?.[1];
  const isRefusal = status !== undefined && Number(status) >= 400;
  leaves.push(
    status === undefined
      ? { place: `${place}request`, name: "", value: start }
      : { place: `${place}status`, name: "", value: status, form: "size" },
  );
  addHeaders(leaves, place, lines, isRefusal);
  const trimmed = body.replace(/\s+$/, "");
  if (trimmed === "") return;
  const inner = structured(trimmed, lineOf(lines, "content-type"));
  const found = inner ?? [{ place: "(text)", name: "", value: trimmed }];
  for (const leaf of found) leaves.push({ ...leaf, place: `${place}body.${leaf.place}`, isRefusal });
}

function addHeaders(
  leaves: Leaf[],
  place: string,
  lines: readonly string[],
  isRefusal: boolean | undefined,
): void {
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  for (const [name, value] of headers.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const refusal = isRefusal === undefined ? {} : { isRefusal };
    leaves.push({ place: `${place}header.${name}`, name: `${innerHeader}${name}`, value, ...refusal });
  }
}

function splitHead(text: string): readonly [head: string, rest: string] {
  const found = /\r?\n\r?\n/.exec(text);
  if (found === null) return [text.replace(/(?:\r?\n)+$/, ""), ""];
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}

function lineOf(lines: readonly string[], name: string): string {
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? "" : line.slice(name.length + 1).trim();
}
