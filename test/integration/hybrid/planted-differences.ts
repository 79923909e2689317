import type { AzureService } from "../../../src/clouds/index.ts";

/** A request as the front before the stand-in sees it. */
export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether that operation was performed before on a path. */
  readonly wasDone: (operation: string, path: string) => boolean;
}

/** An answer; names of headers keep their letters. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where the stand-in does not do what Azurite does. */
export interface PlantedDifference {
  readonly about: string;
  readonly service: AzureService;
  readonly operation: string;
  readonly when: (asked: Asked) => boolean;
  /** Answers by itself, and the service never hears of it; or changes what the service has answered. */
  readonly does: Answered | ((answered: Answered, asked: Asked) => Answered);
}

function fault(status: number, code: string): Answered {
  return {
    status,
    headers: { "x-ms-error-code": code, "content-type": "application/xml" },
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The stand-in is stricter.</Message></Error>`,
  };
}

function odataFault(status: number, code: string): Answered {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      "odata.error": { code, message: { lang: "en-US", value: "The stand-in is stricter." } },
    }),
  };
}

/** What a request is answered with that nobody performs, as if somebody had. */
function promise(status: number, headers: Answered["headers"] = {}): Answered {
  return { status, headers, body: "" };
}

function withHeader(name: string, change: (value: string) => string) {
  return ({ headers, ...answered }: Answered): Answered => ({
    ...answered,
    headers: { ...headers, [name]: change(headers[name] ?? "") },
  });
}

const always = () => true;

const blobs: readonly Omit<PlantedDifference, "service">[] = [
  {
    about: "a container stays being deleted",
    operation: "Container_Create",
    when: ({ path, wasDone }) => wasDone("Container_Delete", path),
    does: fault(409, "ContainerBeingDeleted"),
  },
  {
    about: "metadata has a limit",
    operation: "Blob_SetMetadata",
    when: ({ headers }) =>
      metadataIn(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0) > 8192,
    does: fault(400, "MetadataTooLarge"),
  },
  {
    about: "names have a limit",
    operation: "BlockBlob_Upload",
    when: ({ path }) => path.split("/").slice(3).join("/").length > 1024,
    does: fault(400, "InvalidUri"),
  },
  {
    about: "copies take their time",
    operation: "Blob_StartCopyFromURL",
    when: always,
    does: withHeader("x-ms-copy-status", () => "pending"),
  },
  {
    about: "what is on hold is not deleted, whatever the answer is",
    operation: "Blob_Delete",
    when: ({ path }) => path.includes("/hold/"),
    does: promise(202, { "x-ms-delete-type-permanent": "true" }),
  },
  {
    about: "types are told by names",
    operation: "Blob_GetProperties",
    when: ({ path }) => path.endsWith(".csv"),
    does: withHeader("content-type", () => "text/csv"),
  },
  {
    about: "names of metadata are in small letters",
    operation: "Blob_GetProperties",
    when: always,
    does: ({ headers, ...answered }) => ({
      ...answered,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          /^x-ms-meta-/i.test(name) ? name.toLowerCase() : name,
          value,
        ]),
      ),
    }),
  },
  {
    about: "there is metadata that nobody wrote",
    operation: "Blob_GetProperties",
    when: ({ path }) => path.endsWith("/tagged"),
    does: withHeader("x-ms-meta-added", () => "yes"),
  },
  {
    about: "pages have two blobs at most",
    operation: "Container_ListBlobFlatSegment",
    when: always,
    does: ({ body, ...answered }) => ({ ...answered, body: firstPage(body, 2) }),
  },
];

const queues: readonly Omit<PlantedDifference, "service">[] = [
  {
    about: "a queue stays being deleted",
    operation: "Queue_Create",
    when: ({ path, wasDone }) => wasDone("Queue_Delete", path),
    does: fault(409, "QueueBeingDeleted"),
  },
  {
    about: "messages have a lower limit, as those have that are written in base64",
    operation: "Messages_Enqueue",
    when: ({ body }) => body.length > 48 * 1024,
    does: fault(413, "RequestBodyTooLarge"),
  },
  {
    about: "messages come in another order",
    operation: "Messages_Dequeue",
    when: always,
    does: ({ body, ...answered }) => ({ ...answered, body: turnedRound(body) }),
  },
  {
    about: "counts lag behind",
    operation: "Queue_GetProperties",
    when: always,
    does: withHeader("x-ms-approximate-messages-count", (count) =>
      Number(count) > 2 ? String(Number(count) - 1) : count,
    ),
  },
  {
    about: "clearing is promised, and not done",
    operation: "Messages_Clear",
    when: always,
    does: promise(204),
  },
];

const tables: readonly Omit<PlantedDifference, "service">[] = [
  {
    about: "a table stays being deleted",
    operation: "Table_Create",
    when: ({ path, body, wasDone }) => wasDone("Table_Delete", `${path}('${tableIn(body)}')`),
    does: odataFault(409, "TableBeingDeleted"),
  },
  {
    about: "properties are identifiers",
    operation: "Table_InsertEntity",
    when: ({ body }) =>
      Object.keys(objectIn(body)).some((name) => !/^[A-Za-z_][\w]*(?:@odata\.type)?$/.test(name)),
    does: odataFault(400, "PropertyNameInvalid"),
  },
  {
    about: "what is selected and not there is null",
    operation: "Table_QueryEntities",
    when: ({ query }) => query.has("$select"),
    does: ({ body, ...answered }, { query }) => ({
      ...answered,
      body: withNulls(body, query.get("$select") ?? ""),
    }),
  },
  {
    about: "closed months are not changed, whatever the answer is",
    operation: "Table_MergeEntity",
    when: ({ path }) => path.includes("closed-"),
    does: promise(204, { etag: `W/"datetime'2026-01-01T00%3A00%3A00.0000000Z'"` }),
  },
];

/** All that the stand-in does otherwise, by service. */
export const plantedDifferences: readonly PlantedDifference[] = [
  ...blobs.map((one) => ({ ...one, service: "azure-blob" as const })),
  ...queues.map((one) => ({ ...one, service: "azure-queue" as const })),
  ...tables.map((one) => ({ ...one, service: "azure-table" as const })),
];

function metadataIn(headers: Asked["headers"]): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => name.startsWith("x-ms-meta-"))
    .map(([name, value]) => [name.slice("x-ms-meta-".length), value]);
}

function objectIn(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

function tableIn(body: string): string {
  return String(objectIn(body)["TableName"]);
}

/** The next page begins behind the marker, as Azurite has it. */
function firstPage(listing: string, size: number): string {
  const blobsListed = listing.match(/<Blob>.*?<\/Blob>/gs) ?? [];
  if (blobsListed.length <= size) return listing;
  const last = /<Name>(.*?)<\/Name>/.exec(blobsListed[size - 1] ?? "")?.[1] ?? "";
  return blobsListed
    .slice(size)
    .reduce((text, blob) => text.replace(blob, ""), listing)
    .replace(/<NextMarker\/>|<NextMarker>.*?<\/NextMarker>/s, `<NextMarker>${last}</NextMarker>`);
}

function turnedRound(messages: string): string {
  const all = messages.match(/<QueueMessage>.*?<\/QueueMessage>/gs) ?? [];
  return messages.replace(all.join(""), all.toReversed().join(""));
}

function withNulls(entities: string, select: string): string {
  const { value, ...rest } = JSON.parse(entities) as { value: Record<string, unknown>[] };
  const missing = Object.fromEntries(select.split(",").map((name) => [name, null]));
  return JSON.stringify({ ...rest, value: value.map((entity) => ({ ...missing, ...entity })) });
}
