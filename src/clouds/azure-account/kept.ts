import type { RequestHead } from "../../wire/index.ts";
import { operationOf } from "../services.ts";
import { headerIn } from "../shared/header-list.ts";
import { decodePath } from "../shared/wire-request.ts";
import { notChanged, notWritten } from "../shared/written.ts";
import type { Crossing } from "./crossing.ts";
import { mapStrings } from "./json-strings.ts";
import { queryValue, type RawQuery } from "./raw-query.ts";
import { topOf } from "./top-path.ts";

/** What they do is done by the requests inside them, or named in their body. */
const readElsewhere = new Set([
  "Service_SubmitBatch",
  "Container_SubmitBatch",
  "Table_Batch",
  "Table_Create",
]);

const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const creations = new Set(["Container_Create", "Queue_Create"]);

/** They write something whole, which is the run's own from then on. */
const wholeWrites = new Set([
  "BlockBlob_Upload",
  "BlockBlob_PutBlobFromUrl",
  "BlockBlob_CommitBlockList",
  "AppendBlob_Create",
  "PageBlob_Create",
  "PageBlob_CopyIncremental",
  "Blob_StartCopyFromURL",
  "Blob_CopyFromURL",
  "Table_UpdateEntity",
]);

/** They take something away, or decide when it goes: only what the run has written. */
const takingAway = new Set([
  "Blob_Delete",
  "Blob_SetExpiry",
  "Blob_SetImmutabilityPolicy",
  "Blob_DeleteImmutabilityPolicy",
  "Blob_SetLegalHold",
  "MessageId_Delete",
  "MessageId_Update",
  "Table_DeleteEntity",
]);

/** They change what is in a container, a queue or a table, and not the thing itself. */
const ofContent = /^(?:Blob|BlockBlob|AppendBlob|PageBlob|MessageId)_|^Messages_(?!Clear)|^Table_\w*Entity$/;

/**
 * Why a request would touch what is not the run's; `undefined` if it would not. What is not understood is refused, too.
 * On an account that nobody else uses there is nothing to take care of.
 */
export function whyRefused(crossing: Crossing, query: RawQuery, head: RequestHead): string | undefined {
  const { service, place, names, operation, method } = crossing;
  if (names.areKept) return undefined;
  const top = topOf(service, place.path);
  if (top === "unreadable") return "its path does not tell what it names";
  if (isRepeated(query, "restype") || isRepeated(query, "comp")) {
    return "its query says twice what it is for";
  }
  const source = headerIn(head.headers, "x-ms-source-container-name");
  if (source !== undefined && names.isExisting(source)) return notChanged(source);
  if (operation === "unknown") {
    return reads.has(method) ? undefined : "it is no operation that is known, and could change anything";
  }
  if (operationOf(service, operation).readOnly || readElsewhere.has(operation)) return undefined;
  if (top === "nothing") return "it would change the settings of the whole account";
  const name = isInRoot(crossing, query) ? "$root" : top.name;
  if (name.startsWith("$")) return `\`${name}\` is not of the run's making`;
  if (names.isExisting(name)) return whyKept(crossing, head, name, thingIn(crossing));
  // The service refuses such a name; but it might read another into it.
  if (names.isLegal(name) || (creations.has(operation) && /^[\w-]+$/.test(name))) return undefined;
  return `nothing can be called \`${name}\` there`;
}

/** A single name is a blob's in the root container unless the request says that it is a container's. */
export function isInRoot({ service, place, operation }: Crossing, query: RawQuery): boolean {
  const ofContainer =
    operation.startsWith("Container_") || queryValue(query, "restype")?.toLowerCase() === "container";
  return service === "azure-blob" && /^\/+[^/]+$/.test(place.path) && !ofContainer;
}

function isRepeated(query: RawQuery, name: string): boolean {
  return query.filter(([given]) => decodePath(given).toLowerCase() === name).length > 1;
}

/** Content may be written, and what the run has written may be deleted; the rest stays as it is. */
function whyKept(
  { operation, names, written, pending }: Crossing,
  head: RequestHead,
  own: string,
  thing: string | undefined,
): string | undefined {
  if (creations.has(operation)) return undefined;
  if (!ofContent.test(operation)) return notChanged(own);
  const top = names.there(own);
  if (takingAway.has(operation)) return written.has(top, thing) ? undefined : notWritten(own);
  const isUpdate = operation === "Table_UpdateEntity" && headerIn(head.headers, "if-match") !== undefined;
  if (thing !== undefined && wholeWrites.has(operation) && !isUpdate) pending.push({ top, thing });
  return undefined;
}

/** The blob, message or entity that a path is of. */
function thingIn({ service, place, names }: Crossing): string | undefined {
  const after = names.named(place.path)?.after ?? "";
  if (service === "azure-table") return entityIn(after);
  const path = decodePath(after).replace(/^\//, "");
  return service === "azure-queue" ? path.replace(/^messages\//i, "") : path;
}

/** An entity's keys, in whatever order. */
function entityIn(keys: string): string | undefined {
  const found = [...decodePath(keys).matchAll(/(\w+)\s*=\s*'((?:[^']|'')*)'/g)];
  const { PartitionKey: partition, RowKey: row } = Object.fromEntries(
    found.map(([, name = "", value = ""]) => [name, value.replaceAll("''", "'")]),
  );
  return partition === undefined || row === undefined ? undefined : JSON.stringify([partition, row]);
}

/** Whether a request's body says what is written into something of before the run. */
export function insertsEntity({ operation, names, place }: Crossing): boolean {
  const name = operation === "Table_InsertEntity" ? names.named(place.path)?.name : undefined;
  return name !== undefined && names.isExisting(name);
}

/** Notes the entity that a request is about to insert; what cannot be read is not noted, and not deleted later. */
export function noteInsertion(crossing: Crossing, body: string): void {
  if (!insertsEntity(crossing)) return;
  const top = crossing.names.there(crossing.names.named(crossing.place.path)?.name ?? "");
  const keys = new Map<string, string>();
  mapStrings(body, (key, value) => {
    keys.set(key, value);
    return value;
  });
  const [partition, row] = [keys.get("PartitionKey"), keys.get("RowKey")];
  if (partition === undefined || row === undefined) return;
  crossing.pending.push({ top, thing: JSON.stringify([partition, row]) });
}

/** Whether an answer's body tells what was written into something of before the run. */
export function tellsWritten({ operation, names, place }: Crossing): boolean {
  const name = operation === "Messages_Enqueue" ? names.named(place.path)?.name : undefined;
  return name !== undefined && names.isExisting(name);
}

/** Notes what a good answer says was written. */
export function noteWritten(crossing: Crossing, body: string): void {
  const { written, pending, names, place } = crossing;
  for (const { top, thing } of pending.splice(0)) written.add(top, thing);
  if (!tellsWritten(crossing)) return;
  const queue = names.there(names.named(place.path)?.name ?? "");
  for (const [, id = ""] of body.matchAll(/<MessageId>([^<]*)<\/MessageId>/g)) written.add(queue, id);
}
