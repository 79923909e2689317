import type { OwnersCall, StagedInput } from "../explore/index.ts";
import type { Input, Operation } from "../model/index.ts";
import type { ServiceName } from "./service-names.ts";

/** The same calls before some inputs of several operations. */
interface Scene {
  readonly before: readonly OwnersCall[];
  readonly inputs: Readonly<Record<string, readonly Input[]>>;
}

function call(operation: string, input: Input): OwnersCall {
  return { operation, input };
}

/** Two of them are in a folder. */
const names = ["a/1", "a/2", "b", "c"];

const page = (first: number): Input => ({
  blob: "pages",
  range: `bytes=${first}-${first + 511}`,
  body: Buffer.alloc(512, "p"),
  contentLength: 512,
});

/** The ids of a blob's blocks are equally long. */
function blockIdOf(name: string): string {
  return Buffer.from(name.padEnd(8)).toString("base64");
}

const azureBlob: readonly Scene[] = [
  {
    before: names.map((blob) =>
      call("BlockBlob_Upload", { blob, body: Buffer.from(`in ${blob}`), contentLength: 3 + blob.length }),
    ),
    inputs: {
      Container_ListBlobFlatSegment: [{ prefix: "a/" }, { maxPageSize: 2 }],
      Container_ListBlobHierarchySegment: [{ delimiter: "/" }, { delimiter: "/", prefix: "a/" }],
    },
  },
  {
    before: [
      call("BlockBlob_Upload", { blob: "a", body: Buffer.from("gold"), contentLength: 4 }),
      call("Blob_CreateSnapshot", { blob: "a" }),
    ],
    inputs: {
      Blob_Delete: [
        { blob: "a", deleteSnapshots: "only" },
        { blob: "a", deleteSnapshots: "include" },
      ],
    },
  },
  {
    before: [
      call("PageBlob_Create", { blob: "pages", blobContentLength: 2048 }),
      ...[0, 1024].map((first) => call("PageBlob_UploadPages", page(first))),
    ],
    inputs: {
      PageBlob_ClearPages: [
        { blob: "pages", range: "bytes=0-1023" },
        { blob: "pages", range: "bytes=0-1535" },
      ],
      PageBlob_GetPageRanges: [{ blob: "pages" }, { blob: "pages", range: "bytes=0-1023" }],
    },
  },
  {
    before: ["first", "second"].map((block) =>
      call("BlockBlob_StageBlock", {
        blob: "blocks",
        blockId: blockIdOf(block),
        body: Buffer.from(block),
        contentLength: block.length,
      }),
    ),
    inputs: {
      BlockBlob_CommitBlockList: [
        { blob: "blocks", blocks: { Latest: ["first", "second"].map(blockIdOf) } },
        { blob: "blocks", blocks: { Latest: ["second", "first"].map(blockIdOf) } },
      ],
    },
  },
  {
    before: [
      call("AppendBlob_Create", { blob: "log" }),
      ...["first", "second"].map((line) =>
        call("AppendBlob_AppendBlock", { blob: "log", body: Buffer.from(line), contentLength: line.length }),
      ),
    ],
    inputs: { Blob_Download: [{ blob: "log" }, { blob: "log", range: "bytes=3-7" }] },
  },
];

const azureQueue: readonly Scene[] = [
  {
    before: ["first", "second", "third"].map((MessageText) =>
      call("Messages_Enqueue", { queueMessage: { MessageText } }),
    ),
    inputs: {
      Messages_Peek: [{ numberOfMessages: 2 }],
      Messages_Dequeue: [{ numberOfMessages: 2 }, { numberOfMessages: 3, visibilityTimeout: 60 }],
      Messages_Clear: [{}],
    },
  },
];

