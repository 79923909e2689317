import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  AnonymousCredential,
  BlobClient,
  BlobSASPermissions,
  BlobServiceClient,
  ContainerClient,
  ContainerSASPermissions,
  generateAccountSASQueryParameters,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import { expect, onTestFinished, test } from "vitest";
import type { AzureCredential } from "../../../src/clouds/index.ts";
import { startOtherAzurite } from "./other-azurite.ts";
import {
  account,
  addressOf,
  emulator,
  expectNothingOf,
  forwarderFor,
  type Overrides,
  once,
  refusals,
  soon,
  useOtherAccount,
  wrongKey,
} from "./setting.ts";

const setting = useOtherAccount();
const blobKey = new StorageSharedKeyCredential(emulator.account, emulator.key);

async function blobs(overrides: Overrides = {}) {
  const forwarder = await forwarderFor(setting, "azure-blob", overrides);
  return { forwarder, client: new BlobServiceClient(addressOf(forwarder), blobKey, once) };
}

test("a batch by SAS holds requests by SAS", async () => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("shared");
  const blob = containerClient.getBlockBlobClient("a b");
  await blob.upload("x", 1);
  const named = { containerName: "shared", blobName: "a b", expiresOn: soon };
  const inner = generateBlobSASQueryParameters({ ...named, permissions }, blobKey);
  const outer = generateBlobSASQueryParameters(
    { containerName: "shared", permissions: ContainerSASPermissions.parse("d"), expiresOn: soon },
    blobKey,
  );

  const batch = new ContainerClient(`${containerClient.url}?${outer}`).getBlobBatchClient();
  const answer = await batch.deleteBlobs([`${blob.url}?${inner}`], new AnonymousCredential());

  expect(answer.subResponses.map(({ status }) => status)).toEqual([202]);
  expect(await blob.exists()).toBe(false);
  expectNothingOf(setting, forwarder);
});

const permissions = BlobSASPermissions.parse("rcwd");
const versions = [
  "2015-04-05",
  "2018-03-28",
  "2018-11-09",
  "2020-02-10",
  "2020-12-06",
  "2021-10-04",
  undefined,
];

test.each(versions)("SAS of blobs and containers are signed anew, version %s", async (version) => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("shared");
  await containerClient.getBlockBlobClient("dir/a b").upload("hello", 5);
  const common = {
    containerName: "shared",
    expiresOn: soon,
    contentDisposition: "attachment; a=b",
    ...(version !== undefined && { version }),
  };
  const ofBlob = generateBlobSASQueryParameters({ ...common, blobName: "dir/a b", permissions }, blobKey);
  const ofContainer = generateBlobSASQueryParameters(
    {
      ...common,
      permissions: ContainerSASPermissions.parse("rl"),
      startsOn: new Date(Date.now() - 60_000),
    },
    blobKey,
  );
  const url = `${addressOf(forwarder)}/shared`;

  const read = await new BlobClient(`${url}/dir%2Fa%20b?${ofBlob}`).downloadToBuffer();
  const listed = await Array.fromAsync(new ContainerClient(`${url}?${ofContainer}`).listBlobsFlat());
  const refused = new BlobClient(`${url}/dir%2Fa%20b?${ofContainer}`).delete();

  expect(read.toString()).toBe("hello");
  expect(listed.map(({ name }) => name)).toEqual(["dir/a b"]);
  await expect(refused).rejects.toMatchObject({ statusCode: 403 });
  expectNothingOf(setting, forwarder);
});

