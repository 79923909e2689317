import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BilledExchange } from "../../../../src/clouds/index.ts";
import {
  addCosts,
  costOf,
  formatCost,
  formatDollars,
  pricesWith,
  saved,
} from "../../../../src/hybrid/cost/index.ts";

interface Parts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly answerHeaders?: Readonly<Record<string, string>>;
}

function captured(content: unknown) {
  if (content === undefined) return {};
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { body: { size: text.length, sha256: "", text } };
}

function exchange(service: string | null, operation: string, parts: Parts = {}): BilledExchange {
  const { headers = {}, answerHeaders = {}, status = 200 } = parts;
  return {
    service,
    operation,
    request: { method: "X", target: "/", headers: Object.entries(headers), ...captured(parts.body) },
    response: { status, reason: "", headers: Object.entries(answerHeaders), ...captured(parts.answer) },
  };
}

function lines(one: BilledExchange, settings: unknown = {}): Record<string, number> {
  const { operations, unpriced } = costOf([one], pricesWith(settings));
  if (unpriced > 0) return { unpriced };
  return Object.fromEntries(operations.flatMap((each) => each.lines.map(({ line, units }) => [line, units])));
}

describe("Azure Blob", () => {
  const upload = (headers = {}) => exchange("azure-blob", "BlockBlob_Upload", { headers, status: 201 });

  test.each([
    ["BlockBlob_Upload", { "hot/LRS/write": 1 }],
    ["Container_Create", { "hot/LRS/list": 1 }],
    ["Blob_Download", { "hot/LRS/read": 1 }],
    ["Blob_AcquireLease", { "hot/LRS/other": 1 }],
    ["Blob_Delete", {}],
  ])("%s is charged by its class", (operation, expected) => {
    expect(lines(exchange("azure-blob", operation))).toEqual(expected);
  });

  test("the request's tier, the answer's, and the account's, in this order", () => {
    const settings = { "azure-blob": { tier: "cool", redundancy: "GRS" } };
    const download = exchange("azure-blob", "Blob_Download", {
      answerHeaders: { "x-ms-access-tier": "Cold" },
    });

    expect(lines(upload({ "X-Ms-Access-Tier": "Archive" }), settings)).toEqual({ "archive/GRS/write": 1 });
    expect(lines(download, settings)).toEqual({ "cold/GRS/read": 1 });
    expect(lines(upload(), settings)).toEqual({ "cool/GRS/write": 1 });
  });

  test("a client's mistake is charged, the service's own failure is not", () => {
    expect(lines(exchange("azure-blob", "Blob_Download", { status: 404 }))).toEqual({ "hot/LRS/read": 1 });
    expect(lines(exchange("azure-blob", "Blob_Download", { status: 503 }))).toEqual({});
  });

  const batch = [
    "--b\r\nContent-Type: application/http\r\n\r\nDELETE /c/a HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    "--b\r\nContent-Type: application/http\r\n\r\nPUT /c/b?comp=tier HTTP/1.1\r\nx-ms-access-tier: Cool\r\n\r\n",
    "--b\r\nContent-Type: application/http\r\n\r\nPUT /c/c?comp=tier HTTP/1.1\r\nx-ms-access-tier: Cool\r\n\r\n--b--\r\n",
  ].join("");

  test("a batch is one transaction and each request in it another", () => {
    const whole = exchange("azure-blob", "Service_SubmitBatch", { body: batch, status: 202 });

    expect(lines(whole)).toEqual({ "hot/LRS/other": 1, "cool/LRS/write": 2 });
    const { request } = whole;
    const base64 = Buffer.from(batch).toString("base64");
    expect(lines({ ...whole, request: { ...request, body: { size: 0, sha256: "", base64 } } })).toEqual(
      lines(whole),
    );
  });

  test("the price of a batch that was cut is not known", () => {
    const { request, ...rest } = exchange("azure-blob", "Service_SubmitBatch", { status: 202 });
    const cut = {
      ...rest,
      request: { ...request, body: { size: 9e6, sha256: "", text: batch, cut: true as const } },
    };

    expect(lines(cut)).toEqual({ unpriced: 1 });
  });
});

