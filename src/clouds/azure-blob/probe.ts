import type { Scope } from "../scope.ts";
import { policiesIn } from "../shared/azure-policies.ts";
import { azureWords, inWords, type Values } from "../shared/probe-answer.ts";
import { digestOf, mostLookedAt, mostRead } from "../shared/probe-content.ts";
import type { Reads } from "../shared/probe-reads.ts";
import type { Shown, Wanted } from "../shared/probe-shown.ts";
import {
  byName,
  gathered,
  isAbsent,
  isFields,
  isRead,
  listOf,
  type Plain,
  plain,
  type Reader,
  reader,
  type State,
  usersOwn,
  valuesOf,
} from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** Times, tags of changes and identifiers that the service makes up; and addresses, which differ from target to target. */
const dropped = new Set(
  (
    "etag lastModified date requestId clientRequestId version creationTime copyCompletionTime copyId copySource " +
    "accessTierChangeTime lastAccessTime expiryTime deletedTime serverEncrypted server"
  ).split(" "),
);

/** Options of an upload that the list of blobs tells, which is read each time. */
const toldByList = /^(?:metadata|blob(?:CacheControl|Content\w+|TagsString))$/;

/** What may be another after what; how long contents are, and mostly their hashes, a listing tells anyway. */
export const azureBlobShown: Shown = {
  Blob_Download: {
    after: /^(?:Page|Append)Blob_|^BlockBlob_(?!Upload$)|Copy|Delete$/,
    afterOptions: /^BlockBlob_Upload$/,
    besides: toldByList,
  },
  Container_GetProperties: { after: /^Container_(?!Create$)/, afterOptions: /^Container_Create$/ },
  Container_GetAccessPolicy: {
    after: /^Container_SetAccessPolicy$/,
    afterOptions: /^Container_Create$/,
    given: /^access$/,
  },
  BlockBlob_GetBlockList: {
    after: /^BlockBlob_(?!Upload$)/,
    afterOptions: /^BlockBlob_Upload$/,
    besides: toldByList,
  },
};

export const azureBlobReads: Reads = {
  service: "Service_GetProperties",
  containers: "Service_ListContainersSegment",
  properties: "Container_GetProperties",
  policies: "Container_GetAccessPolicy",
  blobs: "Container_ListBlobFlatSegment",
  "blobs.*.content": "Blob_Download",
  "blobs.*.blocks": "BlockBlob_GetBlockList",
  "blobs.*.pages": "PageBlob_GetPageRanges",
};

/** What a listing can tell of each blob; a service that knows no versions may refuse to tell the rest. */
const told = ["metadata", "snapshots", "uncommittedblobs", "tags", "copy", "deleted"];
const toldOfVersions = [...told, "versions", "immutabilitypolicy", "legalhold"];

/** Reads an account, a container or a blob. */
export async function probeAzureBlob(
  clients: Clients,
  [container, blob]: Scope,
  wanted: Wanted,
): Promise<State> {
  const from = reader(clients, { words: azureWords, dropped, wanted });
  if (container === undefined) return accountState(from);
  const address = { containerName: container };
  const listed = await blobsOf(from, address, blob);
  // A container that is not there has nothing else to show.
  if (isAbsent(listed))
    return { blobs: listed, ...(blob === undefined && { policies: listed, properties: listed }) };
  const blobs = withContents(from, address, listed);
  if (blob !== undefined) return gathered({ blobs });
  return gathered({
    properties: from.read("Container_GetProperties", address, ({ head }) => head),
    policies: from.read("Container_GetAccessPolicy", address, ({ head, body }) => ({
      access: head["blobPublicAccess"],
      identifiers: policiesIn(body),
    })),
    blobs,
  });
}

function accountState(from: Reader): Promise<State> {
  return gathered({
    service: from.read("Service_GetProperties", {}, ({ body }) => inWords(body, azureWords)),
    containers: from.read("Service_ListContainersSegment", { include: ["metadata"] }, ({ body }) =>
      byName(
        listOf(valuesOf(body)["Containers"]),
        ({ Name }) => String(Name),
        ({ Properties, Metadata }) => ({
          properties: inWords(Properties, azureWords),
          metadata: Metadata,
        }),
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
  return from.read("Container_ListBlobFlatSegment", narrowed, ({ body }) => {
    const items = listOf(valuesOf(valuesOf(body)["Blobs"])["Blob"]);
    const wanted = items.filter(({ Name }) => only === undefined || Name === only);
    const groups = Map.groupBy(wanted, ({ Name }) => String(Name));
    return Object.fromEntries([...groups].map(([name, group]) => [name, blobState(group)]));
  });
}

function blobState(items: readonly Values[]): Values {
  const isSnapshot = ({ Snapshot }: Values) => Snapshot !== undefined && Snapshot !== "";
  const isEarlier = ({ VersionId, IsCurrentVersion }: Values) =>
    VersionId !== undefined && IsCurrentVersion !== true;
  const base = items.find((item) => !isSnapshot(item) && !isEarlier(item));
  const snapshots = items.filter(isSnapshot).toSorted(by("Snapshot"));
  const versions = items.filter((item) => !isSnapshot(item) && isEarlier(item)).toSorted(by("VersionId"));
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

function listedItem({ Properties, Metadata, Tags, Deleted }: Values): Values {
  return {
    properties: inWords(Properties, azureWords),
    // When it expires differs each time; whether it does is its state.
    expires: valuesOf(Properties)["Expiry-Time"] !== undefined,
    metadata: Metadata ?? {},
    tags: tagsOf(Tags),
    deleted: Deleted === true,
  };
}

function tagsOf(tags: unknown): Values {
  return byName(
    listOf(valuesOf(tags)["BlobTagSet"]),
    ({ Key }) => String(Key),
    ({ Value }) => Value,
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
      blocks: from.read("BlockBlob_GetBlockList", { ...address, listType: "all" }, ({ body }) => {
        const { CommittedBlocks = [], UncommittedBlocks = [] } = valuesOf(body);
        return { committed: blocksIn(CommittedBlocks), uncommitted: blocksIn(UncommittedBlocks) };
      }),
    }),
    ...(type === "PageBlob" && {
      pages: from.read("PageBlob_GetPageRanges", address, ({ body }) =>
        inWords(valuesOf(body)["PageRange"] ?? [], azureWords),
      ),
    }),
  });
}

/** A block's name is its user's. */
function blocksIn(blocks: unknown): unknown {
  return usersOwn(inWords(blocks, azureWords));
}