test("SAS of snapshots, by stored policies and of accounts are signed anew", async () => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("shared");
  const blob = containerClient.getBlockBlobClient("a");
  await blob.upload("first", 5);
  const { snapshot = "" } = await blob.createSnapshot();
  await blob.upload("later", 5);
  await containerClient.setAccessPolicy(undefined, [
    { id: "readers", accessPolicy: { startsOn: new Date(0), expiresOn: soon, permissions: "r" } },
  ]);
  const named = { containerName: "shared", blobName: "a" };
  const ofSnapshot = generateBlobSASQueryParameters(
    { ...named, snapshotTime: snapshot, permissions, expiresOn: soon },
    blobKey,
  );
  const byPolicy = generateBlobSASQueryParameters({ ...named, identifier: "readers" }, blobKey);
  const ofAccount = generateAccountSASQueryParameters(
    {
      services: AccountSASServices.parse("b").toString(),
      resourceTypes: AccountSASResourceTypes.parse("sco").toString(),
      permissions: AccountSASPermissions.parse("rl"),
      expiresOn: soon,
    },
    blobKey,
  );

  const old = await new BlobClient(`${blob.url}?${ofSnapshot}&snapshot=${snapshot}`).downloadToBuffer();
  const current = await new BlobClient(`${blob.url}?${byPolicy}`).downloadToBuffer();
  const service = new BlobServiceClient(`${addressOf(forwarder)}?${ofAccount}`);
  const containers = await Array.fromAsync(service.listContainers());

  expect([old.toString(), current.toString()]).toEqual(["first", "later"]);
  expect(containers.map(({ name }) => name)).toContain("shared");
  await expect(service.createContainer("other")).rejects.toMatchObject({ statusCode: 403 });
  expectNothingOf(setting, forwarder);
});

test("a SAS with a wrong key is refused, and one of a user's delegation cannot be sent", async () => {
  const { forwarder } = await blobs({ credential: wrongKey() });
  const named = { containerName: "shared", blobName: "a", permissions, expiresOn: soon };
  const wrong = generateBlobSASQueryParameters(named, blobKey);
  const delegated = generateBlobSASQueryParameters(
    named,
    {
      signedObjectId: "o",
      signedTenantId: "t",
      signedStartsOn: new Date(),
      signedExpiresOn: soon,
      signedService: "b",
      signedVersion: "2020-12-06",
      value: emulator.key,
    },
    emulator.account,
  );
  const url = `${addressOf(forwarder)}/shared/a`;

  await expect(new BlobClient(`${url}?${wrong}`).download()).rejects.toMatchObject({ statusCode: 403 });
  await expect(new BlobClient(`${url}?${delegated}`).download()).rejects.toMatchObject({ statusCode: 400 });

  expect(refusals(forwarder)).toEqual([
    `GET /${emulator.account}/shared/a cannot be sent to another account: its SAS is signed with a user delegation key, which cannot be had anew`,
  ]);
});

/** What a client with a key does, where another credential is sent in its stead. */
async function useWithout(credential: AzureCredential): Promise<void> {
  const { forwarder, client } = await blobs({ credential });
  const container = client.getContainerClient("kept");

  await container.create();
  const blob = container.getBlockBlobClient("a");
  await blob.upload("hello", 5);
  const copy = container.getBlockBlobClient("copy");
  await (await copy.beginCopyFromURL(blob.url, { intervalInMs: 10 })).pollUntilDone();
  const batch = await client.getBlobBatchClient().deleteBlobs([copy]);

  expect(batch.subResponsesFailedCount).toBe(0);
  expect((await Array.fromAsync(container.listBlobsFlat())).map(({ name }) => name)).toEqual(["a"]);
  expectNothingOf(setting, forwarder);
}

test("a SAS of the other account stands in for the client's key", async () => {
  const sas = generateAccountSASQueryParameters(
    {
      services: "b",
      resourceTypes: AccountSASResourceTypes.parse("sco").toString(),
      permissions: AccountSASPermissions.parse("rwdlacup"),
      expiresOn: soon,
    },
    new StorageSharedKeyCredential(account, setting.azurite.key),
  ).toString();

  await useWithout({ sas });
});

test("tokens of the other account stand in for the client's key", async () => {
  const ordinary = setting.azurite;
  setting.azurite = await startOtherAzurite(account, { tokens: true });
  onTestFinished(async () => {
    await setting.azurite[Symbol.asyncDispose]();
    setting.azurite = ordinary;
  });

  await useWithout({ token: async () => unsignedToken() });
});

/** An unsigned token that says what Azurite looks at. */
function unsignedToken(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const tid = "00000000-0000-0000-0000-000000000000";
  const claims = {
    iss: `https://sts.windows.net/${tid}/`,
    tid,
    oid: tid,
    aud: "https://storage.azure.com",
    nbf: now - 60,
    iat: now - 60,
    exp: now + 3600,
  };
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.x`;
}
