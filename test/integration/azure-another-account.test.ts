import { randomBytes } from "node:crypto";
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  odata,
  TableClient,
  TableServiceClient,
} from "@azure/data-tables";
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
import {
  generateQueueSASQueryParameters,
  QueueClient,
  StorageSharedKeyCredential as QueueKeyCredential,
  QueueSASPermissions,
  QueueServiceClient,
} from "@azure/storage-queue";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type AzureCredential, type AzureService, azureRewriter } from "../../src/clouds/index.ts";
import { Names } from "../../src/wire/index.ts";
import { type Forwarder, startForwarder } from "./azure-account/forwarder.ts";
import { type OtherAzurite, startOtherAzurite } from "./azure-account/other-azurite.ts";

const emulator = {
  account: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};
const account = "otheraccount7";
const existing = { invoices: "acme-real-invoices", ledger: "AcmeRealLedger" };
const soon = new Date(Date.now() + 3_600_000);
const blobKey = new StorageSharedKeyCredential(emulator.account, emulator.key);
const queueKey = new QueueKeyCredential(emulator.account, emulator.key);
const tableKey = new AzureNamedKeyCredential(emulator.account, emulator.key);
const once = { retryOptions: { maxTries: 1 } };
const tableOptions = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

let azurite: OtherAzurite;
let names: Names;

beforeAll(async () => {
  azurite = await startOtherAzurite(account);
});

afterAll(() => azurite[Symbol.asyncDispose]());

beforeEach(() => {
  names = new Names({ existing });
});

interface Overrides {
  readonly credential?: AzureCredential;
  readonly style?: "host" | "path";
}

function rewriterOf(service: AzureService, { credential, style = "path" }: Overrides = {}) {
  const kind = service.replace("azure-", "");
  const port = azurite.ports[service];
  return azureRewriter({
    service,
    account,
    credential: credential ?? { key: azurite.key },
    endpoint:
      style === "path"
        ? `https://127.0.0.1:${port}/${account}`
        : `https://${account}.${kind}.localhost:${port}`,
    names,
  });
}

async function forwarderFor(service: AzureService, overrides: Overrides = {}): Promise<Forwarder> {
  const forwarder = await startForwarder(rewriterOf(service, overrides), {
    port: azurite.ports[service],
    authority: azurite.authority,
  });
  onTestFinished(() => forwarder[Symbol.asyncDispose]());
  return forwarder;
}

function addressOf({ origin }: Forwarder): string {
  return `${origin}/${emulator.account}`;
}

/** Whatever was given to the client, in one text: it must not speak of the other account. */
function expectNothingOf(forwarder: Forwarder): void {
  const seen = forwarder.forwarded
    .map(({ headers, body }) => `${headers.map((pair) => pair.join(": ")).join("\n")}\n${body ?? ""}`)
    .join("\n");

  expect(forwarder.forwarded.length).toBeGreaterThan(0);
  expect(seen).not.toContain(account);
  expect(seen).not.toContain(names.run);
  expect(seen).not.toContain(String(azurite.ports["azure-blob"]));
  expect(seen).not.toContain(String(azurite.ports["azure-table"]));
  expect(seen).not.toMatch(/acme-?real/i);
}

function refusals({ forwarded }: Forwarder): string[] {
  return forwarded.flatMap(({ refused }) => (refused === undefined ? [] : [refused]));
}

const styles = ["path", "host"] as const;

