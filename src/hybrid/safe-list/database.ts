import { TouchstoneError } from "../../model/index.ts";

/** SQL that both stores understand; each `?` stands for one of the values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** What the safe list needs of a database. */
export interface Database extends AsyncDisposable {
  readonly read: (statement: Statement) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Does all of it in one transaction, or nothing. Gives how many rows changed. */
  readonly change: (statements: readonly Statement[]) => Promise<number>;
}

/**
 * How the tables came to be, step by step: a list of version 1 has had the first step, and so on. Steps that were
 * published are never edited. What a user wrote is kept as JSON, because neither store takes every string as text.
 */
const steps: readonly (readonly string[])[] = [
  [
    `create table safe_list_entries (
      key text primary key,
      test_key text not null,
      learned bigint not null,
      line text not null
    )`,
    "create index safe_list_entries_by_test on safe_list_entries (test_key)",
    "create index safe_list_entries_by_age on safe_list_entries (learned)",
    `create table safe_list_noise (
      key text primary key,
      noise_key text not null,
      test_key text not null,
      learned bigint not null,
      line text not null
    )`,
    "create index safe_list_noise_by_noise on safe_list_noise (noise_key)",
    "create index safe_list_noise_by_test on safe_list_noise (test_key)",
    `create table safe_list_deferred (
      key text primary key,
      test text not null,
      reason text not null,
      since text not null
    )`,
  ],
];

/** The version that this program writes. */
export const newestVersion = steps.length;

/** The statements that bring a list of some version to ours; version 0 is where nothing is yet. */
export function stepsFrom(version: number, where: string): readonly string[] {
  if (version > newestVersion) throw newerList(version, where);
  return steps.slice(version).flat();
}

function newerList(version: number, where: string): TouchstoneError {
  return new TouchstoneError(
    "TS_SAFE_LIST_NEWER",
    `the safe list ${where} has version ${version}, and this Touchstone knows versions up to ${newestVersion}`,
    { hint: "A newer Touchstone wrote it: update this one, or use another list. It was left as it is." },
  );
}

/** The list that was asked for is not there. */
export function noSafeList(where: string): TouchstoneError {
  return new TouchstoneError("TS_NO_SAFE_LIST", `there is no safe list at ${where}`, {
    hint: "A run with --learn makes one, and so does touchstone safelist import. Another list is named by --store.",
  });
}
