import { expect, test } from "vitest";
import { type Clients, glance, operationOf, probe, type Wanted } from "../../../../src/clouds/index.ts";

const listing = "<ListBucketResult><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>";

/** What is asked of a bucket with one object, where all that is wanted is read. */
async function asked(wanted: Wanted, isThere = true) {
  const operations: string[] = [];
  const clients: Clients = {
    service: "s3",
    endpoint: "http://127.0.0.1:1",
    call: async (operation) => {
      operations.push(operation);
      const isHead = operation === "HeadBucket";
      return {
        kind: "answered",
        via: "raw",
        status: isThere ? 200 : 404,
        ...(!isThere && !isHead && { code: "NoSuchBucket" }),
        headers: {},
        body: Buffer.from(operation === "ListObjectsV2" ? listing : ""),
        attempts: 1,
      };
    },
    send: () => Promise.reject(new Error("nothing else is sent")),
    [Symbol.dispose]: () => {},
  };
  const state = await probe(clients, ["photos"], wanted);
  return { operations, state };
}

test("what objects show is read in its turn, also where nothing else calls for their list", async () => {
  const changed = { operation: operationOf("s3", "PutBucketEncryption"), input: { Bucket: "photos" } };
  const turns = Array.from({ length: 40 }, (_, turn) => glance("s3", [changed], turn));
  const read = new Set(
    (await Promise.all(turns.map((wanted) => asked(wanted)))).flatMap((one) => one.operations),
  );

  expect([...read]).toEqual(
    expect.arrayContaining(["GetObject", "GetObjectTagging", "GetObjectAcl", "GetObjectLegalHold"]),
  );
});

test("of a bucket that is not there, nothing else is read", async () => {
  expect(await asked(() => true, false)).toEqual({
    operations: ["ListObjectsV2", "HeadBucket"],
    state: { bucket: { absent: "404" } },
  });
});

test("where no object is wanted, none is listed, and all else is read", async () => {
  const { operations } = await asked((read) => read === "GetBucketCors");

  expect(operations).toEqual(["GetBucketCors"]);
});
