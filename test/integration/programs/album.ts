import { BlobServiceClient } from "@azure/storage-blob";

/** An application that knows one connection string: it makes, lists, copies and batches, and tells what it saw. */
const service = BlobServiceClient.fromConnectionString(process.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
const album = service.getContainerClient("photos");
await album.create();
const first = album.getBlockBlobClient("a.txt");
await first.upload("first", 5);
const second = album.getBlockBlobClient("b.txt");
const copy = await second.beginCopyFromURL(first.url);
await copy.pollUntilDone();
const containers: string[] = [];
for await (const { name } of service.listContainers()) containers.push(name);
const blobs: string[] = [];
for await (const { name } of album.listBlobsFlat()) blobs.push(name);
const { copySource } = await second.getProperties();
const missing = await service
  .getContainerClient("nothing-here")
  .getProperties()
  .catch((error: { statusCode: number; message: string }) => `${error.statusCode} ${error.message}`);
const deleted = await service.getBlobBatchClient().deleteBlobs([first, second]);
await album.delete();
console.log(
  JSON.stringify({
    containers,
    blobs,
    copySource: copySource?.replace(/:\d+\//, ":PORT/"),
    content: (await first.exists()) ? "there" : "gone",
    missing: typeof missing === "string" ? missing.split("\n")[0] : "found",
    deleted: deleted.subResponsesSucceededCount,
  }),
);
