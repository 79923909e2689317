import { expect, test } from "vitest";
import { contractsOf, defaultWindows } from "../../../src/clouds/index.ts";
import { type Recording, type ReplayResult, replay } from "../../../src/fidelity/index.ts";
import { installedNear, parseServiceTargets } from "../../../src/lab/index.ts";
import { sampleFinding } from "../../unit/fidelity/findings/sample-findings.ts";
import { each, recorded } from "./recordings.ts";

const blobs = "https://gone.blob.core.windows.net";
const queues = "https://gone.queue.core.windows.net";
const tables = "https://gone.table.core.windows.net";

const xml = { "content-type": "application/xml" };
const json = { "content-type": "application/json" };
const octets = { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" };

function refused(code: string) {
  return { "x-ms-error-code": code, ...xml };
}

async function on(target: string, ...recordings: readonly Recording[]): Promise<ReplayResult> {
  return replay(
    each(...recordings),
    parseServiceTargets(target, () => undefined),
    { cwd: process.cwd() },
  );
}

const conditions = recorded("conditions", blobs, [
  { send: "PUT /album?restype=container", status: 201, answer: { etag: '"0x8D90E1A2B3C4D5E"' } },
  {
    send: "PUT /album/cover",
    headers: octets,
    body: "first",
    status: 201,
    answer: { etag: '"0x8D90E1A2B3C4D60"', "last-modified": "Mon, 03 May 2021 10:00:00 GMT" },
  },
  {
    send: "GET /album/cover",
    headers: { "if-match": '"0x8D90E1A2B3C4D60"', "if-unmodified-since": "Mon, 03 May 2021 10:00:00 GMT" },
    status: 200,
  },
  {
    send: "GET /album/cover",
    headers: { "if-modified-since": "Mon, 03 May 2021 10:15:00 GMT" },
    status: 304,
    answer: { "x-ms-error-code": "ConditionNotMet" },
  },
  {
    send: "PUT /album/cover?comp=snapshot",
    status: 201,
    answer: { "x-ms-snapshot": "2021-05-03T10:00:01.1234567Z", etag: '"0x8D90E1A2B3C4D60"' },
  },
  { send: "GET /album/cover?snapshot=2021-05-03T10%3A00%3A01.1234567Z", status: 200 },
  {
    send: "PUT /album/copy",
    headers: {
      "x-ms-copy-source": `${blobs}/album/cover?snapshot=2021-05-03T10:00:01.1234567Z`,
      "content-length": "0",
    },
    status: 202,
    answer: { "x-ms-copy-id": "11111111-2222-3333-4444-555555555555" },
  },
  {
    // Azurite reads the source from itself, over HTTPS.
    send: "PUT /album/made?comp=block&blockid=MQ%3D%3D",
    headers: {
      "x-ms-copy-source": `${blobs}/album/cover?se=end&sp=r&sv=2021-08-06&sr=b&sig=taken_out`,
      "content-length": "0",
    },
    status: 201,
  },
  {
    send: "GET /album/cover?se=end&sp=r&sv=2021-08-06&sr=b&sig=taken_out",
    status: 200,
  },
]);

test("replays conditions, snapshots, copies and shared access with what the target made up", async () => {
  const queueMessage =
    "<QueueMessagesList><QueueMessage><MessageId>aaaaaaaa-0000-1111-2222-333333333333</MessageId><PopReceipt>AgAAAAMAAAAAAAAAfirst00000=</PopReceipt></QueueMessage></QueueMessagesList>";
  const receipts = recorded("receipts", queues, [
    { send: "PUT /jobs", status: 201 },
    {
      send: "POST /jobs/messages",
      headers: xml,
      body: "<QueueMessage><MessageText>dig</MessageText></QueueMessage>",
      status: 201,
      answer: xml,
      document: queueMessage,
    },
    {
      send: "PUT /jobs/messages/aaaaaaaa-0000-1111-2222-333333333333?popreceipt=AgAAAAMAAAAAAAAAfirst00000%3D&visibilitytimeout=0",
      headers: xml,
      body: "<QueueMessage><MessageText>fill</MessageText></QueueMessage>",
      status: 204,
      answer: { "x-ms-popreceipt": "AwAAAAMAAAAAAAAAsecond00000=" },
    },
    {
      send: "DELETE /jobs/messages/aaaaaaaa-0000-1111-2222-333333333333?popreceipt=AwAAAAMAAAAAAAAAsecond00000%3D",
      status: 204,
    },
  ]);
  const batch = [
    "--batch_1",
    "Content-Type: multipart/mixed; boundary=changeset_1",
    "",
    "--changeset_1",
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
    "PATCH https://realname.table.core.windows.net/people(PartitionKey='a',RowKey='1') HTTP/1.1",
    "Content-Type: application/json",
    "If-Match: W/\"datetime'2021-05-03T10%3A00%3A00.1111111Z'\"",
    "",
    '{"PartitionKey":"a","RowKey":"1","age":4}',
    "--changeset_1--",
    "--batch_1--",
    "",
  ].join("\r\n");
  const entities = recorded("entities", tables, [
    {
      send: "POST /Tables",
      headers: { ...json, accept: "application/json;odata=nometadata" },
      body: '{"TableName":"people"}',
      status: 201,
    },
    {
      send: "POST /people",
      headers: { ...json, accept: "application/json;odata=fullmetadata" },
      body: '{"PartitionKey":"a","RowKey":"1","age":3}',
      status: 201,
      answer: { ...json, etag: "W/\"datetime'2021-05-03T10%3A00%3A00.1111111Z'\"" },
    },
    {
      send: "POST /$batch",
      headers: { "content-type": "multipart/mixed; boundary=batch_0", accept: "application/json" },
      body: batch,
      status: 202,
      answer: { "content-type": "multipart/mixed; boundary=batchresponse_0" },
      document: "--batchresponse_0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n--batchresponse_0--",
    },
  ]);

  const result = await on("azurite", conditions, receipts, entities, conditions);

  expect(result.discrepancies).toEqual([]);
  expect(result).toMatchObject({ recordings: 4, exchanges: 25, matched: 25, skipped: 0 });
});

test("tells discrepancies from those that follow, and what cannot be performed from both", async () => {
  const album = recorded("a bad lease", blobs, [
    { send: "PUT /album?restype=container", status: 201 },
    {
      send: "PUT /album/cover",
      headers: octets,
      body: "first",
      status: 412,
      answer: refused("LeaseIdMissing"),
    },
    { send: "GET /album/cover", status: 404, answer: refused("BlobNotFound") },
    { send: "GET /other/cover", status: 404, answer: refused("BlobNotFound") },
  ]);
  const elsewhere = recorded("elsewhere", blobs, [
    { send: "PUT /album?restype=container", status: 201 },
    {
      send: "PUT /album/copy",
      headers: { "x-ms-copy-source": "https://stranger.blob.core.windows.net/a/b" },
      status: 202,
    },
    { send: "GET /album/copy", status: 200 },
    { send: "GET /?restype=service&comp=properties", status: 403, answer: refused("AuthenticationFailed") },
    { send: "POST /?restype=service&comp=userdelegationkey", status: 200 },
    {
      send: "PUT /album/versioned",
      headers: octets,
      body: "one",
      status: 201,
      answer: { "x-ms-version-id": "2021-05-03T10:00:01.7654321Z" },
    },
    {
      send: "PUT /album/versioned",
      headers: octets,
      body: "two",
      status: 201,
      answer: { "x-ms-version-id": "2021-05-03T10:00:02.7654321Z" },
    },
    { send: "GET /album/versioned?versionid=2021-05-03T10:00:01.7654321Z", status: 200 },
  ]);

  const result = await on("azurite", album, elsewhere);

  expect(result.discrepancies).toMatchObject([
    {
      recording: "a bad lease",
      index: 1,
      operation: "BlockBlob_Upload",
      expected: { status: 412, code: "LeaseIdMissing" },
      actual: { status: 201, code: null },
      reproduced: true,
      cites: { kind: "finding" },
    },
    { index: 3, actual: { status: 404, code: "ContainerNotFound" }, cites: { kind: "finding" } },
  ]);
  expect(result.skips).toContainEqual(
    expect.objectContaining({ index: 2, operation: "Blob_Download", following: 1 }),
  );
  expect(result.skipReasons).toEqual({
    "it differs, but an earlier one that it depends on does so, too": 1,
    "its copy source is another account's": 1,
    "it differs, but an earlier one that it depends on was skipped": 1,
    "it was refused for its credentials, which were taken out": 1,
    "the key would be the other account's secret, and what it signs cannot be signed anew": 1,
    "it needs the version that the target did not give": 1,
  });
  expect(result.matched + result.skipped + result.discrepancies.length).toBe(result.exchanges);
});

test("what cannot have been sent as it was recorded is skipped, and ends nothing", async () => {
  const odd = recorded("odd", blobs, [
    { send: "PUT /album?restype=container", headers: { "x-ms-meta-kind": "café 汉" }, status: 201 },
    {
      send: "PUT /other?restype=container",
      headers: { "x-ms-meta-a b": "1" },
      status: 400,
      answer: refused("InvalidMetadata"),
    },
    { send: "PUT /album/copy", status: 202, answer: { "x-ms-copy-id": "1", "x-ms-copy-status": "success" } },
    { send: "HEAD /album?restype=container", status: 200 },
  ]);

  const result = await on("azurite", odd);

  expect(result).toMatchObject({ exchanges: 4, matched: 2, discrepancies: [] });
  expect(result.skipReasons).toEqual({
    "it has letters where HTTP allows none": 1,
    "it is no operation of the service as it was recorded": 1,
  });
});

test("makes what a recording found, and skips what was in it", async () => {
  const found = recorded("found", blobs, [
    { send: "PUT /album?restype=container", status: 409, answer: refused("ContainerAlreadyExists") },
    { send: "PUT /old/new", headers: octets, body: "one", status: 201 },
    { send: "HEAD /old/older", status: 200 },
    { send: "DELETE /old/new", status: 202 },
  ]);
  const queue = recorded("found queue", queues, [
    { send: "PUT /jobs", headers: { "x-ms-meta-kind": "odd" }, status: 204 },
    { send: "PUT /other", status: 201 },
  ]);

  const result = await on("azurite", found, queue, found);

  expect(result.discrepancies).toEqual([]);
  expect(result).toMatchObject({ exchanges: 10, matched: 8, prepared: 5 });
  expect(result.skipReasons).toEqual({ "it meets what was there before the recording began": 2 });
});

test("blames what cannot be done at all on nothing before it, and brings about what it should have done", async () => {
  const source = { "x-ms-copy-source": `${blobs}/album/cover`, "content-length": "0" };
  const unfinished = recorded("unfinished", blobs, [
    { send: "PUT /album?restype=container", status: 201 },
    { send: "PUT /album/cover", headers: octets, body: "first", status: 201 },
    {
      send: "PUT /album/log",
      headers: { "x-ms-blob-type": "AppendBlob", "content-length": "0" },
      status: 201,
    },
    {
      send: "PUT /album/log?comp=appendblock",
      headers: { ...source, "x-ms-source-range": "bytes=0-3" },
      status: 201,
      answer: { etag: '"0x8D90E1A2B3C4D60"' },
    },
    {
      send: "PUT /album/log?comp=appendblock",
      headers: { ...source, "if-match": '"0x1"' },
      status: 412,
      answer: refused("ConditionNotMet"),
    },
    {
      send: "GET /album/log",
      headers: { "x-ms-range": "bytes=0-3", "if-match": '"0x8D90E1A2B3C4D60"' },
      status: 206,
    },
    {
      send: "GET /album/log",
      headers: { "x-ms-range": "bytes=5-8" },
      status: 416,
      answer: refused("InvalidRange"),
    },
  ]);
  const never = recorded("never", blobs, [
    { send: "PUT /album?restype=container", status: 201 },
    { send: "PUT /album/log", headers: { ...source, ...octets }, status: 201 },
    { send: "GET /album/log", status: 200 },
  ]);

  const { discrepancies, skips } = await on("azurite", unfinished, never);

  expect(discrepancies.map(({ recording, index, actual }) => [recording, index, actual.status])).toEqual([
    ["unfinished", 3, 501],
    ["unfinished", 4, 501],
    ["never", 1, 501],
  ]);
  expect(skips).toMatchObject([{ recording: "never", index: 2, following: 1 }]);
});

test("waits for what ended by itself when it was recorded, and undoes an account's settings", async () => {
  const cors =
    "<StorageServiceProperties><Cors><CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders>*</AllowedHeaders><ExposedHeaders>*</ExposedHeaders><MaxAgeInSeconds>5</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>";
  const hidden = recorded("hidden", queues, [
    { send: "PUT /jobs", status: 201 },
    {
      send: "POST /jobs/messages?messagettl=1",
      headers: xml,
      body: "<QueueMessage><MessageText>dig</MessageText></QueueMessage>",
      status: 201,
      after: 1,
      answer: xml,
      document:
        "<QueueMessagesList><QueueMessage><MessageId>aaaaaaaa-0000-1111-2222-333333333333</MessageId><PopReceipt>AgAAAAMAAAAAAAAAfirst00000=</PopReceipt></QueueMessage></QueueMessagesList>",
    },
    {
      send: "DELETE /jobs/messages/aaaaaaaa-0000-1111-2222-333333333333?popreceipt=AgAAAAMAAAAAAAAAfirst00000%3D",
      status: 404,
      answer: refused("MessageNotFound"),
      after: 4,
    },
  ]);
  const set = recorded("set", blobs, [
    { send: "PUT /?restype=service&comp=properties", headers: xml, body: cors, status: 202 },
    { send: "PUT /pictures?restype=container", status: 201 },
  ]);
  const preflight = recorded("preflight", blobs, [
    {
      send: "OPTIONS /pictures/a",
      headers: { origin: "https://example.org", "access-control-request-method": "GET" },
      status: 403,
      answer: refused("CorsPreflightFailure"),
    },
  ]);

  const result = await on("azurite", hidden, set, preflight);

  expect(result.discrepancies).toEqual([]);
  expect(result.skipReasons).toEqual({});
});

test("what differs cites the contract that is broken, a known finding, or one that is made of it", async () => {
  const tooMany =
    "<StorageServiceProperties><DeleteRetentionPolicy><Enabled>true</Enabled><Days>366</Days></DeleteRetentionPolicy></StorageServiceProperties>";
  const broken = recorded("broken", blobs, [
    {
      send: "PUT /?restype=service&comp=properties",
      headers: xml,
      body: tooMany,
      status: 400,
      answer: refused("InvalidXmlDocument"),
    },
  ]);
  const lost = recorded("lost", blobs, [
    { send: "PUT /album?restype=container", status: 201 },
    { send: "PUT /other?restype=container", status: 201 },
    { send: "GET /album/cover", status: 404, answer: refused("BlobIsLost") },
    { send: "GET /other/cover", status: 404, answer: refused("BlobIsLost") },
    { send: "DELETE /other/cover", status: 404, answer: refused("BlobIsLost") },
  ]);

  const knownOf = (operation: string, version: string | undefined) =>
    sampleFinding({
      id: `${operation}-known`,
      operation,
      emulator: { label: `azurite ${version}`, status: 404, code: "BlobNotFound", message: null },
      reference: { label: "the cloud", status: 404, code: "BlobIsLost", message: null },
    });
  const latest = installedNear("azurite", process.cwd())?.version;

  const result = await replay(
    each(broken, lost),
    parseServiceTargets("azurite", () => undefined),
    {
      cwd: process.cwd(),
      // What is known of another version says nothing of this one.
      known: [knownOf("Blob_Delete", latest), knownOf("Blob_Download", "3.21.0")],
    },
  );

  const [finding] = result.findings;
  expect(result.discrepancies.map(({ cites }) => cites)).toEqual([
    { kind: "contract", id: "azure-blob/soft-deleted-for-at-most-a-year", evidence: expect.any(String) },
    { kind: "finding", id: finding?.id },
    { kind: "finding", id: finding?.id },
    { kind: "finding", id: "Blob_Delete-known", isKnown: true },
  ]);
  expect(result.findings).toMatchObject([
    {
      operation: "Blob_Download",
      impact: "debuggability",
      rootCause: "null-reference",
      emulator: { status: 404, code: "BlobNotFound" },
      reference: { status: 404, code: "BlobIsLost" },
      reproduced: 3,
      recording: "lost",
      exchanges: [{ method: "PUT" }, { method: "GET" }],
    },
  ]);
  expect(result.summary).toMatchObject({
    matched: 2,
    citedContract: 1,
    citedFinding: 3,
    uncited: 0,
    skipped: 0,
  });
});

test("behind contracts, the target answers as the cloud does", async () => {
  const cloud = recorded("cloud", queues, [
    { send: "PUT /jobs", status: 201 },
    { send: "DELETE /jobs", status: 204 },
    { send: "PUT /jobs", status: 409, answer: refused("QueueBeingDeleted") },
  ]);

  const result = await replay(
    each(cloud, cloud),
    parseServiceTargets("azurite", () => undefined),
    { cwd: process.cwd(), strict: { contracts: contractsOf("azure-queue"), windows: defaultWindows } },
  );

  expect(result).toMatchObject({ matched: 6, discrepancies: [] });
});
