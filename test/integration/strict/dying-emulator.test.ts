import { CreateBucketCommand, ListObjectsCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { startStrict } from "./strict-emulator.ts";

const own = {
  region: "us-east-1",
  credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  forcePathStyle: true,
};
/** No file can be called so, of which s3rver dies; S3 takes it. */
const deadly = { Bucket: "photos", Key: "k".repeat(1024), Body: "x" };

test("an emulator that dies of a request is told of in the service's own words, until it is back", async () => {
  await using strict = await startStrict(["s3"]);
  const once = new S3Client({ ...own, endpoint: strict.endpoint, maxAttempts: 1 });
  await once.send(new CreateBucketCommand({ Bucket: "photos" }));

  const died = await once.send(new PutObjectCommand(deadly)).catch((error: unknown) => error);
  const gone = await once.send(new ListObjectsCommand({ Bucket: "photos" })).catch((error: unknown) => error);
  await expect
    .poll(() => fetch(strict.endpoint).then(({ status }) => status), { timeout: 30_000 })
    .not.toBe(503);

  const words = {
    name: "ServiceUnavailable",
    message: expect.stringContaining("the emulator of s3 is gone, and is being started again"),
    $response: { headers: { "x-touchstone-error": expect.stringContaining("is gone") } },
    $metadata: { httpStatusCode: 503 },
  };
  expect(died).toMatchObject(words);
  expect(gone).toMatchObject(words);
  once.destroy();
});
