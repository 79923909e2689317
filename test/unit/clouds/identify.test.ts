import { describe, expect, test } from "vitest";
import { identify } from "../../../src/clouds/index.ts";
import { azure, found, odata, type Row, signedDynamo, signedS3 } from "./identified.ts";

const presigned =
  "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AK%2F20240131%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=0";

const addresses: readonly Row[] = [
  ["GET", "https://acme.blob.core.windows.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://acme-secondary.blob.core.windows.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://acme-microsoftrouting.blob.core.windows.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://acme.privatelink.blob.core.windows.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://acme.blob.core.chinacloudapi.cn/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://acme.z13.blob.storage.azure.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "http://acme.blob.localhost:10000/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "http://127.0.0.1:10000/devstoreaccount1/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "/devstoreaccount1/photos/a.png", { host: "127.0.0.1:10000" }, "azure-blob Blob_Download"],
  ["GET", "http://azurite:4711/acme/photos/2026/a.png", azure, "azure-blob Blob_Download"],
  ["GET", "https://acme.blob.core.windows.net/a.png", {}, "azure-blob Blob_Download"],
  [
    "PUT",
    "http://127.0.0.1:4711/acme/a.png",
    { ...azure, "x-ms-blob-type": "BlockBlob" },
    "azure-blob BlockBlob_Upload",
  ],
  ["PUT", "http://127.0.0.1:4711/acme/jobs", azure, "azure-queue Queue_Create"],
  ["DELETE", "http://127.0.0.1:4711/acme/jobs", azure, "azure-queue Queue_Delete"],
  ["GET", "http://127.0.0.1:4711/acme/jobs/messages?numofmessages=5", azure, "azure-queue Messages_Dequeue"],
  [
    "DELETE",
    "http://127.0.0.1:4711/acme/jobs/messages/1?popreceipt=x",
    azure,
    "azure-queue MessageId_Delete",
  ],
  ["POST", "http://127.0.0.1:4711/acme/Tables", odata, "azure-table Table_Create"],
  ["DELETE", "http://127.0.0.1:4711/acme/Tables('users')", azure, "azure-table Table_Delete"],
  [
    "GET",
    "http://127.0.0.1:4711/acme/users()?$filter=a%20eq%20'b'",
    odata,
    "azure-table Table_QueryEntities",
  ],
  [
    "PUT",
    "http://127.0.0.1:4711/acme/users(PartitionKey='a',RowKey='b')",
    azure,
    "azure-table Table_UpdateEntity",
  ],
  [
    "DELETE",
    "http://127.0.0.1:4711/acme/users(PartitionKey=%27a%27,RowKey=%27b%2Fc%27)",
    azure,
    "azure-table Table_DeleteEntity",
  ],
  [
    "MERGE",
    "http://127.0.0.1:4711/acme/users(PartitionKey='a',RowKey='b')",
    azure,
    "azure-table Table_MergeEntity",
  ],
  [
    "POST",
    "https://acme.table.core.windows.net/users(PartitionKey='a',RowKey='b')",
    { ...odata, "X-HTTP-Method": "MERGE" },
    "azure-table Table_MergeEntity",
  ],
  ["POST", "https://acme.table.core.windows.net/$batch", azure, "azure-table Table_Batch"],
  ["GET", "http://127.0.0.1:4711/photos/a.png", signedS3, "s3 GetObject"],
  ["GET", `http://127.0.0.1:4711/photos/a.png?${presigned}`, {}, "s3 GetObject"],
  ["GET", "https://photos.s3.amazonaws.com/a.png", {}, "s3 GetObject"],
  ["GET", "https://my.photos.s3.eu-west-1.amazonaws.com/a/b.png", {}, "s3 GetObject"],
  ["GET", "https://s3.eu-west-1.amazonaws.com/photos/a.png", {}, "s3 GetObject"],
  ["GET", "https://photos.s3.eu-west-1.amazonaws.com/", {}, "s3 ListObjects"],
  ["GET", "https://photos.s3.eu-west-1.amazonaws.com/?list-type=2&prefix=a", {}, "s3 ListObjectsV2"],
  ["GET", "http://photos.s3.localhost.localstack.cloud:4566/?policy", {}, "s3 GetBucketPolicy"],
  ["PUT", "http://127.0.0.1:9000/photos/a//../b?partNumber=1&uploadId=u", signedS3, "s3 UploadPart"],
  [
    "POST",
    "http://127.0.0.1:4566/",
    { ...signedDynamo, "X-Amz-Target": "DynamoDB_20120810.PutItem" },
    "dynamodb PutItem",
  ],
  [
    "POST",
    "https://123456789012.ddb.eu-west-1.amazonaws.com/",
    { "x-amz-target": "DynamoDB_20120810.Query" },
    "dynamodb Query",
  ],
];

test.each(addresses)("%s %s", (method, url, headers, expected) => {
  expect(found(method, url, headers)).toBe(expected);
});

test.each<Row>([
  ["PUT", "http://127.0.0.1:10001/acme/q/messages/abc?popreceipt=x", azure, "azure-queue MessageId_Update"],
  ["PUT", "http://127.0.0.1:10001/acme/UPPER", azure, "azure-queue Queue_Create"],
  ["DELETE", "http://127.0.0.1:10001/acme/q", azure, "azure-queue Queue_Delete"],
  [
    "PATCH",
    "http://127.0.0.1:4711/acme/t(PartitionKey='a%2Fb',RowKey='')",
    azure,
    "azure-table Table_MergeEntity",
  ],
  ["GET", "http://127.0.0.1:10002/acme/t?comp=acl", azure, "azure-table Table_GetAccessPolicy"],
])("%s %s: a name that the service refuses is still asked of it", (method, url, headers, expected) => {
  expect(found(method, url, headers)).toBe(expected);
});

describe("shared access signatures", () => {
  test.each([
    [
      "?restype=service&comp=properties&sv=2021-10-04&ss=q&srt=s&sp=r&se=2030&sig=x",
      "azure-queue Service_GetProperties",
    ],
    ["?restype=service&comp=properties&sv=2021-10-04&ss=bqt&srt=s&sp=r&se=2030&sig=x", "null null"],
    ["/jobs/messages?sv=2021-10-04&sp=p&se=2030&sig=x", "azure-queue Messages_Dequeue"],
    ["/photos/a.png?sv=2021-10-04&sr=b&sp=r&se=2030&sig=x", "azure-blob Blob_Download"],
    ["/users?sv=2019-02-02&tn=users&sp=r&se=2030&sig=x", "azure-table Table_QueryEntities"],
  ])("acme%s", (rest, expected) => {
    expect(found("GET", `http://127.0.0.1:4711/acme${rest}`, {})).toBe(expected);
  });
});

describe("what could be several services' is told by small signs, or stays open", () => {
  const url = "http://127.0.0.1/acme?restype=service&comp=properties";

  test.each([
    [{ "user-agent": "azsdk-js-azure-storage-queue/12.32.0" }, "azure-queue Service_GetProperties"],
    [{ "user-agent": "azsdk-net-Storage.Blobs/12.19" }, "azure-blob Service_GetProperties"],
    [{ "user-agent": "azsdk-python-data-tables/12.5" }, "azure-table Service_GetProperties"],
    [{ host: "127.0.0.1:10002" }, "azure-table Service_GetProperties"],
    [{}, "null null"],
  ])("%j", (more, expected) => {
    expect(found("GET", url, { ...azure, ...more })).toBe(expected);
  });

  test("the caller's knowledge decides", () => {
    expect(found("GET", url, azure, ["azure-queue"])).toBe("azure-queue Service_GetProperties");
  });
});

test.each<Row>([
  ["GET", "http://127.0.0.1:10000/devstoreaccount1//photos/a.png", azure, "azure-blob Blob_Download"],
  ["POST", "http://127.0.0.1:10001/devstoreaccount1//jobs/messages", azure, "azure-queue Messages_Enqueue"],
  ["POST", "https://acme.queue.core.windows.net/jobs/%6dessages", azure, "azure-queue Messages_Enqueue"],
  ["GET", "http://h.test/acme/q/messages?sv=2021-06-08&sp=rp&sig=x", {}, "azure-queue Messages_Dequeue"],
  ["GET", "http://storage.corp.test/acme?comp=list", azure, "null null"],
  ["DELETE", "http://storage.corp.test/acme/jobs", azure, "null null"],
  ["GET", "http://storage.corp.test/acme?restype=service&comp=properties", azure, "null null"],
  ["GET", "https://acme.blob.core.windows.net.example.com/c/b", {}, "null null"],
  ["PUT", "http://127.0.0.1:10000/devstoreaccount1/files?resource=filesystem", azure, "null null"],
  ["GET", "https://acme.blob.core.windows.net/files?resource=filesystem&recursive=true", azure, "null null"],
  ["PUT", "http://127.0.0.1:10000/devstoreaccount1/photos", azure, "null null"],
  ["GET", "https://ab.queue.core.windows.net/jobs/messages", {}, "azure-queue Messages_Dequeue"],
  ["GET", "https://my-own.blob.core.windows.net/photos/a.png", {}, "azure-blob Blob_Download"],
  ["GET", "https://bucket.vpce-0a1b-2c3d.s3.eu-west-1.vpce.amazonaws.com/photos/a.png", {}, "s3 GetObject"],
  ["GET", "https://photos.bucket.vpce-0a1b-2c3d.s3.eu-west-1.vpce.amazonaws.com/", {}, "s3 ListObjects"],
])("%s %s", (method, url, headers, expected) => {
  expect(found(method, url, headers)).toBe(expected);
});

describe("hosts and ports of emulators speak for their service", () => {
  test.each([
    ["GET", "http://azurite:10000/devstoreaccount1/photos/a.png", "azure-blob Blob_Download"],
    ["GET", "http://azurite:4711/acme/photos/a.png", "azure-blob Blob_Download"],
    ["GET", "http://azurite:10001/devstoreaccount1/jobs/messages", "azure-queue Messages_Dequeue"],
    ["GET", "http://localstack:4566/photos", "s3 ListObjects"],
    ["GET", "http://localhost.localstack.cloud:4566/photos", "s3 ListObjects"],
    ["GET", "http://minio:9000/photos/a.png", "s3 GetObject"],
    ["GET", "http://minio.storage.svc.cluster.local/photos/a.png", "s3 GetObject"],
    ["GET", "http://127.0.0.1/devstoreaccount1/photos/a.png", "azure-blob Blob_Download"],
  ])("%s %s", (method, url, expected) => {
    expect(found(method, url, {})).toBe(expected);
  });
});

test.each([
  ["DELETE", "/acme/root.txt", "azure-blob Blob_Delete"],
  ["DELETE", "/acme/c/messages", "azure-blob Blob_Delete"],
  ["GET", "/acme/my_photos/messages", "azure-blob Blob_Download"],
  ["GET", "/acme/2026/a.png", "azure-blob Blob_Download"],
])("what can be no queue's or table's name rules them out: %s %s", (method, path, expected) => {
  expect(found(method, `http://127.0.0.1:4711${path}`, azure)).toBe(expected);
});

test("names from the request are looked up as names alone", () => {
  const scoped = { authorization: signedS3.authorization.replace("/s3/", "/constructor/") };
  const sas = "sv=2021-10-04&ss=bb&srt=o&sp=r&se=2030&sig=x";

  expect(identify({ method: "GET", url: "http://127.0.0.1/a/b", headers: scoped }).reason).toBe(
    "it is signed for constructor, which is none of the services",
  );
  expect(found("GET", "http://127.0.0.1:constructor/a/b", {})).toBe("null null");
  expect(found("GET", `http://127.0.0.1:4711/acme?comp=list&${sas}`, {})).toBe(
    "azure-blob Service_ListContainersSegment",
  );
});

describe("a URL in the path or in the query is no host", () => {
  test.each<Row>([
    ["GET", "/photos?list-type=2&prefix=http://a/b", { host: "s3.amazonaws.com" }, "s3 ListObjectsV2"],
    ["GET", "/photos/http://a/b", { host: "s3.amazonaws.com" }, "s3 GetObject"],
    [
      "PUT",
      "/devstoreaccount1/photos/http://example.com/a",
      { ...azure, host: "127.0.0.1:10000", "x-ms-blob-type": "BlockBlob" },
      "azure-blob BlockBlob_Upload",
    ],
    ["GET", "http://127.0.0.1:10000/acme/photos/http://a/b", azure, "azure-blob Blob_Download"],
    ["GET", "https://s3.amazonaws.com/photos?prefix=https://a/b", {}, "s3 ListObjects"],
  ])("%s %s", (method, url, headers, expected) => {
    expect(found(method, url, headers)).toBe(expected);
  });
});

describe("what S3 leaves to its callers asks for no part of a bucket", () => {
  test.each<Row>([
    ["GET", "http://127.0.0.1:9000/photos/a.png?1731700000", signedS3, "s3 GetObject"],
    ["GET", "http://127.0.0.1:9000/photos/a.png?x-user=", signedS3, "s3 GetObject"],
    ["GET", "http://127.0.0.1:9000/photos/a.png?X-Amz-Security-Token=", signedS3, "s3 GetObject"],
  ])("%s %s", (method, url, headers, expected) => {
    expect(found(method, url, headers)).toBe(expected);
  });
});

test.each<Row>([
  ["GET", "http://127.0.0.1:9000/photos/a.png?uploadId=5", signedS3, "s3 ListParts"],
  ["GET", "http://127.0.0.1:9000/photos/a.png?uploadid=5", signedS3, "s3 GetObject"],
  [
    "DELETE",
    "https://acme.queue.core.windows.net/jobs/messages/1?PopReceipt=x",
    {},
    "azure-queue MessageId_Delete",
  ],
])("each service's own rule for capitals holds: %s %s", (method, url, headers, expected) => {
  expect(found(method, url, headers)).toBe(expected);
});

test("blanks around a target are none of it", () => {
  const headers = { "x-amz-target": " DynamoDB_20120810.GetItem" };

  expect(found("POST", "http://127.0.0.1:8000/", headers)).toBe("dynamodb GetItem");
});
