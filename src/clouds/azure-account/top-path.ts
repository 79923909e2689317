import { decodePath } from "../shared/wire-request.ts";
import type { AzureService } from "./service.ts";

/** A path and where the container's, queue's or table's name stands in it. */
export interface NamedPath {
  readonly before: string;
  /** Decoded. */
  readonly name: string;
  readonly after: string;
  /** It is the table itself that is meant (`/Tables('photos')`), not what is in it. */
  readonly ofTables?: true;
}

/** What a path names: something, nothing, or what cannot be told. */
export type TopPath = NamedPath | "nothing" | "unreadable";

/**
 * Reads a path from the account's root. Every letter may be percent-encoded; what a server could read in another way
 * than this is unreadable, and nothing that is not read can be renamed.
 */
export function topOf(service: AzureService, path: string): TopPath {
  const [, before, name, after] = firstOf[service].exec(path) ?? [];
  if (before === undefined || name === undefined || after === undefined) {
    return /^\/*$/.test(path) ? "nothing" : "unreadable";
  }
  const decoded = decodePath(name);
  if (!isReadable(decoded)) return "unreadable";
  if (service !== "azure-table") return { before, name: decoded, after };
  if (decoded.toLowerCase() === "tables") return inTables(before + name, after);
  return /^\$(?:batch|metadata)$/i.test(decoded) ? "nothing" : { before, name: decoded, after };
}

const segment = /^(\/*)([^/]+)(.*)$/s;
const firstOf: Readonly<Record<AzureService, RegExp>> = {
  "azure-blob": segment,
  "azure-queue": segment,
  // A table's name ends where its keys begin.
  "azure-table": /^(\/*)((?:(?!%28)[^/(])+)(.*)$/is,
};

/** `('photos')` or `(TableName='photos')`. */
const oneTable = /^((?:\(|%28)(?:TableName(?:=|%3d))?(?:'|%27))((?:(?!%27)[^'])+)((?:'|%27)(?:\)|%29)\/*)$/is;
const allTables = /^(?:(?:\(|%28)(?:\)|%29))?\/*$/i;

function inTables(tables: string, keys: string): TopPath {
  if (allTables.test(keys)) return "nothing";
  const [, open = "", name, close = ""] = oneTable.exec(keys) ?? [];
  const decoded = decodePath(name ?? "%");
  if (!isReadable(decoded)) return "unreadable";
  return { before: tables + open, name: decoded, after: close, ofTables: true };
}

/** A name with no dots for a folder, no slashes, and nothing that is still encoded. */
function isReadable(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: servers may end a name at one.
  return !/^\.{1,2}$|[/\\%\u0000-\u001f]/.test(name);
}
