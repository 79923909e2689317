import { describe, expect, test } from "vitest";
import { openSide } from "../../../../src/fidelity/index.ts";
import { checkConfig } from "../../../../src/lab/config/index.ts";
import { answering } from "../../../integration/sdk/server.ts";

const refusal = { status: 200, body: "<Error><Code>AccessDenied</Code></Error>" };

test("what a success refuses to remove in its body is removed when the stage is left", async () => {
  const first: (typeof refusal)[] = [];
  const { endpoint, arrived } = await answering((count) => {
    const { method } = arrived[count - 1] ?? {};
    if (method === "DELETE") return first.shift() ?? { status: 204 };
    return { status: method === "PUT" ? 200 : 404 };
  });
  await using side = await openSide("s3", endpoint, {
    cwd: process.cwd(),
    config: checkConfig({}, "config"),
  });
  const stage = side.open(["photos"]);
  await stage.call("owner", "CreateBucket", { Bucket: "photos" });
  first.push(refusal);

  const refused = await stage.call("owner", "DeleteBucket", { Bucket: "photos" });
  await stage[Symbol.asyncDispose]();
  await side.atRest();

  expect(refused).toMatchObject({ status: 200, code: "AccessDenied" });
  expect(arrived.filter(({ method }) => method === "DELETE")).toHaveLength(2);
});

test("what is there when it is asked for again was made the first time, and is removed", async () => {
  const { endpoint, arrived } = await answering(() => {
    const { method } = arrived.at(-1) ?? {};
    if (method === "DELETE") return { status: 204 };
    if (method !== "PUT") return { status: 404 };
    if (arrived.filter((one) => one.method === "PUT").length === 1) return { status: 500 };
    return { status: 409, body: "<Error><Code>BucketAlreadyExists</Code></Error>" };
  });
  const config = checkConfig({}, "config");
  await using side = await openSide("s3", endpoint, { cwd: process.cwd(), config });
  const stage = side.open(["photos"]);

  const told = await stage.call("owner", "CreateBucket", { Bucket: "photos" });
  await stage[Symbol.asyncDispose]();
  await side.atRest();

  expect(told).toMatchObject({ status: 409, attempts: 2 });
  expect(arrived.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

const inPhotos = { Bucket: "photos", Key: "a" };
const parts = { Parts: [{ ETag: '"1"', PartNumber: 1 }] };
const put = ["PutObject", { ...inPhotos, Body: Buffer.from("gold") }] as const;

/** A server without lists, whose bucket goes once the removal of its object was asked for; the last call's answer is chosen. */
async function unlistable(chosen: { readonly status: number; readonly body?: string }) {
  const doubt = { isNext: false };
  const notEmpty = { status: 409, body: "<Error><Code>BucketNotEmpty</Code></Error>" };
  const { endpoint, arrived } = await answering(() => {
    const { method } = arrived.at(-1) ?? {};
    if (doubt.isNext) return chosen;
    if (method === "PUT") return { status: 200 };
    if (method !== "DELETE") return { status: method === "GET" ? 501 : 404 };
    return removed().includes("/photos/a") ? { status: 204 } : notEmpty;
  });
  const removed = () =>
    arrived.filter(({ method }) => method === "DELETE").map(({ url }) => new URL(url, endpoint).pathname);
  return { endpoint, doubt, removed };
}

test.each([
  ["made by CopyObject", refusal, [["CopyObject", { ...inPhotos, CopySource: "photos/b" }]]],
  [
    "made by CompleteMultipartUpload",
    refusal,
    [["CompleteMultipartUpload", { ...inPhotos, UploadId: "1", MultipartUpload: parts }]],
  ],
  ["made by a PutObject that fails", { status: 500 }, [put]],
  ["left by DeleteObject", refusal, [put, ["DeleteObject", inPhotos]]],
] as const)(
  "what may be %s all the same goes before its bucket, also where nothing can be listed",
  async (_, doubtful, calls) => {
    const { endpoint, doubt, removed } = await unlistable(doubtful);
    await using side = await openSide("s3", endpoint, {
      cwd: process.cwd(),
      config: checkConfig({}, "config"),
    });
    const stage = side.open(["photos"]);
    await stage.call("owner", "CreateBucket", { Bucket: "photos" });
    for (const [at, [operation, input]] of calls.entries()) {
      doubt.isNext = at === calls.length - 1;
      await stage.call("owner", operation, input);
    }
    doubt.isNext = false;
    const before = removed().length;

    await stage[Symbol.asyncDispose]();
    await side.atRest();

    expect(removed().slice(before)).toEqual(["/photos/a", "/photos"]);
  },
);

describe("a queue whose name another one is made of in an address", () => {
  async function made(queueName: string) {
    const { endpoint, arrived } = await answering(() => ({
      status: arrived.at(-1)?.method === "GET" ? 404 : 201,
    }));
    await using side = await openSide("azure-queue", `${endpoint}/devstoreaccount1`, {
      cwd: process.cwd(),
      config: checkConfig({}, "config"),
    });
    await using stage = side.open(["photos01"]);
    const result = await stage.call("owner", "Queue_Create", { queueName });
    return { result, puts: arrived.filter(({ method }) => method === "PUT").length };
  }

  test.each(["ph\noto", "ph\r\n\toto", "%70hoto", "ph%6Foto", "photos01\n"])(
    "is not made where others have theirs: %j",
    async (queueName) => {
      const { result, puts } = await made(queueName);

      expect(result).toMatchObject({
        kind: "masked",
        message: `this would make something of another name than ${JSON.stringify(queueName)}, which may not be this run's`,
      });
      expect(puts).toBe(0);
    },
  );

  test.each(["photos01", "photos01%", "ph oto", "photo?a"])("is made as ever: %j", async (queueName) => {
    const { result, puts } = await made(queueName);

    expect(result).toMatchObject({ kind: "answered", status: 201 });
    expect(puts).toBe(1);
  });
});
