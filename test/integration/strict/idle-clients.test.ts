import { spawn } from "node:child_process";
import { once } from "node:events";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { contract, fault, recorded } from "../../../src/model/index.ts";
import { startStrict } from "./strict-emulator.ts";

const s3Program = `
  import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
  const s3 = new S3Client({ forcePathStyle: true });
  await s3.send(new GetObjectCommand({ Bucket: "photos", Key: "a.txt", Range: "bytes=5-9" }));
`;

const azureProgram = `
  import { BlobServiceClient } from "@azure/storage-blob";
  const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);
  const container = service.getContainerClient("photos");
  await container.create();
  const blob = container.getBlockBlobClient("a.bin");
  await blob.upload(Buffer.alloc(65536), 65536);
  await blob.download();
`;

const looking = contract({
  id: "s3/objects-are-looked-at",
  says: "nothing, having looked at the answer",
  on: ["GetObject"],
  asksFirst: true,
  when: () => false,
  answer: fault(400, "Never"),
  evidence: recorded("by nobody"),
  breaks: {},
  keeps: {},
});

/** Runs a program to its end, which the emulators bring about five seconds after their last answer. */
async function run(program: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, ...env },
    stdio: "inherit",
    timeout: 12_000,
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

function clientOf({ endpoint, env }: Awaited<ReturnType<typeof startStrict>>): S3Client {
  return new S3Client({
    endpoint,
    region: "us-east-1",
    credentials: {
      accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
    },
    forcePathStyle: true,
  });
}

test("a program that leaves an answer unread ends when the emulator hangs up", async () => {
  await using amazon = await startStrict(["s3"]);
  await using azure = await startStrict(["azure-blob"]);
  const s3 = clientOf(amazon);
  await s3.send(new CreateBucketCommand({ Bucket: "photos" }));
  await s3.send(new PutObjectCommand({ Bucket: "photos", Key: "a.txt", Body: "0123456789abc" }));

  const codes = await Promise.all([run(s3Program, amazon.env), run(azureProgram, azure.env)]);

  expect(codes).toEqual([0, 0]);
}, 20_000);

test("an answer of many MiB is passed on as it is, though a contract would look at shorter ones", async () => {
  await using amazon = await startStrict(["s3"], { contracts: [looking] });
  const s3 = clientOf(amazon);
  const body = Buffer.alloc(12 * 1024 * 1024, "photo");
  await s3.send(new CreateBucketCommand({ Bucket: "photos" }));
  await s3.send(new PutObjectCommand({ Bucket: "photos", Key: "a.raw", Body: body }));

  const got = await s3.send(new GetObjectCommand({ Bucket: "photos", Key: "a.raw" }));
  const received = Buffer.from((await got.Body?.transformToByteArray()) ?? []);

  expect(received.equals(body)).toBe(true);
});