test("queues have two classes, tables one price for all", () => {
  const settings = { "azure-queue": { redundancy: "GRS" } };

  expect(lines(exchange("azure-queue", "Messages_Dequeue"), settings)).toEqual({ "GRS/class-1": 1 });
  expect(lines(exchange("azure-queue", "Messages_Peek"), settings)).toEqual({ "GRS/class-2": 1 });
  expect(lines(exchange("azure-table", "Table_DeleteEntity"))).toEqual({ "LRS/transaction": 1 });
  expect(lines(exchange("azure-table", "Table_Batch", { body: "any number of entities" }))).toEqual({
    "LRS/batch": 1,
  });
});

test("S3 by class of request and storage class", () => {
  const infrequent = { headers: { "x-amz-storage-class": "STANDARD_IA" } };

  expect(lines(exchange("s3", "PutObject"))).toEqual({ "STANDARD/put": 1 });
  expect(lines(exchange("s3", "ListObjectsV2"))).toEqual({ "STANDARD/put": 1 });
  expect(lines(exchange("s3", "PutObject", infrequent))).toEqual({ "STANDARD_IA/put": 1 });
  expect(lines(exchange("s3", "GetObject"), { s3: { storageClass: "GLACIER_IR" } })).toEqual({
    "GLACIER_IR/get": 1,
  });
  expect(lines(exchange("s3", "DeleteObject", { status: 204 }))).toEqual({});
  expect(lines(exchange("s3", "AbortMultipartUpload", { status: 204 }))).toEqual({});
});

describe("DynamoDB", () => {
  const write = "STANDARD/write-unit";
  const read = "STANDARD/read-unit";
  const item = (bytes: number) => ({ a: { S: "x".repeat(bytes - 1) } });
  const get = (request: object, answer: object) => exchange("dynamodb", "GetItem", { body: request, answer });

  test.each([
    ["PutItem of 1 KiB", "PutItem", { Item: item(1024) }, {}, { [write]: 1 }],
    ["PutItem of 1 KiB and a byte", "PutItem", { Item: item(1025) }, {}, { [write]: 2 }],
    ["UpdateItem of unknown size", "UpdateItem", { Key: {} }, {}, { [write]: 1 }],
    ["UpdateItem that tells the item", "UpdateItem", {}, { Attributes: item(3000) }, { [write]: 3 }],
    [
      "BatchWriteItem, by item",
      "BatchWriteItem",
      {
        RequestItems: { t: [{ PutRequest: { Item: item(2000) } }, { DeleteRequest: { Key: {} } }], u: [{}] },
      },
      {},
      { [write]: 4 },
    ],
    [
      "TransactWriteItems, twice",
      "TransactWriteItems",
      { TransactItems: [{ Put: { Item: item(1500) } }, { Delete: {} }] },
      {},
      { [write]: 6 },
    ],
    [
      "Query, weighed together",
      "Query",
      { ConsistentRead: true },
      { Items: [item(3000), item(3000)] },
      { [read]: 2 },
    ],
    ["Scan of nothing", "Scan", {}, { Items: [] }, { [read]: 0.5 }],
    [
      "BatchGetItem, by key",
      "BatchGetItem",
      { RequestItems: { t: { Keys: [{}, {}, {}] } } },
      { Responses: { t: [item(10), item(5000)] } },
      { [read]: 2 },
    ],
    [
      "TransactGetItems, twice",
      "TransactGetItems",
      { TransactItems: [{}, {}] },
      { Responses: [{ Item: item(4097) }, {}] },
      { [read]: 6 },
    ],
    ["a statement that selects", "ExecuteStatement", { Statement: 'select * from "t"' }, {}, { [read]: 0.5 }],
    [
      "a statement that writes",
      "ExecuteStatement",
      { Statement: "INSERT INTO t VALUE {}" },
      {},
      { [write]: 1 },
    ],
    [
      "what the answer tells",
      "PutItem",
      { Item: item(10) },
      { ConsumedCapacity: { CapacityUnits: 7 } },
      { [write]: 7 },
    ],
    ["managing a table", "CreateTable", { TableName: "t" }, {}, {}],
    ["a backup", "CreateBackup", { TableName: "t" }, {}, { unpriced: 1 }],
  ])("%s", (_, operation, body, answer, expected) => {
    expect(lines(exchange("dynamodb", operation, { body, answer }))).toEqual(expected);
  });

  test("half a unit for a read that may be stale, a whole one otherwise", () => {
    expect(lines(get({}, { Item: item(4096) }))).toEqual({ [read]: 0.5 });
    expect(lines(get({ ConsistentRead: true }, { Item: item(4097) }))).toEqual({ [read]: 2 });
  });

  test("a failed condition is charged, an invalid request is not", () => {
    const refused = (type: string) =>
      exchange("dynamodb", "PutItem", {
        body: { Item: item(1500) },
        status: 400,
        answer: { __type: `x#${type}` },
      });

    expect(lines(refused("ConditionalCheckFailedException"))).toEqual({ [write]: 2 });
    expect(lines(refused("ValidationException"))).toEqual({});
  });
});

