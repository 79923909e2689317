import type { Input, Operation } from "../model/index.ts";
import { azureBlobShown } from "./azure-blob/probe.ts";
import { azureQueueShown } from "./azure-queue/probe.ts";
import { azureTableShown } from "./azure-table/probe.ts";
import { dynamodbShown } from "./dynamodb/probe.ts";
import { isPlain } from "./plainly.ts";
import { s3Shown } from "./s3/probe.ts";
import type { ServiceName } from "./service-names.ts";
import type { Shown, Wanted } from "./shared/probe-shown.ts";

/** What may be another after what, in each service. */
export const shownBy: Readonly<Record<ServiceName, Shown>> = {
  "azure-blob": azureBlobShown,
  "azure-queue": azureQueueShown,
  "azure-table": azureTableShown,
  s3: s3Shown,
  dynamodb: dynamodbShown,
};

/** Of the reads that nothing calls for, about so many take their turn at each look; each has one after so many looks at least. */
const together = 2;
const shortest = 4;

/** A call that may have changed something. */
export interface Change {
  readonly operation: Operation;
  readonly input: Input;
  /** Nobody has done it, by what was answered. */
  readonly isRefused?: boolean;
}

/**
 * Whether a look is due after some changes: where all of them were refused, or made as plainly as can be, it is by turns. The turn 0
 * is always due.
 */
export function isLookDue(service: ServiceName, changes: readonly Change[], turn: number): boolean {
  // Single reads take their turns at the same pace: the same must not always meet the same.
  const isTurn = (turn + Math.floor(turn / shortest)) % shortest === 0;
  const isUsual = ({ operation, input, isRefused }: Change) =>
    isRefused === true || isPlain(service, operation, input);
  return isTurn || !changes.every(isUsual);
}

/**
 * What is worth reading after some changes: what is in things and what they are, whatever of the rest the changes were about, and a
 * part of all else, another one at each turn. A change that reaches further than its name says shows sooner or later.
 *
 * @example
 * await probe(clients, ["photos"], glance("s3", [{ operation: operationOf("s3", "PutBucketCors"), input }], 7));
 */
export function glance(service: ServiceName, changes: readonly Change[], turn: number): Wanted {
  const shown = shownBy[service];
  const rows = Object.keys(shown);
  const period = Math.max(shortest, Math.ceil(rows.length / together));
  const names = changes.map(({ operation }) => operation.name);
  const optional = changes
    .filter(({ operation, input }) => !isPlain(service, operation, input))
    .map(({ operation }) => operation.name);
  return (read) => {
    const row = shown[read];
    if (row === undefined) return true;
    return (
      (rows.indexOf(read) + turn) % period === 0 ||
      names.some((name) => row.after.test(name)) ||
      optional.some((name) => row.afterOptions?.test(name) === true)
    );
  };
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
