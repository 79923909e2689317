import { randomUUID } from "node:crypto";
import { BlobServiceClient, type ContainerClient } from "@azure/storage-blob";
import { type QueueClient, QueueServiceClient } from "@azure/storage-queue";
import { onTestFinished } from "vitest";

const account = process.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
const blobs = BlobServiceClient.fromConnectionString(account);
const queues = QueueServiceClient.fromConnectionString(account);

/** An album of the test's own, which goes with it. */
export async function newAlbum(): Promise<ContainerClient> {
  const album = blobs.getContainerClient(`album-${randomUUID()}`);
  await album.create();
  onTestFinished(async () => void (await album.delete()));
  return album;
}

/** A queue of the test's own, which goes with it. */
export async function newQueue(): Promise<QueueClient> {
  const queue = queues.getQueueClient(`inbox-${randomUUID()}`);
  await queue.create();
  onTestFinished(async () => void (await queue.delete()));
  return queue;
}

/** Puts a text into an album. */
export async function put(album: ContainerClient, name: string, text: string): Promise<void> {
  await album.getBlockBlobClient(name).upload(text, Buffer.byteLength(text));
}

/** What an album has under a name. */
export async function textOf(album: ContainerClient, name: string): Promise<string> {
  return (await album.getBlockBlobClient(name).downloadToBuffer()).toString();
}
