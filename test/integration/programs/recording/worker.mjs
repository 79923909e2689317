import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

const Bucket = process.env.WORKER;
const client = new S3Client({ forcePathStyle: true });
await client.send(new CreateBucketCommand({ Bucket }));
for (let index = 0; index < 20; index++) {
  await client.send(new PutObjectCommand({ Bucket, Key: String(index), Body: Bucket }));
}
const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket }));
console.log(JSON.stringify({ objects: KeyCount }));
