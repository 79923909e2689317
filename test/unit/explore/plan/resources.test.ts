import { expect, test } from "vitest";
import { interfaceOf, operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import { Resources } from "../../../../src/explore/index.ts";

const namesOf = (operations: readonly { readonly name: string }[]) => operations.map(({ name }) => name);

test.each<readonly [ServiceName, string, readonly string[]]>([
  ["azure-blob", "container", ["Container_Delete"]],
  ["azure-blob", "blob", ["Blob_Delete"]],
  ["azure-queue", "queue", ["Queue_Delete"]],
  ["azure-table", "table", ["Table_Delete"]],
  ["s3", "bucket", ["DeleteBucket"]],
  ["s3", "key", ["DeleteObject", "DeleteObjects"]],
  ["s3", "uploadId", ["AbortMultipartUpload"]],
  ["s3", "analyticsId", ["DeleteBucketAnalyticsConfiguration"]],
  ["dynamodb", "table", ["DeleteTable"]],
])(
  "in %s, a %s is removed by what removes itself, and not what is said of it",
  (service, resource, removers) => {
    expect(namesOf(new Resources(interfaceOf(service)).removersOf(resource))).toEqual(removers);
  },
);

test.each<readonly [ServiceName, string, string, readonly string[]]>([
  ["s3", "GetBucketWebsite", "bucket", ["DeleteBucketWebsite"]],
  ["s3", "GetBucketPolicy", "bucket", ["DeleteBucketPolicy"]],
  ["s3", "HeadBucket", "bucket", []],
  ["azure-queue", "Messages_Dequeue", "queue", ["Messages_Clear"]],
])("in %s, what %s reads of a %s is taken away by %j", (service, operation, resource, takers) => {
  const resources = new Resources(interfaceOf(service));

  expect(namesOf(resources.takersFor(operationOf(service, operation), resource))).toEqual(takers);
});
