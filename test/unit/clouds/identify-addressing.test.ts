import { describe, expect, test } from "vitest";
import { identify } from "../../../src/clouds/index.ts";
import { azureReadings } from "../../../src/clouds/shared/azure-address.ts";
import { readRequest } from "../../../src/clouds/shared/wire-request.ts";
import { azure, found, type Row, signedS3 } from "./identified.ts";

describe("on a host that nobody knows, bucket and account may be in the host or in the path", () => {
  const sha = { ...signedS3, "x-amz-sdk-checksum-algorithm": "CRC32" };
  test.each<Row>([
    ["DELETE", "http://photos.minio:9000/a.png", signedS3, "s3 DeleteObject"],
    ["DELETE", "http://minio.corp:9000/photos", signedS3, "s3 DeleteBucket"],
    ["GET", "http://photos.minio.corp:9000/?encoding-type=url", signedS3, "s3 ListObjects"],
    ["PUT", "https://photos.nyc3.digitaloceanspaces.com/a.png", signedS3, "s3 PutObject"],
    ["PUT", "https://nyc3.digitaloceanspaces.com/photos", signedS3, "s3 CreateBucket"],
    ["PUT", "https://files.example.com/a/b", signedS3, "s3 PutObject"],
    ["PUT", "https://files.example.com/", signedS3, "s3 CreateBucket"],
    ["PUT", "https://files.example.com/a", signedS3, "s3 null"],
    ["PUT", "https://files.example.com/a", sha, "s3 PutObject"],
    ["GET", "https://files.example.com/?list-type=2", signedS3, "s3 ListObjectsV2"],
    ["GET", "https://files.example.com/a?list-type=2", signedS3, "s3 ListObjectsV2"],
    ["GET", "https://files.example.com/?x-id=ListBuckets", signedS3, "s3 ListBuckets"],
    ["GET", "https://files.example.com/", signedS3, "s3 null"],
    ["PUT", "http://host.docker.internal:9000/photos", signedS3, "s3 CreateBucket"],
    [
      "DELETE",
      "https://queues.example.com/jobs/messages/1?popreceipt=x",
      azure,
      "azure-queue MessageId_Delete",
    ],
    ["POST", "https://store.example.com/jobs/messages", azure, "azure-queue Messages_Enqueue"],
    ["PUT", "https://store.example.com/photos?restype=container", azure, "azure-blob Container_Create"],
    ["PUT", "https://store.example.com/acme/photos?restype=container", azure, "azure-blob Container_Create"],
    ["GET", "https://store.example.com/Tables", azure, "azure-table Table_Query"],
  ])("%s %s %j", (method, url, headers, expected) => {
    expect(found(method, url, headers)).toBe(expected);
  });

  test("the service is known, and the operation is not", () => {
    expect(
      identify(
        { method: "DELETE", url: "https://q.example.com/jobs/messages", headers: {} },
        { services: ["azure-queue"] },
      ),
    ).toEqual({
      service: "azure-queue",
      operation: null,
      reason:
        "it could be Queue_Delete of azure-queue at /messages or Messages_Clear of azure-queue at /jobs/messages, and nothing in it tells which",
    });
  });

  test.each([
    ["path", "CreateBucket", "Queue_Delete"],
    ["host", "PutObject", "Messages_Clear"],
  ] as const)("unless the caller says: %s", (addressing, bucketOrObject, queueOrMessages) => {
    const put = { method: "PUT", url: "https://files.example.com/a", headers: signedS3 };
    const remove = { method: "DELETE", url: "https://q.example.com/jobs/messages", headers: {} };

    expect(identify(put, { addressing }).operation).toBe(bucketOrObject);
    expect(identify(remove, { addressing, services: ["azure-queue"] }).operation).toBe(queueOrMessages);
  });
});

test("one request is read anew for each addressing", () => {
  const request = readRequest({ method: "GET", url: "https://store.example.com/acme/jobs", headers: {} });

  expect(azureReadings(request, "path")).toEqual(["/jobs"]);
  expect(azureReadings(request, "host")).toEqual(["/acme/jobs"]);
  expect(azureReadings(request)).toEqual(["/jobs", "/acme/jobs"]);
});
