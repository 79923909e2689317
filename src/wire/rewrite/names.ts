import { createHash, randomBytes } from "node:crypto";
import { testsAround } from "../attribution/test-ids.ts";
import type { Attribution } from "../trace/exchange.ts";

/** What a kind of top-level name may look like. */
export interface NameRules {
  readonly maxLength: number;
  /** What joins a name and the mark of its run; empty where only letters and digits are allowed. */
  readonly joint: "-" | "";
}

/** The rules of every kind of name that is global to an account or to the world. */
export const nameRules = {
  container: { maxLength: 63, joint: "-" },
  queue: { maxLength: 63, joint: "-" },
  azureTable: { maxLength: 63, joint: "" },
  bucket: { maxLength: 63, joint: "-" },
  dynamodbTable: { maxLength: 255, joint: "-" },
} as const satisfies Record<string, NameRules>;

export type NameKind = keyof typeof nameRules;

/** A name of the application, and what it is called on the other account. */
export interface RenamedName {
  readonly kind: NameKind;
  readonly own: string;
  readonly there: string;
}

/** A name, and whose it is. */
interface ScopedName extends RenamedName {
  readonly file: string;
  readonly test: string;
  readonly key: string;
}

export interface NamesOptions {
  /** Told apart from other runs by this; drawn at random unless given. */
  readonly run?: string;
  /** The application's names of what exists already, to the real ones; these are never deleted. */
  readonly existing?: Readonly<Record<string, string>>;
  /** Names stay what they are, for accounts that nobody else uses, such as an emulator's. */
  readonly areKept?: boolean;
}

/**
 * Gives top-level names (buckets, containers, queues, tables) names of their own for a run and a test, since such
 * names are global and their deletion takes time. The mark stands behind the name, so that prefixes and the order
 * of listings stay what they were.
 *
 * A test looks for a name among its own, then among those of the tests around it, of its file's set-up and of the run's,
 * and then at the tests inside of it, where a runner has such. What belongs to no
 * test (a file's tear-down, a server that the tests have started) looks there, too, and then at the tests: it means
 * the name that one of its file's has used last. Where not even the file is known, all of the run's tests count, as
 * long as those who used the name are of one file.
 *
 * @example
 * const names = new Names({ run: "k3x9" });
 * names.there("container", "photos", { tier: 1, test: "adds" }); // "photos-tsk3x9001"
 */
export class Names {
  readonly run: string;
  readonly #existing: ReadonlyMap<string, string>;
  readonly #byScope = new Map<string, ScopedName>();
  readonly #byThere = new Map<string, RenamedName>();
  readonly #areKept: boolean;
  #count = 0;

  constructor({ run, existing = {}, areKept = false }: NamesOptions = {}) {
    this.#areKept = areKept;
    this.run = run ?? randomBytes(4).toString("hex");
    this.#existing = new Map(Object.entries(existing));
  }

  /** The name on the other account: the one that the test, its file's set-up or the run's set-up has used, or a new one. */
  there(kind: NameKind, own: string, by: Attribution): string {
    const real = this.#real(kind, own);
    if (real !== undefined) return real;
    const found = this.#given(kind, own, by);
    if (found !== undefined) {
      // The last in its map is the one that was used last.
      this.#byScope.delete(found.key);
      this.#byScope.set(found.key, found);
      return found.there;
    }
    const { file = "", test = "" } = this.#areKept ? {} : by;
    const there = this.#areKept ? own : this.#fresh(kind, own);
    const renamed = { kind, own, there, file, test, key: keyOf(kind, own, { file, test }) };
    this.#byScope.set(renamed.key, renamed);
    this.#byThere.set(there, { kind, own, there });
    return there;
  }

  /** The name on the other account, if the application has used it yet; the nearest scope counts, so that it stays. */
  find(kind: NameKind, own: string, by: Attribution): string | undefined {
    return this.#real(kind, own) ?? this.#given(kind, own, by)?.there;
  }

  #given(kind: NameKind, own: string, by: Attribution): ScopedName | undefined {
    const around = testsAround(by.test ?? "").map((test) => ({ ...by, test }));
    const scopes = [by, ...around, { ...by, test: undefined }, {}];
    const inScope = scopes
      .map((scope) => this.#byScope.get(keyOf(kind, own, scope)))
      .find((renamed) => renamed !== undefined);
    return (
      inScope ?? (by.test === undefined ? this.#ofTests(kind, own, by.file) : this.#inside(kind, own, by))
    );
  }

  /** The name that a test inside of this one has used last. */
  #inside(kind: NameKind, own: string, { file, test = "" }: Attribution): ScopedName | undefined {
    const name = folded(kind, own);
    return [...this.#byScope.values()].findLast(
      (one) =>
        one.kind === kind &&
        folded(kind, one.own) === name &&
        one.file === (file ?? "") &&
        testsAround(one.test).includes(test),
    );
  }

