import type { DemoSdks } from "./sdks.ts";

/** A photo album, a queue of jobs and a table of users, on whatever the connection string points to. */
export async function azureStory({ blob, queue, tables }: DemoSdks, connectionString: string): Promise<void> {
  const album = blob.BlobServiceClient.fromConnectionString(connectionString).getContainerClient("album");
  await album.create();
  const photo = album.getBlockBlobClient("2026/sunrise.txt");
  await photo.upload("gold", 4, { metadata: { camera: "pinhole" } });
  const lease = photo.getBlobLeaseClient();
  await lease.acquireLease(15);
  await lease.releaseLease();
  await photo.getProperties();
  await photo.downloadToBuffer();
  await photo.stageBlock(Buffer.from("0001").toString("base64"), "dust", 4);
  await photo.commitBlockList([Buffer.from("0001").toString("base64")]);
  for await (const _item of album.listBlobsFlat());
  for await (const _item of album.listBlobsByHierarchy("/"));
  await album.delete();

  const jobs = queue.QueueServiceClient.fromConnectionString(connectionString).getQueueClient("jobs");
  await jobs.create();
  await jobs.sendMessage("develop 2026/sunrise.txt");
  await jobs.peekMessages();
  const { receivedMessageItems } = await jobs.receiveMessages();
  for (const { messageId, popReceipt } of receivedMessageItems)
    await jobs.deleteMessage(messageId, popReceipt);
  await jobs.delete();

  const users = tables.TableClient.fromConnectionString(connectionString, "users", {
    allowInsecureConnection: true,
  });
  await users.createTable();
  await users.createEntity({ partitionKey: "acme", rowKey: "ada", role: "owner" });
  await users.upsertEntity({ partitionKey: "acme", rowKey: "ada", role: "admin" }, "Merge");
  await users.getEntity("acme", "ada");
  for await (const _entity of users.listEntities());
  await users.deleteTable();
}