describe("blobs", () => {
  async function blobs(overrides: Overrides = {}) {
    const forwarder = await forwarderFor("azure-blob", overrides);
    return { forwarder, client: new BlobServiceClient(addressOf(forwarder), blobKey, once) };
  }

  /** The other account as its owner sees it. */
  async function owner(): Promise<BlobServiceClient> {
    const { forwarder } = await plainly();
    return new BlobServiceClient(addressOf(forwarder), blobKey, once);
  }

  /** No names are changed for an owner: those that are asked for count as existing. */
  async function plainly() {
    const own = names;
    names = new Names({ existing: { [existing.invoices]: existing.invoices, foreign: "foreign" } });
    const forwarder = await forwarderFor("azure-blob");
    names = own;
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
    expect(forwarder.forwarded.every(({ sent }) => sent?.target.includes(names.run))).toBe(true);
    expectNothingOf(forwarder);
  });

  test.each(styles)("a wrong key is refused, with the account in the %s", async (style) => {
    const key = randomBytes(64).toString("base64");
    const { forwarder, client } = await blobs({ style, credential: { key } });

    await expect(client.createContainer("photos")).rejects.toMatchObject({ statusCode: 403 });
    expectNothingOf(forwarder);
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
    expectNothingOf(forwarder);
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
      `DELETE /${emulator.account}/invoices cannot be sent to another account: \`invoices\` was there before the run, and must outlive it`,
      `DELETE /${emulator.account}/%24logs cannot be sent to another account: \`$logs\` is not of the run's making`,
    ]);
    expect(await real.getBlockBlobClient("march").exists()).toBe(true);
    expectNothingOf(forwarder);
  });

  test("a container of the run is deleted, and a name that is refused is refused there too", async () => {
    const { forwarder, client } = await blobs();
    await client.createContainer("brief");

    await client.deleteContainer("brief");
    const refused = client.createContainer("x");

    await expect(refused).rejects.toMatchObject({ statusCode: 400 });
    expect(await client.getContainerClient("brief").exists()).toBe(false);
    expect(refusals(forwarder)).toEqual([]);
    expectNothingOf(forwarder);
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
      expectNothingOf(forwarder);
    },
  );

  test("a batch's requests with a wrong key are refused", async () => {
    const { forwarder, client } = await blobs();
    const { containerClient } = await client.createContainer("photos");
    const blob = containerClient.getBlockBlobClient("a");
    await blob.upload("x", 1);
    const right = forwarder.rewriter;
    const wrong = rewriterOf("azure-blob", { credential: { key: randomBytes(64).toString("base64") } });
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
    const [one, two, three] = ["one", "two", "three"].map((name) => containerClient.getBlockBlobClient(name));

    const poller = await one?.beginCopyFromURL(source.url, { intervalInMs: 10 });
    await poller?.pollUntilDone();
    await two?.syncCopyFromURL(`${source.url}?${sas}`);
    const properties = await one?.getProperties();
    const listed = await Array.fromAsync(containerClient.listBlobsFlat({ includeCopy: true }));

    expect(three).toBeDefined();
    expect((await two?.downloadToBuffer())?.toString()).toBe("hello");
    expect(properties?.copySource).toBe(source.url);
    expect(listed.map(({ properties: { copySource } }) => copySource)[0]).toBe(source.url);
    const sources = forwarder.forwarded.flatMap(({ sent }) =>
      (sent?.headers ?? []).flatMap(([name, value]) =>
        name.toLowerCase() === "x-ms-copy-source" ? [value] : [],
      ),
    );
    expect(sources).toHaveLength(2);
    expect(sources.every((url) => url.includes(account) && url.includes(names.run))).toBe(true);
    expect(sources[1]).not.toContain(encodeURIComponent(sas.toString().split("sig=")[1] ?? ""));
    expectNothingOf(forwarder);
  });

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
    expectNothingOf(forwarder);
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
    expectNothingOf(forwarder);
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
    expectNothingOf(forwarder);
  });

  test("a SAS with a wrong key is refused, and one of a user's delegation cannot be sent", async () => {
    const { forwarder } = await blobs({ credential: { key: randomBytes(64).toString("base64") } });
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
    expectNothingOf(forwarder);
  }

  test("a SAS of the other account stands in for the client's key", async () => {
    const sas = generateAccountSASQueryParameters(
      {
        services: "b",
        resourceTypes: AccountSASResourceTypes.parse("sco").toString(),
        permissions: AccountSASPermissions.parse("rwdlacup"),
        expiresOn: soon,
      },
      new StorageSharedKeyCredential(account, azurite.key),
    ).toString();

    await useWithout({ sas });
  });

  test("tokens of the other account stand in for the client's key", async () => {
    const ordinary = azurite;
    azurite = await startOtherAzurite(account, { tokens: true });
    onTestFinished(async () => {
      await azurite[Symbol.asyncDispose]();
      azurite = ordinary;
    });

    await useWithout({ token: async () => unsignedToken() });
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
    expectNothingOf(forwarder);
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
    expectNothingOf(forwarder);
  });

  test("the content of blobs passes as it is, though it speaks of the other account", async () => {
    const { client } = await blobs();
    const { containerClient } = await client.createContainer("photos");
    const content = `https://127.0.0.1:${azurite.ports["azure-blob"]}/${account}/photos-ts${names.run}001/a`;

    await containerClient.getBlockBlobClient("a").upload(content, content.length);

    const read = await containerClient.getBlobClient("a").downloadToBuffer();
    expect(read.toString()).toBe(content);
  });
});

