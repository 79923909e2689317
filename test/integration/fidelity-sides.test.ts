import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CallerName } from "../../src/explore/index.ts";
import type { Side, Stage } from "../../src/fidelity/index.ts";
import { contractHeader } from "../../src/lab/index.ts";
import { accountState, type OpenedSide, photos, said, sideOf } from "./opened-side.ts";

const oneRule = {
  AllowedOrigins: "*",
  AllowedMethods: "GET",
  AllowedHeaders: "",
  ExposedHeaders: "",
  MaxAgeInSeconds: 5,
};

let azurite: OpenedSide;
let s3rver: OpenedSide;

beforeAll(async () => {
  [azurite, s3rver] = await Promise.all([
    sideOf("azure-blob", "azurite", { patience: 2_000 }),
    sideOf("s3", "contracts", { behind: "s3rver" }),
  ]);
});

afterAll(async () => {
  await azurite.side[Symbol.asyncDispose]();
  await s3rver.side[Symbol.asyncDispose]();
});

function stageOf(side: Side): Stage {
  const stage = side.open();
  onTestFinished(() => stage[Symbol.asyncDispose]());
  return stage;
}

describe("an emulator", () => {
  test("is named with its version, and reached over plain HTTP", () => {
    expect(azurite.side.label).toMatch(/^azurite \d+\.\d+\.\d+$/);
    expect(azurite.side.kind).toBe("emulator");
    expect(azurite.side.endpoint).toMatch(/^http:.*\/devstoreaccount1$/);
  });

  test("lets in who may, and nobody else", async () => {
    const stage = stageOf(azurite.side);
    const made = await stage.call("owner", "Container_Create", photos);

    const look = (caller: CallerName) => stage.call(caller, "Container_GetProperties", photos);
    const seen = {
      owner: said(await look("owner")),
      anonymous: said(await look("anonymous")),
      "wrong-key": said(await look("wrong-key")),
      "expired-sas": said(await look("expired-sas")),
      "weak-sas": said(await look("weak-sas")),
    };

    expect(said(made)).toBe("201");
    expect(seen).toEqual({
      owner: "200",
      anonymous: "403 AuthorizationFailure",
      // Azure itself says 403.
      "wrong-key": "400 InvalidAuthenticationInfo",
      "expired-sas": "403 AuthorizationFailure",
      "weak-sas": "403 AuthorizationResourceTypeMismatch",
    });
  });

  test("gives away addresses that anybody can read", async () => {
    const stage = stageOf(azurite.side);
    await stage.call("owner", "Container_Create", photos);
    const content = { body: Buffer.from("hello"), contentLength: 5 };
    await stage.call("owner", "BlockBlob_Upload", { ...photos, blob: "a", ...content });

    const read = await fetch(`${azurite.side.endpoint}/photos/a?${azurite.side.readSas}`);

    expect(await read.text()).toBe("hello");
  });

  test("reads a block from itself, over HTTP as over HTTPS", async () => {
    const stage = stageOf(azurite.side);
    const { endpoint, readSas } = azurite.side;
    await stage.call("owner", "Container_Create", photos);
    await stage.call("owner", "BlockBlob_Upload", {
      ...photos,
      blob: "a",
      body: Buffer.from("hi"),
      contentLength: 2,
    });
    const block = { ...photos, blob: "b", blockId: "AAAA", contentLength: 0 };

    for (const address of [endpoint, endpoint.replace("http:", "https:")]) {
      const sourceUrl = `${address}/photos/a?${readSas}`;
      expect(said(await stage.call("owner", "BlockBlob_StageBlockFromURL", { ...block, sourceUrl }))).toBe(
        "201",
      );
    }
  });

  test("is as it was before when a stage is over", async () => {
    const before = await accountState(azurite.side);
    {
      await using stage = azurite.side.open();
      await stage.call("owner", "Container_Create", photos);
      await stage.call("owner", "Container_AcquireLease", { ...photos, duration: -1 });
      await stage.call("owner", "Container_Create", { containerName: "$root" });
      await stage.call("owner", "Service_SetProperties", { blobServiceProperties: { Cors: [oneRule] } });
      expect(await stage.probe([])).toMatchObject({
        containers: { photos: {}, $root: {} },
        service: { cors: [{}] },
      });
    }

    const after = await accountState(azurite.side);

    expect(after).toEqual(before);
    expect(after["containers"]).toEqual({});
  });

  test("holds several stages at once, which know nothing of each other", async () => {
    const [first, second] = [azurite.side.open(), stageOf(azurite.side)];
    await Promise.all([
      first.call("owner", "Container_Create", { containerName: "first" }),
      second.call("owner", "Container_Create", { containerName: "second" }),
    ]);

    await first[Symbol.asyncDispose]();

    expect(said(await second.call("owner", "Container_GetProperties", { containerName: "first" }))).toBe(
      "404 ContainerNotFound",
    );
    expect(said(await second.call("owner", "Container_GetProperties", { containerName: "second" }))).toBe(
      "200",
    );
  });

  test("that hangs up on heads that are too large has not answered, whether or not its refusal arrives", async () => {
    const stage = stageOf(azurite.side);
    const prefix = "é".repeat(20_000);

    const results = await Promise.all(
      Array.from({ length: 8 }, () => stage.call("owner", "Service_ListContainersSegment", { prefix })),
    );

    expect(results.map(said)).toEqual(Array(8).fill("failed"));
    expect(await azurite.side.recover()).toBe("alive");
  });

  test("that hangs has not died, and one that dies is served again, empty", async () => {
    const stage = stageOf(azurite.side);
    await stage.call("owner", "Container_Create", photos);
    const pids = azurite.emulator();

    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const hung = await stage.call("owner", "Container_GetProperties", photos, { via: "raw" });
    for (const pid of pids) process.kill(pid, "SIGCONT");
    const afterHang = await azurite.side.recover(hung);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const broken = await stage.call("owner", "Container_GetProperties", photos);
    const afterDeath = await azurite.side.recover(broken);
    const again = await stage.call("owner", "Container_GetProperties", photos);

    expect([said(hung), afterHang]).toEqual(["failed", "alive"]);
    expect([said(broken), afterDeath, azurite.side.crashes]).toEqual(["failed", "died", 1]);
    expect(said(again)).toBe("404 ContainerNotFound");
  });
});

