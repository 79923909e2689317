import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type CallResult, type State, sasCaller } from "../../src/clouds/index.ts";
import type { CallerName } from "../../src/explore/index.ts";
import { openSide, type Side, type Stage } from "../../src/fidelity/index.ts";
import { type ConfigInput, checkConfig } from "../../src/lab/config/index.ts";
import { contractHeader, type LabEvent } from "../../src/lab/index.ts";
import { groupMembers } from "../processes.ts";

/** Azurite's one account: its key is the same for everybody. */
const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const photos = { containerName: "photos" };
const oneRule = {
  AllowedOrigins: "*",
  AllowedMethods: "GET",
  AllowedHeaders: "",
  ExposedHeaders: "",
  MaxAgeInSeconds: 5,
};

/** A side, with what happens to its emulator. */
async function sideOf(
  service: Side["service"],
  named: string,
  { config = {}, ...options }: { config?: ConfigInput; behind?: string; patience?: number } = {},
) {
  const events: LabEvent[] = [];
  const side = await openSide(service, named, {
    ...options,
    cwd: process.cwd(),
    config: checkConfig(config, "config"),
    onEvent: (event) => events.push(event),
  });
  const emulator = () => {
    const ready = events.find((event) => event.type === "ready");
    return groupMembers(ready?.pid ?? 0).slice(1);
  };
  return { side, events, emulator };
}

function said(result: CallResult): string {
  return result.kind === "answered" ? `${result.status} ${result.code ?? ""}`.trim() : result.kind;
}

let azurite: Awaited<ReturnType<typeof sideOf>>;
let s3rver: Awaited<ReturnType<typeof sideOf>>;

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

async function accountState(side: Side): Promise<State> {
  await using stage = side.open();
  return stage.probe([]);
}

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
    expect(after).toMatchObject({ containers: {} });
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

  test("that hangs has not died, and one that dies is served again, empty", async () => {
    const stage = stageOf(azurite.side);
    await stage.call("owner", "Container_Create", photos);
    const pids = azurite.emulator();

    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const hung = await stage.call("owner", "Container_GetProperties", photos, { via: "raw" });
    for (const pid of pids) process.kill(pid, "SIGCONT");
    const afterHang = await azurite.side.recover();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const broken = await stage.call("owner", "Container_GetProperties", photos);
    const afterDeath = await azurite.side.recover();
    const again = await stage.call("owner", "Container_GetProperties", photos);

    expect([said(hung), afterHang]).toEqual(["failed", "alive"]);
    expect([said(broken), afterDeath, azurite.side.crashes]).toEqual(["failed", "died", 1]);
    expect(said(again)).toBe("404 ContainerNotFound");
  });
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

    expect(await accountState(s3rver.side)).toMatchObject({ buckets: [] });
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
    const recovered = await s3rver.side.recover();

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

