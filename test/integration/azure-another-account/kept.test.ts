import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";
import { StorageSharedKeyCredential as BlobKey, BlobServiceClient } from "@azure/storage-blob";
import { StorageSharedKeyCredential as QueueKey, QueueServiceClient } from "@azure/storage-queue";
import { expect, test } from "vitest";
import type { AzureService } from "../../../src/clouds/index.ts";
import { Names } from "../../../src/wire/index.ts";
import type { Forwarder } from "./forwarder.ts";
import {
  addressOf,
  emulator,
  existing,
  expectNothingOf,
  forwarderFor,
  once,
  refusals,
  signed,
  useOtherAccount,
} from "./setting.ts";

const setting = useOtherAccount();
const tableKey = new AzureNamedKeyCredential(emulator.account, emulator.key);
const tableOptions = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

/** The way of a run's tests, and that of the account's owner, for whom every name is what it is. */
async function ways(service: AzureService): Promise<{ run: Forwarder; owner: Forwarder }> {
  const run = await forwarderFor(setting, service);
  const { names } = setting;
  setting.names = new Names({ areKept: true });
  const owner = await forwarderFor(setting, service);
  setting.names = names;
  return { run, owner };
}

test("a table of before the run stays, however its name is written", async () => {
  const { run, owner } = await ways("azure-table");
  const account = new TableServiceClient(addressOf(owner), tableKey, tableOptions);
  await account.createTable("photos");
  const old = new TableClient(addressOf(owner), "photos", tableKey, tableOptions);
  await old.createEntity({ partitionKey: "p", rowKey: "r" });

  const statuses: number[] = [];
  for (const path of [
    "/Tables('%70hotos')",
    "/T%61bles('photos')",
    "/Tables(TableName='photos')",
    "/./Tables('photos')",
    "/%70hotos(PartitionKey='p',RowKey='r')",
  ]) {
    statuses.push((await signed(run, "DELETE", path, undefined, { "If-Match": "*" })).status);
  }

  expect(statuses.every((status) => status >= 400)).toBe(true);
  expect(await old.getEntity("p", "r")).toMatchObject({ rowKey: "r" });
});

test("in a table of before the run, what the run has written can be deleted, and nothing else", async () => {
  const { run, owner } = await ways("azure-table");
  const account = new TableServiceClient(addressOf(owner), tableKey, tableOptions);
  await account.createTable(existing.ledger);
  const real = new TableClient(addressOf(owner), existing.ledger, tableKey, tableOptions);
  const ledger = new TableClient(addressOf(run), "ledger", tableKey, tableOptions);
  const keys = { partitionKey: "o'clock" };
  await real.createEntity({ ...keys, rowKey: "old" });
  await ledger.createEntity({ ...keys, rowKey: "made" });
  await ledger.submitTransaction([
    ["create", { ...keys, rowKey: "created" }],
    ["upsert", { ...keys, rowKey: "replaced" }, "Replace"],
  ]);

  for (const rowKey of ["made", "created"]) await ledger.deleteEntity(keys.partitionKey, rowKey);
  await ledger.submitTransaction([["delete", { ...keys, rowKey: "replaced" }]]);
  await ledger.deleteEntity(keys.partitionKey, "old").catch(() => {});
  await ledger.submitTransaction([["delete", { ...keys, rowKey: "old" }]]).catch(() => {});
  await ledger.setAccessPolicy([]).catch(() => {});

  expect(refusals(run)).toHaveLength(3);
  expect((await Array.fromAsync(real.listEntities())).map(({ rowKey }) => rowKey)).toEqual(["old"]);
  expectNothingOf(setting, run);
});

test("in a queue of before the run, the run's own messages can be deleted, and nothing else", async () => {
  const { run, owner } = await ways("azure-queue");
  const key = new QueueKey(emulator.account, emulator.key);
  const real = new QueueServiceClient(addressOf(owner), key, once).getQueueClient(existing.invoices);
  const queue = new QueueServiceClient(addressOf(run), key, once).getQueueClient("invoices");
  await real.create();
  await real.sendMessage("old");
  await queue.sendMessage("made");

  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 2, visibilityTimeout: 1 });
  const deleted: string[] = [];
  for (const { messageId, popReceipt, messageText } of receivedMessageItems) {
    await queue.deleteMessage(messageId, popReceipt).then(
      () => deleted.push(messageText),
      () => {},
    );
  }
  await queue.clearMessages().catch(() => {});
  await queue.setMetadata({ a: "b" }).catch(() => {});

  expect(receivedMessageItems).toHaveLength(2);
  expect(deleted).toEqual(["made"]);
  expect(refusals(run)).toHaveLength(3);
  expect((await real.getProperties()).approximateMessagesCount).toBe(1);
  expectNothingOf(setting, run);
});

test("in a container of before the run, the run's own blobs can be deleted, and nothing else", async () => {
  const { run, owner } = await ways("azure-blob");
  const key = new BlobKey(emulator.account, emulator.key);
  const account = new BlobServiceClient(addressOf(owner), key, once);
  const real = account.getContainerClient(existing.invoices);
  const container = new BlobServiceClient(addressOf(run), key, once).getContainerClient("invoices");
  await real.create();
  await real.getBlockBlobClient("old").upload("paid", 4);
  const root = (await account.createContainer("$root")).containerClient;
  await root.getBlockBlobClient("logo.png").upload("logo", 4);
  await container.getBlockBlobClient("a b/made").upload("paid", 4);

  await container.getBlockBlobClient("a b/made").delete();
  await container.deleteBlob("old").catch(() => {});
  await container
    .getBlobBatchClient()
    .deleteBlobs([container.getBlockBlobClient("old")])
    .catch(() => {});
  await container.setMetadata({ a: "b" }).catch(() => {});
  await signed(run, "DELETE", "/logo.png");
  await signed(run, "DELETE", "/$root/logo.png");
  await signed(run, "PUT", "?restype=service&comp=properties", "<StorageServiceProperties/>");

  expect(refusals(run)).toHaveLength(6);
  expect((await Array.fromAsync(real.listBlobsFlat())).map(({ name }) => name)).toEqual(["old"]);
  expect(await root.getBlobClient("logo.png").exists()).toBe(true);
  expectNothingOf(setting, run);
});
