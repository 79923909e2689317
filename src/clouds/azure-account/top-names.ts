import { type Type, validate } from "../../model/index.ts";
import type { Attribution, NameKind, Names } from "../../wire/index.ts";
import { tableName } from "../azure-table/names.ts";
import { storageName } from "../shared/azure-types.ts";
import { type AzureService, nameKinds } from "./service.ts";
import { type NamedPath, topOf } from "./top-path.ts";

const legal: Readonly<Record<AzureService, Type>> = {
  "azure-blob": storageName,
  "azure-queue": storageName,
  "azure-table": tableName,
};

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
    return this.isExisting(own) || this.isLegal(own) ? this.#names.there(this.#kind, own, this.#by) : own;
  }

  isExisting(own: string): boolean {
    return this.#names.isExisting(this.#kind, own);
  }

  /** Whether a container, queue or table can be called so. */
  isLegal(own: string): boolean {
    return validate(legal[this.#service], own).length === 0;
  }

  /** Whether the account is nobody else's. */
  get areKept(): boolean {
    return this.#names.areKept;
  }

  /** What a name is there, if the test has used it already; otherwise the name as it is. */
  known(own: string): string {
    return this.#names.find(this.#kind, own, this.#by) ?? own;
  }

  /** Names that an answer may list, and the test's own for them; others are none of its business. */
  get listed(): ReadonlyMap<string, string> {
    return new Map(this.seen.map(({ own, there }) => [there, own]));
  }

  get seen(): ReturnType<Names["seenBy"]> {
    return this.#names.seenBy(this.#kind, this.#by);
  }

  get #kind(): NameKind {
    return nameKinds[this.#service];
  }

  /** What a path names; what cannot be told counts as nothing, and is for `whyRefused` to refuse. */
  named(path: string): NamedPath | undefined {
    const found = topOf(this.#service, path);
    return typeof found === "string" ? undefined : found;
  }

  pathThere(path: string): string {
    const found = this.named(path);
    const there = found === undefined ? undefined : this.there(found.name);
    return found === undefined || there === undefined || there === found.name
      ? path
      : found.before + there + found.after;
  }

  /** Also of what answers point to: `$metadata#photos/@Element`. */
  pathBack(path: string): string {
    const [, start = "", rest = path] = /^(\/*\$metadata#)(.*)$/is.exec(path) ?? [];
    const found = this.named(rest);
    const own = found === undefined ? undefined : this.#names.own(found.name);
    return found === undefined || own === undefined ? path : start + found.before + own + found.after;
  }

  back(there: string): string {
    return this.#names.own(there) ?? there;
  }

  restore(text: string): string {
    return this.#names.restore(text);
  }
}