describe("the cloud", () => {
  const cloudOf = (credential: object): ConfigInput => ({
    services: { "azure-blob": { cloud: { account, endpoint: azurite.side.endpoint, ...credential } } },
  });

  async function onCloud(credential: object) {
    const opened = await sideOf("azure-blob", "cloud", { config: cloudOf(credential) });
    onTestFinished(() => opened.side[Symbol.asyncDispose]());
    return opened;
  }

  async function outcomes(side: Side): Promise<string[]> {
    await using stage = side.open();
    return [
      said(await stage.call("owner", "Container_Create", photos)),
      said(await stage.call("owner", "Container_GetProperties", photos, { via: "raw" })),
      said(await stage.call("wrong-key", "Container_GetProperties", photos)),
      said(await stage.call("weak-sas", "Container_GetProperties", photos)),
    ];
  }

  /** An unsigned token that says what Azurite looks at. */
  function token(): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const tid = "00000000-0000-0000-0000-000000000000";
    const times = { nbf: now - 60, iat: now - 60, exp: now + 3600 };
    const claims = {
      ...times,
      tid,
      iss: `https://sts.windows.net/${tid}/`,
      aud: "https://storage.azure.com",
    };
    return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.x`;
  }

  test("is the account that the config names, and is left as it was", async () => {
    const { side } = await onCloud({ key });

    expect([side.kind, side.label]).toEqual(["cloud", "the cloud"]);
    expect(await outcomes(side)).toEqual([
      "201",
      "200",
      "400 InvalidAuthenticationInfo",
      "403 AuthorizationResourceTypeMismatch",
    ]);
    expect(await accountState(side)).toMatchObject({ containers: {} });
    expect(side.leftovers).toEqual([]);
  });

  test("may be opened by a signature or a token, with which no signatures can be made", async () => {
    const expires = new Date(Date.now() + 600_000);
    const granted = sasCaller("azure-blob", { id: account, secret: key }, { permissions: "rwdlac", expires });
    const sas = granted.as === "sas" ? granted.sas : "";
    const expected = ["201", "200", "400 InvalidAuthenticationInfo", "masked"];

    const bySas = (await onCloud({ sas })).side;
    const byToken = (await onCloud({ token: [process.execPath, "-p", JSON.stringify(token())] })).side;

    expect(await outcomes(bySas)).toEqual(expected);
    expect(await outcomes(byToken)).toEqual(expected);
    expect(bySas.readSas).toBe("");
    expect(await accountState(azurite.side)).toMatchObject({ containers: {} });
  });

  test("loses nothing that was there before, not even a bucket that seems to be made again", async () => {
    const config: ConfigInput = {
      services: {
        s3: {
          cloud: {
            region: "us-east-1",
            accessKeyId: "S3RVER",
            secretAccessKey: "S3RVER",
            endpoint: s3rver.side.endpoint,
          },
        },
      },
    };
    const { side, events } = await sideOf("s3", "cloud", { config });
    onTestFinished(() => side[Symbol.asyncDispose]());
    const mine = stageOf(s3rver.side);
    await mine.call("owner", "CreateBucket", { Bucket: "mine" });
    {
      await using stage = side.open();
      await stage.call("owner", "CreateBucket", { Bucket: "mine" });
      await stage.call("owner", "CreateBucket", { Bucket: "its-own" });
    }

    expect(await mine.probe([])).toMatchObject({ buckets: ["mine"] });
    expect([side.leftovers, events]).toEqual([[], []]);
  });

  test("is refused where the config names none, or not its host", async () => {
    await expect(sideOf("azure-queue", "cloud")).rejects.toMatchObject({
      code: "TS_NO_CLOUD",
      hint: expect.stringContaining("touchstone.config.ts"),
    });
    const config = { services: { "azure-queue": { cloud: { account: "acme", key } } } };
    const refused = await sideOf("azure-queue", "cloud", { config }).catch((error: Error) => error);

    expect(refused).toMatchObject({ code: "TS_HOST_NOT_ALLOWED" });
    expect(JSON.stringify(refused) + String(refused)).not.toContain(key);
  });
});

describe("what runs already", () => {
  test("is named as the config says, and nothing in it is removed but what was made", async () => {
    const emulator = azurite.side.endpoint;
    const config = { services: { "azure-blob": { emulator, runs: "azurite 0.0.1" } } };
    const [named, other] = await Promise.all([
      sideOf("azure-blob", emulator, { config }),
      sideOf("azure-blob", emulator),
    ]);
    onTestFinished(() => named.side[Symbol.asyncDispose]());
    onTestFinished(() => other.side[Symbol.asyncDispose]());
    const mine = stageOf(azurite.side);
    await mine.call("owner", "Container_Create", photos);

    await using stage = named.side.open();
    await stage.call("owner", "Container_Create", photos);
    await stage.call("owner", "Container_Create", { containerName: "its-own" });
    await stage[Symbol.asyncDispose]();
    await named.side.reset();

    expect([named.side.label, named.side.kind, other.side.label]).toEqual(["azurite 0.0.1", "url", emulator]);
    expect(Object.keys((await mine.probe([]))["containers"] ?? {})).toEqual(["photos"]);
    expect(await named.side.recover()).toBe("alive");
  });
});
