import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const client = new S3Client({ forcePathStyle: true });
await client.send(new CreateBucketCommand({ Bucket: "photos" }));
const { $metadata } = await client.send(
  new PutObjectCommand({ Bucket: "photos", Key: "a", Body: Buffer.alloc(5000, "0123456789") }),
);
console.log(JSON.stringify({ attempts: $metadata.attempts }));
