import type { Scope } from "../scope.ts";
import { digestOf, mostLookedAt, mostRead } from "../shared/probe-content.ts";
import {
  byName,
  gathered,
  isFields,
  isRead,
  listOf,
  type Plain,
  plain,
  type Reader,
  reader,
  type State,
  usersOwn,
  type Values,
  valuesOf,
} from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** Times, tags of changes and identifiers that the service makes up; and addresses, which differ from target to target. */
const dropped = new Set(
  (
    "etag lastModified date requestId clientRequestId version createdOn copyCompletedOn copyId copySource " +
    "accessTierChangedOn lastAccessed lastAccessedOn expiresOn deletedOn serviceEndpoint versionId snapshot " +
    "isServerEncrypted serverEncrypted acceptRanges isCurrentVersion name _response errorCode"
  ).split(" "),
);

/** What a listing can tell of each blob; a service that knows no versions may refuse to tell the rest. */
const told = ["metadata", "snapshots", "uncommittedblobs", "tags", "copy", "deleted"];
const toldOfVersions = [...told, "versions", "immutabilitypolicy", "legalhold"];

/** Reads an account, a container or a blob. */
export async function probeAzureBlob(clients: Clients, [container, blob]: Scope): Promise<State> {
  const from = reader(clients, dropped);
  if (container === undefined) return accountState(from);
  const address = { containerName: container };
  const blobs = blobsOf(from, address, blob).then((part) => withContents(from, address, part));
  if (blob !== undefined) return gathered({ blobs });
  return gathered({
    properties: from.read("Container_GetProperties", address, (value) => value),
    policies: from.read("Container_GetAccessPolicy", address, (value) => ({
      access: value["blobPublicAccess"],
      identifiers: byName(
        listOf(value["signedIdentifiers"]),
        ({ id }) => String(id),
        ({ accessPolicy }) => policyOf(valuesOf(accessPolicy)),
      ),
    })),
    blobs,
  });
}

/** A policy's times are its owner's own, and stay. */
function policyOf({ permissions, startsOn, expiresOn }: Values): Values {
  return { permissions, starts: startsOn, expires: expiresOn };
}

function accountState(from: Reader): Promise<State> {
  return gathered({
    service: from.read("Service_GetProperties", {}, (value) => value),
    containers: from.read("Service_ListContainersSegment", { include: ["metadata"] }, (value) =>
      byName(
        listOf(value["containerItems"]),
        ({ name }) => String(name),
        ({ properties, metadata }) => ({ properties, metadata }),
      ),
    ),
  });
}

async function blobsOf(from: Reader, address: Values, only: string | undefined): Promise<Plain> {
  const all = await listed(from, { ...address, include: toldOfVersions }, only);
  return isFields(all) && "unreadable" in all ? listed(from, { ...address, include: told }, only) : all;
}

/** The blobs of a container by name: each with its snapshots and its earlier versions, oldest first. */
function listed(from: Reader, input: Values, only: string | undefined): Promise<Plain> {
  const narrowed = only === undefined ? input : { ...input, prefix: only };
  return from.read("Container_ListBlobFlatSegment", narrowed, (value) => {
    const items = listOf(valuesOf(value["segment"])["blobItems"]);
    const wanted = items.filter(({ name }) => only === undefined || name === only);
    const groups = Map.groupBy(wanted, ({ name }) => String(name));
    return Object.fromEntries([...groups].map(([name, group]) => [name, blobState(group)]));
  });
}

function blobState(items: readonly Values[]): Values {
  const isSnapshot = ({ snapshot }: Values) => snapshot !== undefined && snapshot !== "";
  const isEarlier = ({ versionId, isCurrentVersion }: Values) =>
    versionId !== undefined && isCurrentVersion !== true;
  const base = items.find((item) => !isSnapshot(item) && !isEarlier(item));
  const snapshots = items.filter(isSnapshot).toSorted(by("snapshot"));
  const versions = items.filter((item) => !isSnapshot(item) && isEarlier(item)).toSorted(by("versionId"));
  return {
    ...(base !== undefined && listedItem(base)),
    snapshots: snapshots.map(listedItem),
    versions: versions.map(listedItem),
  };
}

/** Snapshots and versions are named by their times. */
function by(field: string): (a: Values, b: Values) => number {
  return (a, b) => (String(a[field]) < String(b[field]) ? -1 : 1);
}

function listedItem({ properties, metadata, tags, deleted }: Values): Values {
  return { properties, metadata: metadata ?? {}, tags: tagsOf(tags), deleted: deleted === true };
}

function tagsOf(tags: unknown): Values {
  const set = listOf(valuesOf(tags)["blobTagSet"] ?? undefined);
  if (set.length === 0) return valuesOf(tags);
  return byName(
    set,
    ({ key }) => String(key),
    ({ value }) => value,
  );
}

/** The listed blobs with what only a look at each of them tells. */
async function withContents(from: Reader, address: Values, blobs: Plain): Promise<Plain> {
  if (!isFields(blobs) || !isRead(blobs)) return blobs;
  const looks = Object.entries(blobs).map(async ([blob, state], index) => {
    if (index >= mostLookedAt || !isFields(state)) return [blob, state] as const;
    return [
      blob,
      { ...state, ...(await contents(from, { ...address, blob }, propertiesOf(state))) },
    ] as const;
  });
  return plain(Object.fromEntries(await Promise.all(looks)), new Set());
}

function propertiesOf({ properties }: State): State {
  return isFields(properties) ? properties : {};
}

function contents(from: Reader, address: Values, { blobType: type, contentLength }: State): Promise<State> {
  return gathered({
    ...(Number(contentLength) <= mostRead && {
      content: from.read("Blob_Download", address, (_, { body }) => digestOf(body)),
    }),
    ...(type === "BlockBlob" && {
      blocks: from.read("BlockBlob_GetBlockList", { ...address, listType: "all" }, (value) => ({
        committed: usersOwn(value["committedBlocks"] ?? []),
        uncommitted: usersOwn(value["uncommittedBlocks"] ?? []),
      })),
    }),
    ...(type === "PageBlob" && {
      pages: from.read("PageBlob_GetPageRanges", address, (value) => value["pageRange"] ?? []),
    }),
  });
}
