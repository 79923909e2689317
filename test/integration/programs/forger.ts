import {
  BlobSASPermissions,
  BlobServiceClient,
  generateBlobSASQueryParameters,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";

/** Signs rightly, then with a wrong key, then widens what a right signature allows; tells the statuses. */
const endpoint = process.env["AZURE_STORAGE_CONNECTION_STRING"]?.match(/BlobEndpoint=([^;]+)/)?.[1] ?? "";
const account = process.env["AZURE_STORAGE_ACCOUNT"] ?? "";
const right = new StorageSharedKeyCredential(account, process.env["AZURE_STORAGE_KEY"] ?? "");
const wrong = new StorageSharedKeyCredential(account, Buffer.from("a wrong key").toString("base64"));
const options = { retryOptions: { maxTries: 1 } };
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => "let in",
    (error: { statusCode?: number }) => error.statusCode,
  );

const album = new BlobServiceClient(endpoint, right, options).getContainerClient("photos");
await album.create();
await album.getBlockBlobClient("a.txt").upload("hello", 5);
const forged = new BlobServiceClient(endpoint, wrong, options).getContainerClient("photos");
const sas = generateBlobSASQueryParameters(
  {
    containerName: "photos",
    blobName: "a.txt",
    permissions: BlobSASPermissions.parse("r"),
    expiresOn: new Date(Date.now() + 600_000),
  },
  right,
).toString();
const blob = `${endpoint}/photos/a.txt?`;
console.log(
  JSON.stringify({
    wrongKey: await statusOf(forged.getProperties()),
    sas: (await fetch(blob + sas)).status,
    widened: (await fetch(blob + sas.replace("sp=r", "sp=rwd"), { method: "DELETE" })).status,
  }),
);
