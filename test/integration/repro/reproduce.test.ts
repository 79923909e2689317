import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { interfaceOf } from "../../../src/clouds/index.ts";
import { findingId } from "../../../src/fidelity/findings/identity.ts";
import { type Finding, openSide, reproduce, type Side } from "../../../src/fidelity/index.ts";
import { loadConfig } from "../../../src/lab/config/index.ts";
import { reproReport } from "../../../src/report/index.ts";
import { startLyingProxy } from "../fidelity/lying-proxy.ts";
import { sideOf } from "../opened-side.ts";
import { type Answering, answering } from "../sdk/server.ts";
import { finding, step } from "./findings.ts";

let azurite: Side;
let s3rver: Side;

async function opened(service: Side["service"], named: string): Promise<Side> {
  const { config } = await loadConfig(process.cwd(), undefined);
  return openSide(service, named, { cwd: process.cwd(), config });
}

beforeAll(async () => {
  [azurite, s3rver] = await Promise.all([opened("azure-blob", "azurite"), opened("s3", "s3rver")]);
});
afterAll(() => Promise.all([azurite, s3rver].map((side) => side[Symbol.asyncDispose]())));

const container = { containerName: "ts000001" };
const blob = { ...container, blob: "a" };
const upload = step("BlockBlob_Upload", { ...blob, body: new Uint8Array(1), contentLength: 1 });
const longTags = [
  step("Container_Create", container),
  upload,
  step("Blob_SetTags", { ...blob, tags: { BlobTagSet: [{ Key: "a", Value: "a".repeat(300) }] } }),
];

function outcomes(emulator: [number, string | null], reference: [number, string | null]): Partial<Finding> {
  const side = ([status, code]: [number, string | null], label: string) => ({
    status,
    code,
    label,
    message: null,
  });
  return {
    id: "Blob_SetTags-3f9a12",
    emulator: side(emulator, "azurite 3.21.0"),
    reference: side(reference, "azurite 3.37.0"),
  };
}

test.each<[verdict: string, Partial<Finding>, line: string]>([
  [
    "reference",
    outcomes([400, null], [400, "TagsTooLarge"]),
    "400 TagsTooLarge, as the reference (azurite 3.37.0) — was 400 without a code on azurite 3.21.0",
  ],
  [
    "emulator",
    outcomes([400, "TagsTooLarge"], [204, null]),
    "400 TagsTooLarge, as found — the reference (azurite 3.37.0) has 204",
  ],
  [
    "other",
    outcomes([500, null], [204, null]),
    "400 TagsTooLarge, neither as found on azurite 3.21.0 (500 without a code) nor as the reference (azurite 3.37.0: 204)",
  ],
])("by its outcome the answer is the %s's", async (verdict, more, line) => {
  const found = finding("azure-blob", longTags, more);

  const again = await reproduce(found, azurite);

  expect(again.verdict).toBe(verdict);
  expect(reproReport(found, again)).toBe(`Blob_SetTags-3f9a12 on ${azurite.label}: ${line}`);
});

test.each([
  ["emulator", step("Blob_Undelete", blob), [501, "APINotImplemented"]],
  ["reference", step("Blob_GetProperties", blob), [501, "APINotImplemented"]],
  ["other", step("Blob_Undelete", blob), [500, null]],
] as const)("by the interface alone the answer is the %s's", async (verdict, asked, [status, code]) => {
  const found = finding("azure-blob", [step("Container_Create", container), asked], {
    emulator: { status, code, label: "azurite 3.37.0", message: null },
    reference: {
      status: null,
      code: null,
      label: "contracts (on azurite 3.37.0)",
      message: "the interface knows no such answer",
    },
  });

  expect(await reproduce(found, azurite)).toMatchObject({ verdict });
});

const tier = [step("Container_Create", container), upload, step("Blob_SetTier", { ...blob, tier: "Cool" })];

function stateFinding(emulator: string | null, reference: string | null): Finding {
  return finding("azure-blob", tier, {
    ...outcomes([200, null], [200, null]),
    manifestation: "state",
    differences: [{ place: "state blobs.a.properties.accessTier", emulator, reference }],
  });
}

test.each([
  ["emulator", stateFinding("Cool", "Hot")],
  ["reference", stateFinding("Hot", "Cool")],
  ["other", stateFinding("Hot", null)],
])("by the state that probes show it is the %s's", async (verdict, found) => {
  const again = await reproduce(found, azurite);

  expect(again).toMatchObject({
    verdict,
    values: [{ place: "state blobs.a.properties.accessTier", actual: "Cool" }],
  });
});