describe("queues", () => {
  async function queues(overrides: Overrides = {}) {
    const forwarder = await forwarderFor("azure-queue", overrides);
    return { forwarder, client: new QueueServiceClient(addressOf(forwarder), queueKey, once) };
  }

  test.each(styles)("messages come and go, with the account in the %s", async (style) => {
    const { forwarder, client } = await queues({ style });
    const queue = client.getQueueClient("jobs");

    await queue.create({ metadata: { owner: "me" } });
    await queue.sendMessage("resize");
    const [message] = (await queue.receiveMessages()).receivedMessageItems;
    await queue.updateMessage(message?.messageId ?? "", message?.popReceipt ?? "", "again", 0);
    const peeked = await queue.peekMessages();
    const listed = await Array.fromAsync(client.listQueues({ includeMetadata: true }));

    expect(peeked.peekedMessageItems.map(({ messageText }) => messageText)).toEqual(["again"]);
    expect(listed.map(({ name, metadata }) => [name, metadata])).toEqual([["jobs", { owner: "me" }]]);
    await queue.delete();
    expect(await queue.exists()).toBe(false);
    expectNothingOf(forwarder);
  });

  test("SAS of queues are signed anew, also by a stored policy; wrong keys are refused", async () => {
    const { forwarder, client } = await queues();
    const queue = client.getQueueClient("jobs");
    await queue.create();
    await queue.setAccessPolicy([
      { id: "adders", accessPolicy: { startsOn: new Date(0), expiresOn: soon, permissions: "a" } },
    ]);
    const sas = generateQueueSASQueryParameters(
      { queueName: "jobs", permissions: QueueSASPermissions.parse("a"), expiresOn: soon },
      queueKey,
    );
    const byPolicy = generateQueueSASQueryParameters({ queueName: "jobs", identifier: "adders" }, queueKey);

    await new QueueClient(`${queue.url}?${sas}`).sendMessage("one");
    await new QueueClient(`${queue.url}?${byPolicy}`).sendMessage("two");
    await expect(new QueueClient(`${queue.url}?${sas}`).clearMessages()).rejects.toMatchObject({
      statusCode: 403,
    });
    forwarder.rewriter = rewriterOf("azure-queue", {
      credential: { key: randomBytes(64).toString("base64") },
    });

    await expect(queue.sendMessage("three")).rejects.toMatchObject({ statusCode: 403 });
    await expect(new QueueClient(`${queue.url}?${sas}`).sendMessage("x")).rejects.toMatchObject({
      statusCode: 403,
    });
    expectNothingOf(forwarder);
  });

  test("a queue that exists is never deleted", async () => {
    const { forwarder, client } = await queues();

    await expect(client.deleteQueue("invoices")).rejects.toMatchObject({ statusCode: 400 });

    expect(refusals(forwarder)).toHaveLength(1);
  });
});

