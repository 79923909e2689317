import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sasCaller } from "../../src/clouds/index.ts";
import type { Side } from "../../src/fidelity/index.ts";
import type { ConfigInput } from "../../src/lab/config/index.ts";
import { frontOf } from "./hybrid/front.ts";
import { accountState, photos, said, sideOf } from "./opened-side.ts";

/** Azurite's one account: its key is the same for everybody. */
const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** The stand-ins for accounts. */
let azurite: Side;
let s3rver: Side;

beforeAll(async () => {
  const opened = await Promise.all([sideOf("azure-blob", "azurite"), sideOf("s3", "s3rver")]);
  [azurite, s3rver] = [opened[0].side, opened[1].side];
});

afterAll(async () => {
  await azurite[Symbol.asyncDispose]();
  await s3rver[Symbol.asyncDispose]();
});

describe("the cloud", () => {
  const cloudOf = (credential: object): ConfigInput => ({
    services: { "azure-blob": { cloud: { account, endpoint: azurite.endpoint, ...credential } } },
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
    expect((await accountState(side))["containers"]).toEqual({});
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
    expect((await accountState(azurite))["containers"]).toEqual({});
  });

  test("loses nothing that was there before, not even a bucket that seems to be made again", async () => {
    using front = await frontOf(s3rver.endpoint, ({ method, url }) =>
      method === "PUT" && url?.startsWith("/mine") ? { status: 200 } : undefined,
    );
    const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    const cloud = { region: "us-east-1", ...keys, endpoint: front.endpoint };
    const { side } = await sideOf("s3", "cloud", { config: { services: { s3: { cloud } } } });
    onTestFinished(() => side[Symbol.asyncDispose]());
    await using mine = s3rver.open();
    await mine.call("owner", "CreateBucket", { Bucket: "mine" });

    const stage = side.open();
    const again = await stage.call("owner", "CreateBucket", { Bucket: "mine" });
    await stage.call("owner", "CreateBucket", { Bucket: "its-own" });
    await stage[Symbol.asyncDispose]();

    expect(said(again)).toBe("200");
    expect(await mine.probe([])).toEqual({ buckets: ["mine"] });
    expect(side.leftovers).toEqual([]);
  });

  test("tells once of what cannot be removed, and of what may have been made", async () => {
    using front = await frontOf(azurite.endpoint, ({ method, url = "" }) => {
      if (method === "DELETE") return { status: 409, code: "ContainerHasLegalHold" };
      return method === "PUT" && url.includes("/unsure") ? { status: 500, code: "InternalError" } : undefined;
    });
    const { side, events } = await onCloud({ key, endpoint: front.endpoint });
    const names = ["photos", "unsure"];
    onTestFinished(async () => {
      await using stage = azurite.open();
      await stage.call("owner", "Container_Delete", photos);
    });

    for (const containerName of names) {
      await using stage = side.open();
      await stage.call("owner", "Container_Create", { containerName });
    }
    await using again = side.open();
    await again.call("owner", "Container_Create", { containerName: "unsure" });

    expect(side.leftovers).toMatchObject([
      { kind: "container", name: "photos", why: expect.stringContaining("ContainerHasLegalHold") },
      { kind: "container", name: "unsure", why: expect.stringContaining("not known") },
    ]);
    expect(events.map(({ type }) => type)).toEqual(["left", "left"]);
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
    const emulator = azurite.endpoint;
    const config = { services: { "azure-blob": { emulator, runs: "azurite 0.0.1" } } };
    const [named, other] = await Promise.all([
      sideOf("azure-blob", emulator, { config }),
      sideOf("azure-blob", emulator),
    ]);
    onTestFinished(() => named.side[Symbol.asyncDispose]());
    onTestFinished(() => other.side[Symbol.asyncDispose]());
    await using mine = azurite.open();
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