const azureTable: readonly Scene[] = [
  {
    // As numbers, 2 comes before 10.
    before: [
      ["a", "1", 10],
      ["a", "2", 2],
      ["b", "1", 1],
    ].map(([PartitionKey, RowKey, amount]) =>
      call("Table_InsertEntity", { tableEntityProperties: { PartitionKey, RowKey, amount } }),
    ),
    inputs: {
      Table_QueryEntities: [
        { filter: "PartitionKey eq 'a'" },
        { filter: "PartitionKey eq 'a' and RowKey ge '2'" },
        { filter: "amount gt 1 and amount lt 10" },
        { filter: "amount eq 10 or PartitionKey eq 'b'" },
        { top: 2 },
        { select: "RowKey,amount" },
      ],
      // The entities of a batch are of one partition.
      Table_Batch: [
        {
          body: ["1", "2"].map((RowKey) => ({
            Action: "Insert",
            Table: "{table}",
            Entity: { PartitionKey: "c", RowKey, note: `in ${RowKey}` },
            ETag: "*",
          })),
        },
      ],
      Table_DeleteEntity: [{ partitionKey: "a", rowKey: "1", ifMatch: "*" }],
    },
  },
];

const s3: readonly Scene[] = [
  {
    before: names.map((Key) => call("PutObject", { Key, Body: Buffer.from(`in ${Key}`) })),
    inputs: {
      ListObjectsV2: [{ Prefix: "a/" }, { Delimiter: "/" }, { MaxKeys: 2 }, { StartAfter: "a/1" }],
      ListObjects: [{ Prefix: "a/" }, { Delimiter: "/" }, { Marker: "a/2" }],
      GetObject: [{ Key: "a/1", Range: "bytes=1-3" }],
      DeleteObject: [{ Key: "a/1" }],
      DeleteObjects: [{ Delete: { Objects: [{ Key: "a/1" }, { Key: "b" }] } }],
    },
  },
];

const inPartition: Input = {
  KeyConditionExpression: "id = :id",
  ExpressionAttributeValues: { ":id": { S: "a" } },
};

const secondItem = { id: { S: "a" }, at: { N: "2" } };

const dynamodb: readonly Scene[] = [
  {
    before: [
      call("CreateTable", {
        AttributeDefinitions: [
          { AttributeName: "id", AttributeType: "S" },
          { AttributeName: "at", AttributeType: "N" },
        ],
        KeySchema: [
          { AttributeName: "id", KeyType: "HASH" },
          { AttributeName: "at", KeyType: "RANGE" },
        ],
        BillingMode: "PAY_PER_REQUEST",
      }),
      ...["10", "2", "1"].map((at) =>
        call("PutItem", { Item: { id: { S: "a" }, at: { N: at }, note: { S: `at ${at}` } } }),
      ),
    ],
    inputs: {
      Query: [
        inPartition,
        { ...inPartition, ScanIndexForward: false },
        { ...inPartition, ScanIndexForward: false, Limit: 1 },
        {
          KeyConditionExpression: "id = :id AND #at > :at",
          ExpressionAttributeNames: { "#at": "at" },
          ExpressionAttributeValues: { ":id": { S: "a" }, ":at": { N: "1" } },
        },
        {
          KeyConditionExpression: "id = :id AND #at BETWEEN :from AND :to",
          ExpressionAttributeNames: { "#at": "at" },
          ExpressionAttributeValues: { ":id": { S: "a" }, ":from": { N: "2" }, ":to": { N: "10" } },
        },
      ],
      GetItem: [{ Key: secondItem }],
      UpdateItem: [
        {
          Key: secondItem,
          UpdateExpression: "SET note = :note",
          ExpressionAttributeValues: { ":note": { S: "gold" } },
        },
      ],
      DeleteItem: [{ Key: secondItem, ReturnValues: "ALL_OLD" }],
    },
  },
];

/** What `scenesOf` picks from. */
export const scenes: Readonly<Record<ServiceName, readonly Scene[]>> = {
  "azure-blob": azureBlob,
  "azure-queue": azureQueue,
  "azure-table": azureTable,
  s3,
  dynamodb,
};

/** Inputs of an operation that tell more of what some calls before them have made than of what plain ones make. */
export function scenesOf(service: ServiceName, { name }: Operation): readonly StagedInput[] {
  return scenes[service].flatMap(({ before, inputs }) =>
    (inputs[name] ?? []).map((input) => ({ input, before })),
  );
}