test("what one side alone does not show is told beside the reference", async () => {
  const found = finding("s3", [step("CreateBucket", { Bucket: "ts000001" })], {
    manifestation: "response",
    emulator: { status: 200, code: null, label: "s3rver 3.7.1", message: null },
    reference: { status: 200, code: null, label: "s3rver 3.7.1", message: null },
    differences: [{ place: "response.body.Name", emulator: "a", reference: "b" }],
  });

  const alone = await reproduce(found, s3rver);
  await using reference = await opened("s3", "s3rver");
  const beside = await reproduce(found, s3rver, { reference: async () => reference });

  expect(alone.verdict).toBe("other");
  expect(beside.verdict).toBe("reference");
});

test("of several differences that show at once each is told by itself", async () => {
  const { origin, pathname } = new URL(azurite.endpoint);
  await using proxy = await startLyingProxy("azure-blob", origin);
  const lie = (text: string) =>
    text.replace(/<MaxResults>\d+/, "<MaxResults>7").replace(/<Prefix>[a-z]*/, "<Prefix>other");
  proxy.lies = {
    change: (operation, answer) =>
      operation === "Container_ListBlobFlatSegment"
        ? { ...answer, body: Buffer.from(lie(String(answer.body))) }
        : answer,
  };
  await using liar = await opened("azure-blob", `${proxy.origin}${pathname}`);
  await using reference = await opened("azure-blob", "azurite");
  const list = step("Container_ListBlobFlatSegment", { ...container, prefix: "own", maxresults: 5 });
  const sequence = [step("Container_Create", container), list];
  const outcome = { status: 200, code: null, label: "somebody", message: null };
  const found = ["MaxResults", "Prefix", "Marker"].map((field) => {
    const differences = [{ place: `response.body.${field}`, emulator: "a", reference: "b" }];
    const told = finding("azure-blob", sequence, { emulator: outcome, reference: outcome, differences });
    const discrepancy = { ...told, step: 1, messages: { emulator: null, reference: null } };
    return { ...told, id: findingId("azure-blob", { sequence, discrepancy }, interfaceOf("azure-blob")) };
  });

  const again: Awaited<ReturnType<typeof reproduce>>[] = [];
  for (const each of found) again.push(await reproduce(each, liar, { reference: async () => reference }));

  expect(again.map(({ verdict }) => verdict)).toEqual(["emulator", "emulator", "reference"]);
  const [first] = found.map((each, at) => reproReport(each, again[at] ?? expect.fail()));
  expect(first).toMatch(
    /: 200, response\.body\.MaxResults is a, as found — the reference \(somebody\) has b$/,
  );
});

const copied = [
  step("Container_Create", container),
  upload,
  step("Blob_StartCopyFromURL", {
    ...container,
    blob: "copy",
    copySource: { $endpoint: "/ts000001/a", signed: true },
  }),
  step("Blob_GetProperties", { ...container, blob: "copy" }),
];

/** A finding of a header of the last answer, with the id that it would have. */
function headerFinding(
  sequence: Finding["sequence"],
  header: string,
  values: [string | null, string | null],
) {
  const [emulator, reference] = values;
  const found = finding("azure-blob", sequence, {
    ...outcomes([200, null], [200, null]),
    differences: [{ place: `response.header.${header}`, emulator, reference }],
  });
  const step = sequence.length - 1;
  const discrepancy = { ...found, step, messages: { emulator: null, reference: null } };
  return { ...found, id: findingId("azure-blob", { sequence, discrepancy }, interfaceOf("azure-blob")) };
}

test("a header whose value is made up each time is told beside the reference", async () => {
  const { origin, pathname } = new URL(azurite.endpoint);
  await using proxy = await startLyingProxy("azure-blob", origin);
  proxy.lies = {
    change(operation, answer) {
      const { etag: _, ...others } = answer.headers;
      return operation === "Blob_GetProperties" ? { ...answer, headers: others } : answer;
    },
  };
  await using liar = await opened("azure-blob", `${proxy.origin}${pathname}`);
  await using other = await opened("azure-blob", "azurite");
  const read = [step("Container_Create", container), upload, step("Blob_GetProperties", blob)];
  const found = headerFinding(read, "etag", [null, "‹etag#2›"]);
  const told = headerFinding(read, "etag", ["‹etag#2›", null]);

  const again = [
    await reproduce(found, liar, { reference: async () => other }),
    await reproduce(found, azurite, { reference: async () => other }),
    await reproduce(told, other, { reference: async () => liar }),
    await reproduce(told, azurite),
  ];

  expect(again.map(({ verdict }) => verdict)).toEqual(["emulator", "reference", "emulator", "other"]);
});