test("queues go whose names a client has written into addresses as they are, and the process stays", async () => {
  const queues = await sideOf("azure-queue", "azurite");
  await using side = queues.side;
  const process = queues.emulator();
  for (const queueName of ["ts00\n0001", "%74s000001"]) {
    await using stage = side.open();
    await stage.call("owner", "Queue_Create", { queueName });
    expect(await stage.probe([])).toMatchObject({ queues: { ts000001: {} } });
  }

  expect((await accountState(side))["queues"]).toEqual({});
  expect(queues.emulator()).toEqual(process);
});

describe("of several that fail at once", () => {
  test("each is told whether the process died of it", async () => {
    const { side, emulator } = await sideOf("azure-blob", "azurite");
    onTestFinished(() => side[Symbol.asyncDispose]());
    const stage = stageOf(side);
    await stage.call("owner", "Container_Create", photos);
    for (const pid of emulator()) process.kill(pid, "SIGKILL");
    const broken = await stage.call("owner", "Container_GetProperties", photos);
    await side.recover(broken);

    const prefix = "é".repeat(20_000);
    const refused = await stage.call("owner", "Service_ListContainersSegment", { prefix });

    expect([said(broken), said(refused)]).toEqual(["failed", "failed"]);
    expect(await side.recover(refused)).toBe("alive");
    expect(await side.recover(broken)).toBe("died");
  });

  test("what hangs is emptied once, and that counts as a loss of all that was in it", {
    timeout: 60_000,
  }, async () => {
    const { side, emulator } = await sideOf("azure-queue", "azurite", { patience: 1_000 });
    onTestFinished(() => side[Symbol.asyncDispose]());
    const [first, second] = [stageOf(side), stageOf(side)];
    await first.call("owner", "Queue_Create", { queueName: "jobs" });
    for (const pid of emulator()) process.kill(pid, "SIGSTOP");

    const hung = await Promise.all(
      [first, second].map((stage) => stage.call("owner", "Queue_GetProperties", { queueName: "jobs" })),
    );
    const ends = await Promise.all(hung.map((result) => side.recover(result)));

    expect(hung.map(said)).toEqual(["failed", "failed"]);
    expect(ends).toEqual(["hung", "hung"]);
    expect([side.losses, side.crashes]).toEqual([1, 0]);
    expect(said(await second.call("owner", "Queue_GetProperties", { queueName: "jobs" }))).toBe(
      "404 QueueNotFound",
    );
  });
});