  /** The name that a test of the file has used last; of any file, if those who used it are all of one. */
  #ofTests(kind: NameKind, own: string, file: string | undefined): ScopedName | undefined {
    const name = folded(kind, own);
    const used = [...this.#byScope.values()].filter(
      (one) =>
        one.kind === kind && folded(kind, one.own) === name && (file === undefined || one.file === file),
    );
    return new Set(used.map((one) => one.file)).size === 1 ? used.at(-1) : undefined;
  }

  /** What the application calls a name of the other account; `undefined` if it is none of this run's. */
  own(there: string): string | undefined {
    return this.#byThere.get(there)?.own ?? this.#existingOwn(there);
  }

  /** What one test calls a name of the other account; `undefined` for names of other tests and of strangers. */
  ownOf(kind: NameKind, there: string, by: Attribution): string | undefined {
    const own = this.own(there);
    return own !== undefined && this.find(kind, own, by) === there ? own : undefined;
  }

  /** What a test or a set-up may see of a kind: its own names, those of the set-ups before it, and what exists already. */
  seenBy(kind: NameKind, by: Attribution): readonly RenamedName[] {
    const existing = [...this.#existing].map(([own, there]) => ({ kind, own, there }));
    const given = this.all.filter((one) => one.kind === kind && this.find(kind, one.own, by) === one.there);
    return [...existing, ...given];
  }

  /** Whether the name is of something that was there before the run, and must outlive it. */
  isExisting(kind: NameKind, own: string): boolean {
    return this.#real(kind, own) !== undefined;
  }

  /** Whether the account is nobody else's, so that there is nothing on it to take care of. */
  get areKept(): boolean {
    return this.#areKept;
  }

  /** Every name that this run has given, for clearing up after it. */
  get all(): readonly RenamedName[] {
    return [...this.#byThere.values()];
  }

  /** Puts the application's names for the others' wherever they appear: ours are too strange to be met by chance. */
  restore(text: string): string {
    if (this.#areKept || (!text.includes(this.#mark) && this.#existing.size === 0)) return text;
    let restored = text;
    for (const { own, there } of this.#byThere.values()) restored = restored.replaceAll(there, own);
    return restored;
  }

  /** Like {@link restore}, and the names of what exists already wherever they stand alone: for messages, not for data. */
  restoreMessage(text: string): string {
    let restored = this.restore(text);
    for (const [own, real] of this.#existing) {
      const alone = new RegExp(`(?<![\\w.-])${RegExp.escape(real)}(?![\\w-]|\\.\\w)`, "g");
      restored = restored.replace(alone, () => own);
    }
    return restored;
  }

  get #mark(): string {
    return `ts${this.run}`;
  }

  #real(kind: NameKind, own: string): string | undefined {
    const real = this.#existing.get(own);
    if (real !== undefined || kind !== "azureTable") return real;
    return [...this.#existing].find(([name]) => folded(kind, name) === folded(kind, own))?.[1];
  }

  #existingOwn(there: string): string | undefined {
    return [...this.#existing].find(([, real]) => real === there)?.[0];
  }

  #fresh(kind: NameKind, own: string): string {
    const { maxLength, joint } = nameRules[kind];
    this.#count++;
    // Fixed in length, so that no name is the beginning of another.
    const mark = `${joint}${this.#mark}${this.#count.toString(36).padStart(3, "0")}`;
    if (own.length + mark.length <= maxLength) return own + mark;
    const hash = createHash("sha256").update(own).digest("hex").slice(0, 8);
    return own.slice(0, maxLength - mark.length - hash.length) + hash + mark;
  }
}

function keyOf(kind: NameKind, own: string, by: { file?: string; test?: string | undefined }): string {
  return JSON.stringify([kind, folded(kind, own), by.file ?? "", by.test ?? ""]);
}

/** Azure's tables are called the same in capitals and in small letters. */
function folded(kind: NameKind, own: string): string {
  return kind === "azureTable" ? own.toLowerCase() : own;
}
