import type { Input, Operation } from "../model/index.ts";
import { azureBlobShown } from "./azure-blob/probe.ts";
import { azureQueueShown } from "./azure-queue/probe.ts";
import { azureTableShown } from "./azure-table/probe.ts";
import { dynamodbShown } from "./dynamodb/probe.ts";
import { isPlain } from "./plainly.ts";
import { s3Shown } from "./s3/probe.ts";
import type { ServiceName } from "./service-names.ts";
import type { Shown, ShownAfter, Wanted } from "./shared/probe-shown.ts";

/** What may be another after what, in each service. */
export const shownBy: Readonly<Record<ServiceName, Shown>> = {
  "azure-blob": azureBlobShown,
  "azure-queue": azureQueueShown,
  "azure-table": azureTableShown,
  s3: s3Shown,
  dynamodb: dynamodbShown,
};

/** Of the reads that nothing calls for, each takes its turn by itself; the same one has to wait for so many looks at least. */
const shortest = 4;

/** A call that may have changed something. */
export interface Change {
  readonly operation: Operation;
  readonly input: Input;
  /** Nobody has done it, by what was answered. */
  readonly isRefused?: boolean;
}

/**
 * How carefully states are looked at: `always`; `closely`, unless something was refused and the rest is usual; or `usually`, unless all
 * is usual.
 */
export type Care = "always" | "closely" | "usually";

/**
 * Whether a look is due after some changes. Usual are those that were refused, or made as plainly as can be: behind these it is due by
 * turns.
 */
export function isLookDue(
  service: ServiceName,
  changes: readonly Change[],
  turn: number,
  care: Care = "usually",
): boolean {
  // Single reads take their turns at the same pace: the same must not always meet the same.
  const isTurn = (turn + Math.floor(turn / shortest)) % shortest === 0;
  if (isTurn || care === "always") return true;
  const isUsual = (change: Change) =>
    change.isRefused === true || isPlain(service, change.operation, change.input);
  const isRefused = changes.some((change) => change.isRefused === true);
  return !changes.every(isUsual) || (care === "closely" && !isRefused);
}

/**
 * What is worth reading after some changes: what is in things and what they are, whatever of the rest the changes were about, and a
 * part of all else, another one at each turn, if it is anybody's. A change that reaches further than its name says shows sooner or
 * later.
 *
 * @example
 * await probe(clients, ["photos"], glance("s3", [{ operation: operationOf("s3", "PutBucketCors"), input }], 7));
 */
export function glance(service: ServiceName, changes: readonly Change[], turn: number | undefined): Wanted {
  const shown = shownBy[service];
  const rows = Object.keys(shown);
  const period = odd(Math.max(shortest, rows.length));
  // What was made plainly before others is there for those, and others have looked at it.
  const telling = changes.filter(
    (change, at) => at === changes.length - 1 || !isPlain(service, change.operation, change.input),
  );
  return (read) => {
    const row = shown[read];
    const isTurn = turn !== undefined && (rows.indexOf(read) + turn) % period === 0;
    if (row === undefined || isTurn) return true;
    return telling.some((change) => callsFor(service, change, row));
  };
}

/** Whether a read may show something else after a change. */
function callsFor(
  service: ServiceName,
  { operation, input }: Change,
  { after, afterOptions, given, besides }: ShownAfter,
): boolean {
  if (after.test(operation.name)) return true;
  if (afterOptions?.test(operation.name) !== true) return false;
  if (given !== undefined) return Object.keys(input).some((parameter) => given.test(parameter));
  const rest = Object.entries(input).filter(([parameter]) => besides?.test(parameter) !== true);
  return !isPlain(service, operation, Object.fromEntries(rest));
}

/** Looks that are due by turns repeat after sixteen turns: those must not always meet the same reads. */
function odd(number: number): number {
  return number % 2 === 0 ? number + 1 : number;
}

/** Whether a probe's read tells what is in an account, and not what the account is set to. */
export function listsTopLevel(read: string): boolean {
  return listing.has(read);
}

const listing = new Set([
  "Service_ListContainersSegment",
  "Service_ListQueuesSegment",
  "Table_Query",
  "ListBuckets",
  "ListTables",
]);
