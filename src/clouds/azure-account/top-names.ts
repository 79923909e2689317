import { type Type, validate } from "../../model/index.ts";
import type { Attribution, Names } from "../../wire/index.ts";
import { tableName } from "../azure-table/names.ts";
import { storageName } from "../shared/azure-types.ts";
import { decodePath } from "../shared/wire-request.ts";
import { type AzureService, nameKinds } from "./service.ts";

const legal: Readonly<Record<AzureService, Type>> = {
  "azure-blob": storageName,
  "azure-queue": storageName,
  "azure-table": tableName,
};

/** A path and where the container's, queue's or table's name stands in it. */
interface NamedPath {
  readonly before: string;
  readonly name: string;
  readonly after: string;
}

const firstSegment = /^(\/+)([^/]+)(.*)$/s;

/** `/photos(…)`, `/Tables('photos')`, and what answers point to: `$metadata#photos/@Element`. */
const tablePath =
  /^(\/*(?:\$metadata#)?(?:Tables(?:\(|%28)(?:'|%27))?)([A-Za-z][A-Za-z0-9]*)((?:[^A-Za-z0-9].*)?)$/is;

function namedPath(service: AzureService, path: string): NamedPath | undefined {
  const [, before, name, after] = (service === "azure-table" ? tablePath : firstSegment).exec(path) ?? [];
  if (before === undefined || name === undefined || after === undefined) return undefined;
  if (service === "azure-table" && name.toLowerCase() === "tables") return undefined;
  return { before, name: decodePath(name), after };
}

/** The top-level names of one service, as one test and the other account call them. */
export class TopNames {
  readonly #service: AzureService;
  readonly #names: Names;
  readonly #by: Attribution;

  constructor(service: AzureService, names: Names, by: Attribution) {
    this.#service = service;
    this.#names = names;
    this.#by = by;
  }

  /**
   * What a name is there. Names that the service keeps for itself (`$root`, `$logs`, `$web`) stay; so do those that
   * it refuses, lest they become good ones.
   */
  there(own: string): string {
    if (this.#names.isExisting(nameKinds[this.#service], own)) return this.#names.there(nameKinds[this.#service], own, this.#by);
    if (validate(legal[this.#service], own).length > 0) return own;
    return this.#names.there(nameKinds[this.#service], own, this.#by);
  }

  /** What a name is there, if the test has used it already; otherwise the name as it is. */
  known(own: string): string {
    return this.seen.find((name) => name.own === own)?.there ?? own;
  }

  /** Names that an answer may list, and the test's own for them; others are none of its business. */
  get listed(): ReadonlyMap<string, string> {
    return new Map(this.seen.map(({ own, there }) => [there, own]));
  }

  get seen(): ReturnType<Names["seenBy"]> {
    return this.#names.seenBy(nameKinds[this.#service], this.#by);
  }

  pathThere(path: string): string {
    const found = namedPath(this.#service, path);
    const there = found === undefined ? undefined : this.there(found.name);
    return found === undefined || there === undefined || there === found.name
      ? path
      : found.before + there + found.after;
  }

  pathBack(path: string): string {
    const found = namedPath(this.#service, path);
    const own = found === undefined ? undefined : this.#names.own(found.name);
    return found === undefined || own === undefined ? path : found.before + own + found.after;
  }

  /** Why what a path names must not be deleted; `undefined` if the run has made it. */
  whyKept(path: string): string | undefined {
    const name = namedPath(this.#service, path)?.name;
    if (name === undefined) return undefined;
    if (this.#names.isExisting(nameKinds[this.#service], name)) return `\`${name}\` was there before the run, and must outlive it`;
    return name.startsWith("$") ? `\`${name}\` is not of the run's making` : undefined;
  }

  back(there: string): string {
    return this.#names.own(there) ?? there;
  }

  restore(text: string): string {
    return this.#names.restore(text);
  }
}
