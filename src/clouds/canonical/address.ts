import type { RawHeader } from "../../wire/index.ts";
import type { Volatile } from "../volatile.ts";
import type { Field } from "./step.ts";

/** The path by segments, since a random name is one of them, and the query by names. */
export function addressFields(target: string, { query, identifiers }: Volatile): Field[] {
  const [path = "", search = ""] = splitOnce(target.replace(/^[a-z]+:\/\/[^/?]*/i, ""), "?");
  const segments = path
    .split("/")
    .slice(1)
    .map((segment, at): Field => ({ place: `request.path[${at}]`, value: decoded(segment) }));
  const named = [...new URLSearchParams(search)]
    .filter(([name]) => !query.has(name.toLowerCase()))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => {
      const kind = value === "" ? undefined : identifiers.get(name);
      const field = { place: `request.query.${name}`, value };
      return kind === undefined ? field : { ...field, kind };
    });
  return [...segments, ...named];
}

/** A host's name may name an account or a bucket; a number or this machine's own name says nothing. */
export function hostFields(host: string): Field[] {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (name === "" || name === "localhost" || /^[\d.]+$/.test(name) || name.startsWith("[")) return [];
  return [{ place: "request.host", value: name }];
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** How the caller shows who it is, and whether that holds at the time; what proves it is nobody's business. */
export function authOf(headers: readonly RawHeader[], target: string, at: number): string {
  const authorization = valueIn(headers, "authorization");
  const date = valueIn(headers, "x-ms-date") || valueIn(headers, "x-amz-date");
  if (authorization !== "") return `${authorization.split(" ")[0]}${skewOf(timeOf(date), at)}`;
  const query = new URLSearchParams(splitOnce(target, "?")[1] ?? "");
  if (query.has("sig")) return `sas${spanOf(timeOf(query.get("st")), timeOf(query.get("se")), at)}`;
  if (query.has("X-Amz-Signature")) {
    const from = timeOf(query.get("X-Amz-Date"));
    return `presigned${spanOf(undefined, from + Number(query.get("X-Amz-Expires")) * 1000, at)}`;
  }
  if (!query.has("Signature")) return "anonymous";
  return `presigned${spanOf(undefined, Number(query.get("Expires")) * 1000, at)}`;
}

function valueIn(headers: readonly RawHeader[], name: string): string {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

/** Also as `20261115T100000Z`. */
function timeOf(text: string | null): number {
  const [, day, clock] = /^(\d{8})T(\d{6})Z$/.exec(text ?? "") ?? [];
  if (day === undefined || clock === undefined) return Date.parse(text ?? "");
  return Date.parse(`${day.replace(/(\d{4})(\d\d)/, "$1-$2-")}T${clock.replace(/(\d\d)(\d\d)/, "$1:$2:")}Z`);
}

/** The services take what is at most a quarter of an hour old. */
function skewOf(signed: number, at: number): string {
  return Math.abs(signed - at) > 15 * 60_000 ? " of another time" : "";
}

function spanOf(from: number | undefined, until: number, at: number): string {
  if (until <= at) return " that has expired";
  return from !== undefined && from > at ? " that is not valid yet" : "";
}