test.each([
  ["emulator", ["(endpoint)/ts000001/a?(signature)", null]],
  ["reference", [null, "(endpoint)/ts000001/a?(signature)"]],
  ["other", ["(endpoint)/ts000001/b?(signature)", null]],
] as const)("a header that holds addresses and names is told alone: %s", async (verdict, [own, others]) => {
  const found = headerFinding(copied, "x-ms-copy-source", [own, others]);

  expect(await reproduce(found, azurite)).toMatchObject({
    verdict,
    values: [{ place: "response.header.x-ms-copy-source", actual: "(endpoint)/ts000001/a?(signature)" }],
  });
});

test("a value shows again where only what is secret in it is another", async () => {
  const { origin, pathname } = new URL(azurite.endpoint);
  await using proxy = await startLyingProxy("azure-blob", origin);
  const source = (signature: string) => `http://a/b?sp=r&sig=${signature}`;
  proxy.lies = {
    change: (_operation, answer) => ({
      ...answer,
      headers: { ...answer.headers, "x-ms-copy-source": source("c2VjcmV0") },
    }),
  };
  await using liar = await opened("azure-blob", `${proxy.origin}${pathname}`);
  const read = [step("Container_Create", container), upload, step("Blob_GetProperties", blob)];
  const found = headerFinding(read, "x-ms-copy-source", [source("REDACTED"), null]);

  expect(await reproduce(found, liar)).toMatchObject({
    verdict: "emulator",
    values: [{ place: "response.header.x-ms-copy-source", actual: source("REDACTED") }],
  });
});

const page = {
  status: 200,
  body: "<!doctype html><p>It works!</p>",
  headers: { "content-type": "text/html; charset=utf-8" },
};

/** A side by URL that answers what it is asked as it is told to. */
async function sideAt(service: Side["service"], answer: Answering): Promise<Side> {
  const { endpoint } = await answering(answer);
  const isAzure = service.startsWith("azure-");
  const { side } = await sideOf(service, isAzure ? `${endpoint}/devstoreaccount1` : endpoint);
  onTestFinished(() => side[Symbol.asyncDispose]());
  return side;
}

test.each([
  ["one call", [step("Queue_Create", { queueName: "ts000001" })]],
  ["a plain read", [step("Service_ListQueuesSegment", {})]],
])("a server that answers every call with a page for people shows nothing: %s", async (_, sequence) => {
  const side = await sideAt("azure-queue", () => page);

  await expect(reproduce(finding("azure-queue", sequence), side)).rejects.toMatchObject({
    code: "TS_TARGET_USELESS",
    message: expect.stringContaining("HTML page"),
  });
});

test.each([
  ["a list", (url: string) => url.includes("comp=list")],
  ["another read, but no list", (url: string) => url.includes("comp=properties")],
])("a page is an emulator's answer to what it does not have if it has %s", async (_, has) => {
  const side = await sideAt("azure-queue", (_count, url) =>
    has(url) ? { status: 200 } : { ...page, status: 404 },
  );
  const found = finding("azure-queue", [step("Service_GetStatistics", {})], {
    emulator: { status: 404, code: null, label: side.label, message: null },
  });

  expect(await reproduce(found, side)).toMatchObject({ verdict: "emulator", actual: { status: 404 } });
});

test.each([
  ["azure-blob", "Service_GetAccountInfo"],
  ["azure-queue", "Service_GetStatistics"],
  ["azure-table", "Service_GetStatistics"],
  ["s3", "ListDirectoryBuckets"],
  ["dynamodb", "DescribeLimits"],
] as const)("whether %s is there is asked once more, and a refusal tells that it is", async (...asked) => {
  const [service, operation] = asked;
  const first: (typeof page)[] = [];
  const side = await sideAt(service, () => first.shift() ?? { status: 403 });
  first.push({ ...page, status: 404 });
  const found = finding(service, [step(operation, {})], {
    emulator: { status: 404, code: null, label: side.label, message: null },
  });

  expect(await reproduce(found, side)).toMatchObject({ verdict: "emulator" });
});
