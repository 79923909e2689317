import { describe, test } from "node:test";
import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const client = new S3Client({ forcePathStyle: true });

describe("photos", { concurrency: true }, () => {
  for (const name of ["one", "two", "three"]) {
    test(name, async () => {
      await client.send(new CreateBucketCommand({ Bucket: name }));
      await Promise.all(
        ["a", "b"].map((Key) => client.send(new PutObjectCommand({ Bucket: name, Key, Body: name }))),
      );
    });
  }
});