test("what hangs is noticed by all who wait for it, though each of them might wait longer", {
  timeout: 60_000,
}, async () => {
  const { side, emulator } = await sideOf("azure-queue", "azurite");
  onTestFinished(() => side[Symbol.asyncDispose]());
  const [first, second] = [stageOf(side), stageOf(side)];
  await first.call("owner", "Queue_Create", { queueName: "jobs" });
  for (const pid of emulator()) process.kill(pid, "SIGSTOP");

  const hung = await Promise.all([
    first.call("owner", "Queue_GetProperties", { queueName: "jobs" }),
    second.call("owner", "Queue_GetProperties", { queueName: "jobs" }, { via: "raw" }),
  ]);
  const ends = await Promise.all(hung.map((result) => side.recover(result)));

  expect(hung).toMatchObject([
    { kind: "failed", message: "it answers nothing any more", attempts: 1 },
    { kind: "failed", message: "it answers nothing any more", attempts: 1 },
  ]);
  expect(ends).toEqual(["hung", "hung"]);
  expect([side.losses, side.crashes]).toEqual([1, 0]);
  expect(said(await second.call("owner", "Queue_GetProperties", { queueName: "jobs" }))).toBe(
    "404 QueueNotFound",
  );
});

describe("contracts", () => {
  test("answer for the emulator behind them, and say which of them did", async () => {
    const stage = stageOf(s3rver.side);
    await stage.call("owner", "CreateBucket", { Bucket: "photos" });

    const policy = await stage.call("owner", "GetBucketPolicy", { Bucket: "photos" });

    expect(s3rver.side.label).toMatch(/^contracts \(on s3rver \d+\.\d+\.\d+\)$/);
    expect(said(policy)).toBe("404 NoSuchBucketPolicy");
    expect(policy).toMatchObject({ headers: { [contractHeader]: expect.stringMatching(/^s3\//) } });
  });

  test("leave buckets behind that are neither full nor there", async () => {
    const Bucket = "albums";
    {
      await using stage = s3rver.side.open();
      await stage.call("owner", "CreateBucket", { Bucket });
      await stage.call("owner", "PutObject", { Bucket, Key: "a b/c", Body: Buffer.from("x") });
      await stage.call("owner", "CreateMultipartUpload", { Bucket, Key: "half" });
    }

    expect(await accountState(s3rver.side)).toEqual({ buckets: [] });
  });

  test("have nobody to call with a signature that AWS does not know", async () => {
    const stage = stageOf(s3rver.side);

    expect(await stage.call("weak-sas", "ListBuckets", {})).toMatchObject({
      kind: "masked",
      message: expect.stringContaining("AWS has no shared access signatures"),
    });
  });

  test("do not answer for an emulator that died", async () => {
    const stage = stageOf(s3rver.side);
    await stage.call("owner", "CreateBucket", { Bucket: "photos" });

    const pids = s3rver.emulator();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const broken = await stage.call("owner", "ListObjectsV2", { Bucket: "photos" });
    const recovered = await s3rver.side.recover(broken);

    expect(pids).not.toEqual([]);
    expect([said(broken), recovered]).toEqual(["failed", "died"]);
    expect(said(await stage.call("owner", "HeadBucket", { Bucket: "photos" }))).toMatch(/^404/);
  });

  test("forget what was set when all is emptied", async () => {
    const stage = stageOf(s3rver.side);
    const Bucket = "photos";
    const Tagging = { TagSet: [{ Key: "a", Value: "b" }] };
    await stage.call("owner", "CreateBucket", { Bucket });
    const set = await stage.call("owner", "PutBucketTagging", { Bucket, Tagging });
    const kept = await stage.call("owner", "GetBucketTagging", { Bucket });

    await s3rver.side.reset();
    await stage.call("owner", "CreateBucket", { Bucket });
    const forgotten = await stage.call("owner", "GetBucketTagging", { Bucket });

    expect([said(set), said(kept), said(forgotten)]).toEqual(["204", "200", "404 NoSuchTagSet"]);
  });
});
