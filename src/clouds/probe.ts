import { probeAzureBlob } from "./azure-blob/probe.ts";
import { probeAzureQueue } from "./azure-queue/probe.ts";
import { probeAzureTable } from "./azure-table/probe.ts";
import { probeDynamodb } from "./dynamodb/probe.ts";
import { probeS3 } from "./s3/probe.ts";
import type { Scope } from "./scope.ts";
import type { ServiceName } from "./service-names.ts";
import type { Wanted } from "./shared/probe-shown.ts";
import { isFields, type Plain, type State } from "./shared/probe-state.ts";
import type { Clients } from "./shared/sdk-clients.ts";

type Probe = (clients: Clients, scope: Scope, wanted: Wanted) => Promise<State>;

const probes: Readonly<Record<ServiceName, Probe>> = {
  "azure-blob": probeAzureBlob,
  "azure-queue": probeAzureQueue,
  "azure-table": probeAzureTable,
  s3: probeS3,
  dynamodb: probeDynamodb,
};

/**
 * Reads the state of an account (an empty scope), or of one container, queue, table or bucket, or of one blob or object
 * in it, as far as its interface shows it and its reads are wanted.
 *
 * @example
 * const before = await probe(clients, ["photos"]);
 * await clients.call("Container_Delete", { containerName: "photos" });
 * diffStates(before, await probe(clients, ["photos"]))[0]?.path; // ["blobs"]
 */
export function probe(clients: Clients, scope: Scope, wanted: Wanted = () => true): Promise<State> {
  return probes[clients.service](clients, scope, wanted);
}

/** A place where two states differ; what is missing on one side is `undefined`. */
export interface StateDifference {
  readonly path: readonly string[];
  readonly a: Plain | undefined;
  readonly b: Plain | undefined;
  /** One side could not be read, so that nothing is known of the difference. */
  readonly unreadable: boolean;
}

/** Where two states differ, as deep down as can be told; in the order of the paths. */
export function diffStates(a: State, b: State): StateDifference[] {
  return differences(a, b, []);
}

function differences(a: Plain | undefined, b: Plain | undefined, path: readonly string[]): StateDifference[] {
  const unreadable = says(a, "unreadable") || says(b, "unreadable");
  if (unreadable || says(a, "absent") || says(b, "absent")) {
    return same(a, b) ? [] : [{ path, a, b, unreadable }];
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = Math.max(a.length, b.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differences(a[index], b[index], [...path, String(index)]),
    );
  }
  if (isFields(a) && isFields(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
    return names.flatMap((name) => differences(fieldOf(a, name), fieldOf(b, name), [...path, name]));
  }
  return same(a, b) ? [] : [{ path, a, b, unreadable: false }];
}

function fieldOf(fields: State, name: string): Plain | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether a part says of itself that there is none, or that it could not be read. */
function says(part: Plain | undefined, what: "absent" | "unreadable"): boolean {
  return isFields(part) && typeof part[what] === "string" && Object.keys(part).length === 1;
}

/** Fields stand in the order of their names, so that equal data is equal text. */
function same(a: Plain | undefined, b: Plain | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
