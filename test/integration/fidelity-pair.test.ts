import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../src/clouds/index.ts";
import { type Sequence, tokenOf } from "../../src/explore/index.ts";
import { performer } from "../../src/fidelity/pair/perform.ts";
import type { Perform } from "../../src/fidelity/pair/performed.ts";
import { type LyingProxy, type Passing, startLyingProxy } from "./fidelity/lying-proxy.ts";
import { type PlainSides, startSides } from "./fidelity/plain-side.ts";
import {
  blobLife,
  blobMade,
  call,
  container,
  itemLife,
  multipartUpload,
  queueLife,
  tableLife,
} from "./fidelity/sequences.ts";
import { sideOf } from "./opened-side.ts";

const targets = "azurite s3rver dynalite";

let ones: PlainSides;
let others: PlainSides;
beforeAll(async () => {
  [ones, others] = await Promise.all([startSides(targets), startSides(targets)]);
});
afterAll(() => Promise.all([ones, others].map((sides) => sides[Symbol.asyncDispose]())));

async function performOn(service: ServiceName): Promise<Perform> {
  return performer({ emulator: await ones.side(service), reference: await others.side(service) });
}

describe("two that are the same", () => {
  test.each<[ServiceName, Sequence, readonly number[]]>([
    ["azure-blob", blobLife, [201, 201, 201, 200, 412, 201, 200, 204, 200, 202, 200, 200, 200, 404, 403]],
    ["azure-queue", queueLife, [201, 201, 200, 204, 200, 204, 404]],
    ["azure-table", tableLife, [201, 204, 204, 412, 200, 200]],
    ["s3", multipartUpload, [200, 200, 200, 200, 200, 200, 200]],
    ["dynamodb", itemLife, [200, 200, 200, 200, 200, 200, 400]],
  ])("do not differ in %s", async (service, sequence, statuses) => {
    const perform = await performOn(service);

    const { discrepancy, steps } = await perform(sequence, { probes: "each" });

    expect(discrepancy).toBeUndefined();
    expect(
      steps.map(({ emulator }) => (emulator.kind === "answered" ? emulator.status : emulator.kind)),
    ).toEqual(statuses);
  });
});

