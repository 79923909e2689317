import { describe, expect, test } from "vitest";
import { identify, identifyLine, type ServiceName } from "../../../src/clouds/index.ts";

const azure = { "x-ms-version": "2024-11-04", "x-ms-date": "Wed, 31 Jan 2024 10:00:00 GMT" };
const odata = { ...azure, dataserviceversion: "3.0", accept: "application/json;odata=minimalmetadata" };
const signedS3 = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=AK/20240131/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0",
};
const signedDynamo = { ...signedS3, authorization: signedS3.authorization.replace("/s3/", "/dynamodb/") };

type Row = readonly [method: string, url: string, headers: Record<string, string>, expected: string];

function found(
  method: string,
  url: string,
  headers: Record<string, string>,
  services?: ServiceName[],
): string {
  const { service, operation } = identify(
    { method, url, headers },
    services === undefined ? {} : { services },
  );
  return `${service} ${operation}`;
}

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

test.each([
  [
    "another service's signature",
    "GET",
    "http://127.0.0.1:4566/q",
    { authorization: signedS3.authorization.replace("/s3/", "/sqs/") },
    "it is signed for sqs, which is none of the services",
  ],
  [
    "another service's target",
    "POST",
    "http://127.0.0.1:4566/",
    { "x-amz-target": "Kinesis_20131202.PutRecord" },
    "its X-Amz-Target Kinesis_20131202.PutRecord is of another service",
  ],
  [
    "another service's host",
    "GET",
    "https://sqs.eu-west-1.amazonaws.com/",
    {},
    "its host sqs.eu-west-1.amazonaws.com is of another service",
  ],
  [
    "another service's host for both IP versions",
    "GET",
    "https://sqs.eu-west-1.api.aws/",
    signedS3,
    "its host sqs.eu-west-1.api.aws is of another service",
  ],
  [
    "an unknown component",
    "GET",
    "https://acme.blob.core.windows.net/c/b?comp=nonsense",
    {},
    "comp=nonsense",
  ],
  [
    "an unknown operation",
    "POST",
    "http://127.0.0.1:8000/",
    { "x-amz-target": "DynamoDB_20120810.MakeCoffee" },
    "MakeCoffee",
  ],
])("says why it cannot name %s", (_, method, url, headers, reason) => {
  const identification = identify({ method, url, headers });

  expect(identification.operation).toBeNull();
  expect(identification.reason).toContain(reason);
});

describe("what only looks like a service's request is not named", () => {
  test.each([
    ["GET", "https://www.google.com/", {}],
    ["GET", "https://registry.npmjs.org/vitest", {}],
    ["PUT", "https://registry.npmjs.org/vitest", {}],
    ["DELETE", "http://localhost:3000/users", {}],
    ["POST", "http://localhost:3000/api/users", { "content-type": "application/json" }],
    ["GET", "http://localhost:3000/odata/Users", { accept: "application/json;odata=minimalmetadata" }],
    ["POST", "https://login.microsoftonline.com/common/oauth2/v2.0/token", {}],
    ["POST", "https://login.microsoftonline.com/common/oauth2/v2.0/token", { "x-ms-lib-capability": "h429" }],
    ["GET", "https://acme.vault.azure.net/secrets/a", { ...azure, "x-ms-client-request-id": "1" }],
    ["POST", "https://sentry.io/api/1/envelope/", { "content-type": "application/json" }],
    ["PUT", "http://169.254.169.254/latest/api/token", {}],
    ["GET", "http://169.254.169.254/metadata/identity/oauth2/token", { "x-ms-client-request-id": "1" }],
    ["GET", "http://127.0.0.1:4711/photos/a.png", {}],
    ["GET", "https://acme.dfs.core.windows.net/files/a.txt", azure],
    ["GET", "https://acme.z13.web.core.windows.net/index.html", {}],
    ["GET", "https://acme.file.core.windows.net/share/a.txt", azure],
  ])("%s %s %j", (method, url, headers) => {
    expect(identify({ method, url, headers })).toEqual({
      service: null,
      operation: null,
      reason: expect.stringMatching(/./),
    });
  });

  test("unless the caller knows better", () => {
    expect(found("GET", "https://files.example.com/photos/a.png", {}, ["s3"])).toBe("s3 GetObject");
    expect(found("GET", "http://127.0.0.1:4711/photos/a.png", {}, ["s3", "dynamodb"])).toBe("s3 GetObject");
  });
});

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

test.each([
  ["GET", "http://localstack:4566/_localstack/health", {}],
  ["GET", "http://minio:9000/minio/health/live", {}],
  ["GET", "http://minio:9000/minio/admin/v3/info", signedS3],
  ["POST", "https://s3-outposts.eu-west-1.amazonaws.com/S3Outposts/CreateEndpoint", {}],
  ["PUT", "http://127.0.0.1:9000/photos?unknown", signedS3],
  ["GET", "http://127.0.0.1:9000/photos/a.png?unknown", signedS3],
  ["GET", "https://acme.table.core.windows.net/$metadata", {}],
])("looks like an operation and is none: %s %s", (method, url, headers) => {
  expect(identify({ method, url, headers }).operation).toBeNull();
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

describe("a line of JSON", () => {
  test("comes back as it was, with the names added", () => {
    const line =
      '{ "method":"GET", "url":"https://acme.blob.core.windows.net/c/b", "n": 12345678901234567890 }';

    expect(identifyLine(line)).toMatchObject({
      line: '{ "method":"GET", "url":"https://acme.blob.core.windows.net/c/b", "n": 12345678901234567890,"service":"azure-blob","operation":"Blob_Download"}',
    });
  });

  test("has its old names replaced", () => {
    const line =
      '{"operation":"Wrong","method":"GET","url":"https://acme.blob.core.windows.net/c/b","headers":[["Accept","x"]]}';

    const { line: written } = identifyLine(line) as { line: string };

    expect(JSON.parse(written)).toMatchObject({ service: "azure-blob", operation: "Blob_Download" });
  });

  test("takes headers as lists of values, pairs and named pairs", () => {
    const target = "DynamoDB_20120810.GetItem";
    const shapes = [
      { "X-Amz-Target": [target] },
      [["X-Amz-Target", target]],
      [{ name: "X-Amz-Target", value: target }],
    ];

    for (const headers of shapes) {
      expect(identifyLine(JSON.stringify({ method: "POST", url: "/", headers }))).toMatchObject({
        identification: { operation: "GetItem" },
      });
    }
  });

  test("joins headers that are repeated", () => {
    const headers = [
      ["Accept", "text/plain"],
      ["accept", "application/json;odata=nometadata"],
    ];
    const url = "http://127.0.0.1/devstoreaccount1/users";

    expect(identifyLine(JSON.stringify({ method: "GET", url, headers: headers.toReversed() }))).toMatchObject(
      {
        identification: { operation: "Table_QueryEntities" },
      },
    );
  });

  test.each([
    ["{", "not JSON"],
    ["\u001b[31m", "\\x1b[31m"],
    ["[]", "not an object"],
    ["null", "not an object"],
    ['{"url":"/"}', "has no method"],
    ['{"method":"GET"}', "has no url"],
    ['{"method":"GET","url":"/","headers":"x"}', "has headers that are neither"],
  ])("is refused: %s", (line, problem) => {
    expect(identifyLine(line)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
