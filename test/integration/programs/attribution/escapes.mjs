import http from "node:http";
import https from "node:https";
import { ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { QueueServiceClient, StorageSharedKeyCredential } from "@azure/storage-queue";
import { request } from "undici";

/** Asks for the addresses by every way, and tells what came of it. */
const told = async (call) => {
  try {
    return await call();
  } catch (error) {
    return (error.cause ?? error).message;
  }
};
const get = (url, options = {}) =>
  new Promise((resolve, reject) => {
    const { get: send } = url.startsWith("https:") ? https : http;
    send(url, options, (response) => response.resume().on("end", () => resolve(response.statusCode))).on(
      "error",
      reject,
    );
  });

const results = {};
for (const url of process.argv.slice(2)) {
  const agent = new (url.startsWith("https:") ? https : http).Agent({ keepAlive: true });
  results[url] = [
    await told(() => get(url)),
    await told(() => get(url, { agent })),
    await told(async () => (await fetch(url)).status),
    await told(async () => (await request(url)).statusCode),
  ];
  agent.destroy();
}
if (process.env.WITH_SDKS !== undefined) {
  const amazon = { region: "eu-west-1", credentials: { accessKeyId: "AK", secretAccessKey: "SK" } };
  results.s3 = await told(() => new S3Client(amazon).send(new ListBucketsCommand({})));
  const key = new StorageSharedKeyCredential("acme", "a2V5");
  const queues = new QueueServiceClient("https://acme.queue.core.windows.net", key);
  results.queue = await told(() => queues.getProperties());
}
process.stdout.write(JSON.stringify(results));
process.exit();