describe("of two that are not the same", () => {
  let proxy: LyingProxy;
  let perform: Perform;
  beforeAll(async () => {
    proxy = await startLyingProxy("azure-blob", others.origin("azure-blob"));
    const emulator = await others.side("azure-blob", proxy.origin);
    perform = performer({ emulator, reference: await ones.side("azure-blob") });
  });
  beforeEach(() => {
    proxy.lies = {};
  });
  afterAll(() => proxy[Symbol.asyncDispose]());

  const blob = { containerName: container, blob: "a.txt" };

  test("nothing is said where only what they make up differs", async () => {
    let made = 0;
    proxy.lies = {
      change: (_, answer) =>
        answer.headers["etag"] === undefined ? answer : withHeader(answer, "etag", `"0x8DFFFFFF${made++}"`),
    };

    const { discrepancy, steps } = await perform([
      ...blobMade,
      call("Blob_SetMetadata", { ...blob, metadata: { b: "2" } }),
      call("Blob_GetProperties", blob),
    ]);

    expect(discrepancy).toBeUndefined();
    expect(steps).toHaveLength(4);
  });

  test("a deletion that is answered and not done is found by the state alone", async () => {
    proxy.lies = {
      instead: (operation) =>
        operation === "Blob_Delete" ? { status: 202, headers: {}, body: none } : undefined,
    };

    const { discrepancy, steps } = await perform([...blobMade, call("Blob_Delete", blob)]);

    expect(steps).toHaveLength(3);
    expect(discrepancy).toMatchObject({
      step: 2,
      manifestation: "state",
      emulator: { status: 202, code: null },
      reference: { status: 202, code: null },
    });
    expect(discrepancy?.differences[0]).toMatchObject({ place: "state blobs.a.txt", reference: null });
  });

  test("a wrong status is found, and that the states are the same", async () => {
    proxy.lies = { change: onlyOf("Blob_SetMetadata", (answer) => ({ ...answer, status: 201 })) };

    const { discrepancy, steps } = await perform([
      ...blobMade,
      call("Blob_SetMetadata", { ...blob, metadata: { b: "2" } }),
      call("Blob_Delete", blob),
    ]);

    expect(steps).toHaveLength(3);
    expect(discrepancy).toMatchObject({
      step: 2,
      manifestation: "response",
      differences: [{ place: "response.status", emulator: "201", reference: "200" }],
    });
  });

  test("a refusal by one of them shows in both, with what was said", async () => {
    const text = `<Error><Code>OutOfRange</Code><Message>${container} is full</Message></Error>`;
    proxy.lies = {
      instead: (operation) =>
        operation === "BlockBlob_Upload"
          ? { status: 400, headers: { "content-type": "application/xml" }, body: Buffer.from(text) }
          : undefined,
    };

    const { discrepancy } = await perform(blobMade);

    expect(discrepancy).toMatchObject({
      step: 1,
      manifestation: "both",
      emulator: { status: 400, code: "OutOfRange" },
      reference: { status: 201, code: null },
      messages: { emulator: `${container} is full`, reference: null },
    });
  });

  test("a wrong code is found, and a wrong message is none", async () => {
    const twice = [...blobMade, call("Container_Create", { containerName: container })];
    const saying = (from: RegExp, to: string) =>
      onlyOf("Container_Create", (answer) => {
        const { "x-ms-error-code": code, ...headers } = answer.headers;
        const body = Buffer.from(answer.body.toString().replace(from, to));
        return code === undefined ? answer : { ...answer, headers, body };
      });

    proxy.lies = { change: saying(/ContainerAlreadyExists/, "BlobAlreadyExists") };
    const { discrepancy: ofCode } = await perform(twice);
    proxy.lies = { change: saying(/<Message>[^<]*/, "<Message>No.") };
    const { discrepancy: ofMessage } = await perform(twice);

    expect(ofCode).toMatchObject({
      step: 2,
      manifestation: "response",
      differences: [
        { place: "response.code", emulator: "BlobAlreadyExists", reference: "ContainerAlreadyExists" },
      ],
    });
    expect(ofMessage).toBeUndefined();
  });

  test("a wrong value of a header is found", async () => {
    proxy.lies = {
      change: onlyOf("Blob_GetProperties", (answer) => withHeader(answer, "x-ms-blob-type", "PageBlob")),
    };

    const { discrepancy } = await perform([...blobMade, call("Blob_GetProperties", blob)]);

    expect(discrepancy).toMatchObject({
      step: 2,
      manifestation: "response",
      differences: [
        { place: "response.header.x-ms-blob-type", emulator: "PageBlob", reference: "BlockBlob" },
      ],
    });
  });

  test("a wrong field of a body is found, and looked past where it is known", async () => {
    const sequence = [...blobMade, call("Container_ListBlobFlatSegment", { containerName: container })];
    proxy.lies = {
      change: onlyOf("Container_ListBlobFlatSegment", (answer) => ({
        ...answer,
        body: Buffer.from(answer.body.toString().replace("BlockBlob", "AppendBlob")),
      })),
    };

    const { discrepancy } = await perform(sequence);
    const emulator = await others.side("azure-blob", proxy.origin);
    const knowing = performer(
      { emulator, reference: await ones.side("azure-blob") },
      { prefix: "fy", isKnown: (_, { place }) => /BlobType|blobType|blocks|pages/.test(place) },
    );
    const { discrepancy: beyond } = await knowing(sequence);

    expect(discrepancy?.differences).toEqual([
      {
        place: "response.body.Blobs.Blob[].Properties.BlobType",
        emulator: '"AppendBlob"',
        reference: '"BlockBlob"',
      },
    ]);
    expect(beyond).toBeUndefined();
  });

  test("a body that is no document is found, and that it was not whole", async () => {
    proxy.lies = {
      change: onlyOf("Blob_GetTags", (answer) => ({ ...answer, body: Buffer.from("<Tags><TagSet/>") })),
    };

    const { discrepancy } = await perform([...blobMade, call("Blob_GetTags", blob)]);

    expect(discrepancy).toMatchObject({ step: 2, manifestation: "response" });
    expect(discrepancy?.differences[0]).toMatchObject({
      place: "response.body",
      reference: "as its type says",
    });
  });

  test("the contract by which the reference answers is named", async () => {
    proxy.lies = {
      instead: (operation) =>
        operation === "Blob_SetMetadata"
          ? {
              status: 400,
              headers: { "x-touchstone-contract": "azure-blob/some", "x-ms-error-code": "No" },
              body: none,
            }
          : undefined,
    };
    const reference = await others.side("azure-blob", proxy.origin);
    const turned = performer({ emulator: await ones.side("azure-blob"), reference }, { prefix: "fx" });

    const { discrepancy } = await turned([...blobMade, call("Blob_SetMetadata", { ...blob, metadata: {} })]);

    expect(discrepancy).toMatchObject({ step: 2, contract: "azure-blob/some", reference: { code: "No" } });
  });

  test("sequences that are performed at once do not see each other", async () => {
    const listing: Sequence = [
      ...blobMade,
      call("Service_ListContainersSegment", {}),
      call("Container_Delete", { containerName: container }),
      call("Service_ListContainersSegment", { maxPageSize: 1 }),
    ];

    const all = await Promise.all(Array.from({ length: 6 }, () => perform(listing)));

    expect(all.map(({ discrepancy }) => discrepancy)).toEqual(all.map(() => undefined));
    expect(all.map(({ steps }) => steps.length)).toEqual(all.map(() => 5));
  });
});