describe("tables", () => {
  async function tables(overrides: Overrides = {}) {
    const forwarder = await forwarderFor("azure-table", overrides);
    const table = (name: string) => new TableClient(addressOf(forwarder), name, tableKey, tableOptions);
    return { forwarder, table, client: new TableServiceClient(addressOf(forwarder), tableKey, tableOptions) };
  }

  test.each(styles)("entities come and go, with the account in the %s", async (style) => {
    const { forwarder, client, table } = await tables({ style });
    const keys = { partitionKey: "o'clock, (noon)", rowKey: "a=b" };
    const photos = table("photos");

    await client.createTable("photos");
    await photos.createEntity({ ...keys, color: "red", TableName: "mine", size: 3 });
    await photos.upsertEntity({ ...keys, color: "blue" }, "Merge");
    const entity = await photos.getEntity(keys.partitionKey, keys.rowKey);
    const found = await Array.fromAsync(
      photos.listEntities({ queryOptions: { filter: odata`color eq ${"blue"}` } }),
    );
    await photos.deleteEntity(keys.partitionKey, keys.rowKey);

    expect(entity).toMatchObject({ ...keys, color: "blue", TableName: "mine", size: 3 });
    expect(entity["odata.metadata"]).toBe(`${addressOf(forwarder)}/$metadata#photos/@Element`);
    expect(found).toHaveLength(1);
    expectNothingOf(forwarder);
  });

  test("a transaction's addresses are the other account's, and its answers the client's", async () => {
    const { forwarder, client, table } = await tables();
    const photos = table("photos");
    await client.createTable("photos");
    const keys = { partitionKey: "p" };

    const done = await photos.submitTransaction([
      ["create", { ...keys, rowKey: "1", text: "ü" }],
      ["upsert", { ...keys, rowKey: "2" }, "Replace"],
    ]);
    const failed = photos.submitTransaction([
      ["create", { ...keys, rowKey: "3" }],
      ["create", { ...keys, rowKey: "1" }],
    ]);

    expect(done.status).toBe(202);
    expect(done.subResponses.map(({ status }) => status)).toEqual([204, 204]);
    await expect(failed).rejects.toMatchObject({ statusCode: 409 });
    const stored = await Array.fromAsync(photos.listEntities());
    expect(stored.map(({ rowKey, text }) => [rowKey, text])).toEqual([
      ["1", "ü"],
      ["2", undefined],
    ]);
    expectNothingOf(forwarder);
  });

  test("tables are listed by the test's own names, filtered and page by page", async () => {
    const { forwarder, client } = await tables();
    for (const name of ["photos", "photosold", "albums"]) await client.createTable(name);
    forwarder.by = { tier: 1, file: "a.test.ts", test: "second" };
    await client.createTable("photos");
    forwarder.by = { tier: 1, file: "a.test.ts", test: "first" };
    const listed = async (filter?: string) =>
      (
        await Array.fromAsync(client.listTables(filter === undefined ? {} : { queryOptions: { filter } }))
      ).map(({ name }) => name);
    const paged: (string | undefined)[] = [];
    for await (const page of client.listTables().byPage({ maxPageSize: 1 })) {
      paged.push(...page.map(({ name }) => name));
    }

    expect(await listed()).toEqual(["albums", "photos", "photosold"]);
    expect(paged.toSorted()).toEqual(["albums", "photos", "photosold"]);
    expect(await listed("TableName eq 'photos'")).toEqual(["photos"]);
    expect(await listed("TableName ge 'photos' and TableName lt 'photosp'")).toEqual(["photosold"]);
    await client.deleteTable("albums");
    expect(await listed()).toEqual(["photos", "photosold"]);
    expectNothingOf(forwarder);
  });

  test("a Location that is followed leads to the entity", async () => {
    const { forwarder, client, table } = await tables();
    await client.createTable("Photos");
    await table("photos").submitTransaction([["create", { partitionKey: "p", rowKey: "r" }]]);
    const answered = forwarder.forwarded.at(-1)?.body ?? "";
    const location = /^Location: (.*?)\r?$/m.exec(answered)?.[1] ?? "";

    const followed = await signed(forwarder, "GET", location.replace(addressOf(forwarder), ""));
    const read = (await followed.json()) as Record<string, string>;

    expect(location).toBe(`${addressOf(forwarder)}/Photos(PartitionKey='p',RowKey='r')`);
    expect(read).toMatchObject({
      PartitionKey: "p",
      "odata.id": location,
      "odata.editLink": "Photos(PartitionKey='p',RowKey='r')",
      "odata.type": `${emulator.account}.Photos`,
    });
    expectNothingOf(forwarder);
  });

  test("SAS of tables and accounts are signed anew; wrong keys are refused", async () => {
    const { forwarder, client, table } = await tables();
    await client.createTable("Photos");
    const byPolicy = generateTableSas("Photos", tableKey, { identifier: "readers" });
    await table("Photos").setAccessPolicy([
      { id: "readers", accessPolicy: { start: new Date(0), expiry: soon, permission: "r" } },
    ]);
    const ofTable = generateTableSas("Photos", tableKey, {
      permissions: { add: true, query: true },
      expiresOn: soon,
      startPartitionKey: "a",
      endPartitionKey: "z",
    });
    const ofAccount = generateAccountSas(tableKey, {
      services: { table: true },
      permissions: { list: true, query: true },
      expiresOn: soon,
    });
    const withSas = (sas: string) =>
      new TableClient(addressOf(forwarder), "Photos", new AzureSASCredential(sas), tableOptions);
    const entity = { partitionKey: "p", rowKey: "r" };

    await withSas(ofTable).createEntity(entity);
    const read = await withSas(byPolicy).getEntity("p", "r");
    const service = new TableServiceClient(
      addressOf(forwarder),
      new AzureSASCredential(ofAccount),
      tableOptions,
    );
    const listed = await Array.fromAsync(service.listTables());

    expect(read).toMatchObject(entity);
    expect(listed.map(({ name }) => name)).toEqual(["Photos"]);
    await expect(withSas(ofTable).deleteEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
    forwarder.rewriter = rewriterOf("azure-table", {
      credential: { key: randomBytes(64).toString("base64") },
    });
    await expect(withSas(ofTable).getEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
    await expect(table("Photos").getEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
    expectNothingOf(forwarder);
  });

  test("a table that exists is never deleted", async () => {
    const { forwarder, client } = await tables();

    await client.deleteTable("ledger").catch(() => {});
    await signed(forwarder, "POST", "/Tables('ledger')", undefined, { "X-HTTP-Method": "DELETE" });

    expect(refusals(forwarder)).toHaveLength(2);
    expect(forwarder.forwarded.every(({ sent }) => sent === undefined)).toBe(true);
  });
});

/** A request with a signature of either scheme that the emulator would not look at: it is made anew anyway. */
function signed(
  { origin }: Forwarder,
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
  scheme = "SharedKey",
): Promise<Response> {
  return fetch(`${origin}/${emulator.account}${path}`, {
    method,
    headers: {
      Authorization: `${scheme} ${emulator.account}:AAAA`,
      "x-ms-date": new Date().toUTCString(),
      "x-ms-version": "2019-02-02",
      Accept: "application/json;odata=fullmetadata",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
}

describe.each(["SharedKey", "SharedKeyLite"])("%s made by hand", (scheme) => {
  test.each([
    ["azure-blob", "/?comp=list"],
    ["azure-queue", "/?comp=list"],
    ["azure-table", "/Tables"],
  ] as const)("%s accepts it, and refuses it with a wrong key", async (service, path) => {
    const forwarder = await forwarderFor(service);

    const accepted = await signed(forwarder, "GET", path, undefined, {}, scheme);
    forwarder.rewriter = rewriterOf(service, { credential: { key: randomBytes(64).toString("base64") } });
    const refused = await signed(forwarder, "GET", path, undefined, {}, scheme);

    expect([accepted.status, refused.status]).toEqual([200, 403]);
    expectNothingOf(forwarder);
  });
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