describe("money", () => {
  const trace = [
    exchange("azure-blob", "BlockBlob_Upload"),
    exchange("azure-blob", "BlockBlob_Upload"),
    exchange("s3", "GetObject"),
    exchange(null, "unknown"),
  ];

  test("by operation, the dearest first, with what has no price beside it", () => {
    const cost = costOf(trace, pricesWith());

    expect(cost).toMatchObject({ requests: 4, unpriced: 1 });
    expect(cost.dollars).toBeCloseTo(0.0000104, 12);
    expect(cost.operations.map(({ operation, requests }) => [operation, requests])).toEqual([
      ["BlockBlob_Upload", 2],
      ["GetObject", 1],
      ["unknown", 1],
    ]);
    expect(cost.operations[0]?.lines).toEqual([{ line: "hot/LRS/write", units: 2, dollars: 0.00001 }]);
  });

  test("a user's price counts instead of the list's", () => {
    const prices = pricesWith({ "azure-blob": { dollars: { "hot/LRS/write": 100 } } });

    expect(costOf(trace, prices).operations[0]).toMatchObject({
      operation: "BlockBlob_Upload",
      dollars: 0.02,
    });
  });

  test("what is saved is all without what was sent", () => {
    const prices = pricesWith();

    const rest = saved(costOf(trace, prices), costOf(trace.slice(0, 1), prices));

    expect(rest).toMatchObject({ requests: 3, percent: 75 });
    expect(rest.dollars).toBeCloseTo(0.0000054, 12);
    expect(saved(costOf([], prices), costOf([], prices))).toEqual({ requests: 0, percent: 0, dollars: 0 });
  });

  const anyTrace = fc.array(fc.constantFrom(...trace), { maxLength: 8 });

  test("a run costs what its tests cost, however it is cut", () => {
    fc.assert(
      fc.property(anyTrace, anyTrace, (one, other) => {
        const prices = pricesWith();
        const together = costOf([...one, ...other], prices);

        const added = addCosts(costOf(one, prices), costOf(other, prices));

        expect(added.requests).toBe(together.requests);
        expect(added.unpriced).toBe(together.unpriced);
        expect(added.dollars).toBeCloseTo(together.dollars, 12);
        expect(added.operations.map(({ operation }) => operation)).toEqual(
          together.operations.map(({ operation }) => operation),
        );
      }),
    );
  });

  test.each([
    [0, "$0"],
    [0.00042, "$0.0004"],
    [0.00001, "<$0.0001"],
    [0.5, "$0.5000"],
    [1234.5, "$1,234.50"],
    [-0.002, "-$0.0020"],
  ])("%d is written %s", (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  });

  test("a cost on one line", () => {
    expect(formatCost({ requests: 5038, unpriced: 0, dollars: 0.0101, operations: [] })).toBe(
      "5,038 requests · $0.0101",
    );
    expect(formatCost({ requests: 1, unpriced: 1, dollars: 0, operations: [] })).toBe(
      "1 request · $0 (and 1 of unknown price)",
    );
  });
});
