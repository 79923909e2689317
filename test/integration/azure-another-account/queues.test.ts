import {
  generateQueueSASQueryParameters,
  QueueClient,
  QueueSASPermissions,
  QueueServiceClient,
  StorageSharedKeyCredential,
} from "@azure/storage-queue";
import { expect, test } from "vitest";
import {
  addressOf,
  emulator,
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
const queueKey = new StorageSharedKeyCredential(emulator.account, emulator.key);

async function queues(overrides: Overrides = {}) {
  const forwarder = await forwarderFor(setting, "azure-queue", overrides);
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
  expectNothingOf(setting, forwarder);
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
  forwarder.rewriter = rewriterOf(setting, "azure-queue", {
    credential: wrongKey(),
  });

  await expect(queue.sendMessage("three")).rejects.toMatchObject({ statusCode: 403 });
  await expect(new QueueClient(`${queue.url}?${sas}`).sendMessage("x")).rejects.toMatchObject({
    statusCode: 403,
  });
  expectNothingOf(setting, forwarder);
});

test("a queue that exists is never deleted", async () => {
  const { forwarder, client } = await queues();

  await expect(client.deleteQueue("invoices")).rejects.toMatchObject({ statusCode: 400 });

  expect(refusals(forwarder)).toHaveLength(1);
});
