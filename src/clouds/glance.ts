import { defaultInput, type Input, type Operation } from "../model/index.ts";
import { azureBlobShown } from "./azure-blob/probe.ts";
import { azureQueueShown } from "./azure-queue/probe.ts";
import { azureTableShown } from "./azure-table/probe.ts";
import { dynamodbShown } from "./dynamodb/probe.ts";
import { exampleOf } from "./examples.ts";
import { s3Shown } from "./s3/probe.ts";
import type { ServiceName } from "./service-names.ts";
import { interfaceOf } from "./services.ts";
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
const together = 3;
const shortest = 4;

/** A call that may have changed something. */
export interface Change {
  readonly operation: Operation;
  readonly input: Input;
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
  const optional = changes.filter((one) => hasOptions(service, one)).map(({ operation }) => operation.name);
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

/** Whether a call was given more than it takes to make it. */
function hasOptions(service: ServiceName, { operation, input }: Change): boolean {
  const plain = plainKeys(service, operation);
  return Object.keys(input).some((name) => !plain.has(name));
}

const known = new WeakMap<Operation, ReadonlySet<string>>();

function plainKeys(service: ServiceName, operation: Operation): ReadonlySet<string> {
  const { types } = interfaceOf(service);
  const keys =
    known.get(operation) ??
    new Set(Object.keys({ ...defaultInput(operation, types), ...exampleOf(service, operation) }));
  known.set(operation, keys);
  return keys;
}
