import { randomBytes } from "node:crypto";
import {
  BlobClient,
  BlobSASPermissions,
  BlobServiceClient,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import { expect, test } from "vitest";
import { Names } from "../../../src/wire/index.ts";
import {
  account,
  addressOf,
  emulator,
  existing,
  expectNothingOf,
  forwarderFor,
  type Overrides,
  once,
  refusals,
  rewriterOf,
  soon,
  styles,
  useOtherAccount,
  wrongKey,
} from "./setting.ts";

const setting = useOtherAccount();
const blobKey = new StorageSharedKeyCredential(emulator.account, emulator.key);

async function blobs(overrides: Overrides = {}) {
  const forwarder = await forwarderFor(setting, "azure-blob", overrides);
  return { forwarder, client: new BlobServiceClient(addressOf(forwarder), blobKey, once) };
}

/** The other account as its owner sees it. */
async function owner(): Promise<BlobServiceClient> {
  const { forwarder } = await plainly();
  return new BlobServiceClient(addressOf(forwarder), blobKey, once);
}

/** No names are changed for an owner: those that are asked for count as existing. */
async function plainly() {
  const own = setting.names;
  setting.names = new Names({ existing: { [existing.invoices]: existing.invoices, foreign: "foreign" } });
  const forwarder = await forwarderFor(setting, "azure-blob");
  setting.names = own;
  return { forwarder };
}

test.each(styles)("a shared key is signed anew, with the account in the %s", async (style) => {
  const { forwarder, client } = await blobs({ style });
  const container = client.getContainerClient("photos");
  const content = randomBytes(300_000);

  await container.create({ metadata: { owner: "me", a_b: "c" } });
  const blob = container.getBlockBlobClient("2024/a b'(c)+ü&=%.bin");
  await blob.uploadData(content, { blockSize: 100_000, maxSingleShotSize: 100_000, conditions: {} });
  await blob.setMetadata({ color: "red" }, { conditions: { ifMatch: "*" } });
  const read = await blob.downloadToBuffer(0);
  const listed = await Array.fromAsync(container.listBlobsFlat({ includeMetadata: true }));

  expect(read.equals(content)).toBe(true);
  expect(listed.map(({ name, metadata }) => [name, metadata])).toEqual([[blob.name, { color: "red" }]]);
  expect(forwarder.forwarded.every(({ sent }) => sent?.target.includes(setting.names.run))).toBe(true);
  expectNothingOf(setting, forwarder);
});

test.each(styles)("a wrong key is refused, with the account in the %s", async (style) => {
  const key = randomBytes(64).toString("base64");
  const { forwarder, client } = await blobs({ style, credential: { key } });

  await expect(client.createContainer("photos")).rejects.toMatchObject({ statusCode: 403 });
  expectNothingOf(setting, forwarder);
});

test("what a test names shows in its listings, and nobody else's; pages go on where they stopped", async () => {
  await (await owner()).getContainerClient("foreign").createIfNotExists();
  await (await owner()).getContainerClient(existing.invoices).createIfNotExists();
  const { forwarder, client } = await blobs();
  const long = `long-${"x".repeat(55)}`;
  for (const name of ["photos", "photos-old", long]) await client.createContainer(name);
  forwarder.by = { tier: 1, file: "a.test.ts", test: "second" };
  await client.createContainer("photos");
  const ofSecond = await Array.fromAsync(client.listContainers());
  forwarder.by = { tier: 1, file: "a.test.ts", test: "first" };

  const all = await Array.fromAsync(client.listContainers());
  const paged: string[] = [];
  for await (const page of client.listContainers().byPage({ maxPageSize: 1 })) {
    paged.push(...page.containerItems.map(({ name }) => name));
    expect(page.serviceEndpoint).toBe(addressOf(forwarder));
  }
  const byPrefix = async (prefix: string) =>
    (await Array.fromAsync(client.listContainers({ prefix }))).map(({ name }) => name);

  expect(ofSecond.map(({ name }) => name)).toEqual(["invoices", "photos"]);
  expect(all.map(({ name }) => name)).toEqual(["invoices", long, "photos", "photos-old"]);
  expect(paged.toSorted()).toEqual(["invoices", long, "photos", "photos-old"]);
  expect(await byPrefix("photos-")).toEqual(["photos-old"]);
  expect(await byPrefix("invo")).toEqual(["invoices"]);
  expect(await byPrefix(long)).toEqual([long]);
  expectNothingOf(setting, forwarder);
});

test("what exists is used under its real name, and never deleted", async () => {
  const real = (await owner()).getContainerClient(existing.invoices);
  await real.createIfNotExists();
  const { forwarder, client } = await blobs();
  const container = client.getContainerClient("invoices");

  await container.getBlockBlobClient("march").upload("paid", 4);
  await expect(container.delete()).rejects.toMatchObject({ statusCode: 400 });
  await expect(client.deleteContainer("$logs")).rejects.toMatchObject({ statusCode: 400 });

  expect(refusals(forwarder)).toEqual([
    `DELETE /${emulator.account}/invoices cannot be sent to another account: \`invoices\` was there before the run: it must outlive it, with its settings as they are`,
    `DELETE /${emulator.account}/%24logs cannot be sent to another account: \`$logs\` is not of the run's making`,
  ]);
  expect(await real.getBlockBlobClient("march").exists()).toBe(true);
  expectNothingOf(setting, forwarder);
});

test("a container of the run is deleted, and a name that is refused is refused there too", async () => {
  const { forwarder, client } = await blobs();
  await client.createContainer("brief");

  await client.deleteContainer("brief");
  const refused = client.createContainer("x");

  await expect(refused).rejects.toMatchObject({ statusCode: 400 });
  expect(await client.getContainerClient("brief").exists()).toBe(false);
  expect(refusals(forwarder)).toEqual([]);
  expectNothingOf(setting, forwarder);
});

test.each(styles)(
  "a batch's requests are signed each by itself, with the account in the %s",
  async (style) => {
    const { forwarder, client } = await blobs({ style });
    const { containerClient } = await client.createContainer("photos");
    const made = ["a", "b c", "d"].map((name) => containerClient.getBlockBlobClient(name));
    for (const blob of made) await blob.upload("x", 1);
    const missing = containerClient.getBlockBlobClient("missing");

    const tiers = await client.getBlobBatchClient().setBlobsAccessTier(made, "Cool");
    const deleted = await containerClient.getBlobBatchClient().deleteBlobs([...made, missing]);

    expect(tiers.subResponsesSucceededCount).toBe(3);
    expect(deleted.subResponses.map(({ status }) => status)).toEqual([202, 202, 202, 404]);
    expect(await Array.fromAsync(containerClient.listBlobsFlat())).toEqual([]);
    expectNothingOf(setting, forwarder);
  },
);

test("a batch's requests with a wrong key are refused", async () => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("photos");
  const blob = containerClient.getBlockBlobClient("a");
  await blob.upload("x", 1);
  const right = forwarder.rewriter;
  const wrong = rewriterOf(setting, "azure-blob", { credential: wrongKey() });
  forwarder.rewriter = {
    ...right,
    // The batch itself is let in; the request in it is not.
    request: async (head, body) => ({
      ...(await right.request(head, body)),
      ...(body !== undefined && { body: (await wrong.request(head, body)).body ?? body }),
    }),
  };

  const answer = await containerClient.getBlobBatchClient().deleteBlobs([blob]);

  expect(answer.subResponses.map(({ status }) => status)).toEqual([403]);
});