/** A multipart upload that is completed with a part which is not there, of which s3rver dies. */
const lackingPart = multipartUpload.toSpliced(2, 1).map((step) =>
  step.operation === "CompleteMultipartUpload"
    ? {
        ...step,
        input: { ...step.input, MultipartUpload: { Parts: [{ PartNumber: 7, ETag: "nowhere" }] } },
      }
    : step,
);

test("what a process has died of is named by its last words, and who was beside it is not", async () => {
  const [{ side: emulator }, { side: reference }] = await Promise.all([
    sideOf("s3", "s3rver"),
    sideOf("s3", "s3rver"),
  ]);
  onTestFinished(async () => {
    await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
  });
  const perform = performer({ emulator, reference });

  const all = await Promise.all([multipartUpload, lackingPart, multipartUpload].map((one) => perform(one)));

  expect(all.map(({ isToBlame }) => isToBlame)).toEqual([undefined, true, undefined]);
});

test("a process that dies of a call is told, and serves again", async () => {
  const proxy = await startLyingProxy("s3", others.origin("s3"));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  proxy.lies = {
    instead: (operation) =>
      operation === "CompleteMultipartUpload" ? { status: 400, headers: {}, body: none } : undefined,
  };
  const reference = await others.side("s3", proxy.origin);
  const perform = performer({ emulator: await ones.side("s3"), reference });

  const { discrepancy } = await perform(lackingPart);
  const { discrepancy: after } = await perform([call("CreateBucket", { Bucket: tokenOf(1) })]);

  expect(discrepancy).toMatchObject({ step: 2, died: "emulator", reference: { status: 400 } });
  expect(after).toBeUndefined();
});

const none = Buffer.alloc(0);

function withHeader(answer: Passing, name: string, value: string): Passing {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

function onlyOf(operation: string, change: (answer: Passing) => Passing) {
  return (seen: string, answer: Passing): Passing => (seen === operation ? change(answer) : answer);
}

test("a call that is another one on the wire is no call of the operation, and no difference", async () => {
  const [{ side: emulator }, { side: reference }] = await Promise.all([
    sideOf("s3", "s3rver"),
    sideOf("s3", "contracts", { behind: "s3rver" }),
  ]);
  onTestFinished(async () => {
    await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
  });
  const perform = performer({ emulator, reference });
  const made = call("CreateBucket", { Bucket: tokenOf(0) });
  const part = { Bucket: tokenOf(0), UploadId: "a", PartNumber: 1, CopySource: `${tokenOf(0)}/a` };

  const nameless = await perform([made, call("UploadPartCopy", { ...part, Key: "" })]);
  const named = await perform([made, call("UploadPartCopy", { ...part, Key: "a" }), made]);

  expect(nameless.discrepancy).toBeUndefined();
  expect(nameless.steps[1]).toMatchObject({
    emulator: { kind: "masked", message: "it is sent as CreateBucket" },
    reference: { kind: "masked" },
  });
  expect(named.discrepancy).toMatchObject({
    step: 1,
    contract: "s3/upload-is-under-way",
    emulator: { status: 501, code: "NotImplemented" },
    reference: { status: 404, code: "NoSuchUpload" },
  });
});
