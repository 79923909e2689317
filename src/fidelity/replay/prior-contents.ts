import { isUtf8 } from "node:buffer";
import {
  type Contents,
  contentsOf,
  operationOf,
  type Send,
  type ServiceName,
  scopesOf,
} from "../../clouds/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { headerOf } from "./headers.ts";
import { fieldIn, httpRequest, type NamedRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedAnswer, RecordedExchange } from "./recording.ts";

/** A blob or an object that was read before anything had written it. */
export interface PriorContent {
  readonly service: ServiceName;
  /** What it stands in. */
  readonly top: string;
  /** Its name in there. */
  readonly name: string;
  /** The place of the read that tells of it. */
  readonly toldAt: number;
  readonly make: Parameters<Send>[0];
}

/** What is larger is not made up, and neither is more in all. */
const mostBytes = 8 * 1024 * 1024;
const mostInAll = 64 * 1024 * 1024;

/** What recorded reads show to have been there before: with the content that they told, or else one that is as long. */
export function priorContents(exchanges: readonly RecordedExchange[]): PriorContent[] {
  let left = mostInAll;
  return [...firstReads(exchanges).values()].flatMap(({ reads, ...found }): PriorContent[] => {
    const told = reads.find(({ answer }) => answer.body.length > 0) ?? reads[0];
    const length = told && lengthIn(told.answer.headers);
    if (told === undefined || length === undefined || length > Math.min(mostBytes, left)) return [];
    const { contents, service, top, name } = found;
    const make = creationOf(contents, pathOf(top, name), told.answer, length);
    if (make === undefined) return [];
    left -= length;
    return [{ service, top, name, toldAt: told.index, make }];
  });
}

interface Read {
  readonly index: number;
  readonly answer: RecordedAnswer;
}

interface Found extends Pick<PriorContent, "service" | "top" | "name"> {
  readonly contents: Contents;
  readonly reads: Read[];
}

/** How things were told by their paths before anything changed them. */
function firstReads(exchanges: readonly RecordedExchange[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const changed = new Set<string>();
  for (const [index, exchange] of exchanges.entries()) {
    const named = namedRequest(exchange);
    const { service, operation } = named;
    const contents = service === null ? undefined : contentsOf(service);
    const { answer } = exchange;
    if (service === null || contents === undefined || answer === undefined) continue;
    const [[top = "", name = ""] = []] = scopesOf(service, httpRequest(exchange));
    const path = pathOf(top, name);
    if (isChange(named, answer)) changed.add(path);
    const isTold = answer.status < 300 && contents.toldBy.has(operation) && !isPast(contents, exchange);
    if (name === "" || changed.has(path) || !isTold) continue;
    const own = found.get(path) ?? { service, top, name, contents, reads: [] };
    own.reads.push({ index, answer });
    found.set(path, own);
  }
  return found;
}

/** Whether what is read afterwards may be something else; what was not there has been made by somebody. */
export function isChange({ service, operation }: NamedRequest, { status }: RecordedAnswer): boolean {
  if (status === 404) return true;
  const isRead =
    service !== null && operation !== "unknown" && operationOf(service, operation).readOnly === true;
  return status < 300 && !isRead;
}

function isPast({ past }: Contents, { url }: RecordedExchange): boolean {
  return past.some((field) => fieldIn(url, field) !== undefined);
}

function pathOf(top: string, name: string): string {
  return `/${top}/${name.split("/").map(encodeURIComponent).join("/")}`;
}

function creationOf(
  contents: Contents,
  target: string,
  { headers, body }: RecordedAnswer,
  length: number,
): PriorContent["make"] | undefined {
  const isWhole = body.length === length && isUtf8(body);
  return contents.creation(target, headers, isWhole ? body.toString("utf8") : "\0".repeat(length));
}

/** How long the whole of it is. */
function lengthIn(headers: readonly RawHeader[]): number | undefined {
  const [, ofRange] = /\/(\d+)$/.exec(headerOf(headers, "content-range") ?? "") ?? [];
  const length = ofRange ?? headerOf(headers, "content-length");
  return length === undefined ? undefined : Number(length);
}