test.each(styles)("a copy's source is the other account's, with the account in the %s", async (style) => {
  const { forwarder, client } = await blobs({ style });
  const { containerClient } = await client.createContainer("photos");
  const source = containerClient.getBlockBlobClient("source");
  await source.upload("hello", 5);
  const sas = generateBlobSASQueryParameters(
    {
      containerName: "photos",
      blobName: "source",
      permissions: BlobSASPermissions.parse("r"),
      expiresOn: soon,
    },
    blobKey,
  );
  const started = containerClient.getBlockBlobClient("started");
  const atOnce = containerClient.getBlockBlobClient("at-once");

  await (await started.beginCopyFromURL(source.url, { intervalInMs: 10 })).pollUntilDone();
  await atOnce.syncCopyFromURL(`${source.url}?${sas}`);
  const properties = await started.getProperties();
  const listed = await Array.fromAsync(containerClient.listBlobsFlat({ includeCopy: true }));

  expect((await atOnce.downloadToBuffer()).toString()).toBe("hello");
  expect(properties.copySource).toBe(source.url);
  expect(listed.find(({ name }) => name === "started")?.properties.copySource).toBe(source.url);
  const sources = forwarder.forwarded.flatMap(({ sent }) =>
    (sent?.headers ?? []).flatMap(([name, value]) =>
      name.toLowerCase() === "x-ms-copy-source" ? [value] : [],
    ),
  );
  expect(sources).toHaveLength(2);
  expect(sources.every((url) => url.includes(account) && url.includes(setting.names.run))).toBe(true);
  expect(sources[1]).not.toContain(encodeURIComponent(sas.toString().split("sig=")[1] ?? ""));
  expectNothingOf(setting, forwarder);
});

test("the second region is asked there too, and public blobs need no signature", async () => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("open", { access: "container" });
  await containerClient.getBlockBlobClient("a").upload("hello", 5);
  const secondary = new BlobServiceClient(`${addressOf(forwarder)}-secondary`, blobKey, once);

  const stats = await secondary.getStatistics();
  const read = await secondary.getContainerClient("open").getBlobClient("a").downloadToBuffer();
  const anonymous = await new BlobClient(`${addressOf(forwarder)}/open/a`).downloadToBuffer();

  expect(stats.geoReplication?.status).toBe("live");
  expect([read.toString(), anonymous.toString()]).toEqual(["hello", "hello"]);
  expectNothingOf(setting, forwarder);
});

test("blobs are found by tags in the test's own containers", async () => {
  const { forwarder, client } = await blobs();
  const { containerClient } = await client.createContainer("photos");
  await containerClient.getBlockBlobClient("a").upload("x", 1, { tags: { color: "red" } });
  forwarder.by = { tier: 1, file: "a.test.ts", test: "second" };
  const second = await client.createContainer("photos");
  await second.containerClient.getBlockBlobClient("b").upload("x", 1, { tags: { color: "red" } });

  const found = await Array.fromAsync(client.findBlobsByTags(`@container='photos' AND "color"='red'`));

  expect(found.map(({ name, containerName }) => [containerName, name])).toEqual([["photos", "b"]]);
  expectNothingOf(setting, forwarder);
});

test("the content of blobs passes as it is, though it speaks of the other account", async () => {
  const { client } = await blobs();
  const { containerClient } = await client.createContainer("photos");
  const content = `https://127.0.0.1:${setting.azurite.ports["azure-blob"]}/${account}/photos-ts${setting.names.run}001/a`;

  await containerClient.getBlockBlobClient("a").upload(content, content.length);

  const read = await containerClient.getBlobClient("a").downloadToBuffer();
  expect(read.toString()).toBe(content);
});
