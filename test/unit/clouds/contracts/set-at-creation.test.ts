import { expect, test } from "vitest";
import { contractsOf } from "../../../../src/clouds/index.ts";
import type { Answered, ExampleStep, Input } from "../../../../src/model/index.ts";
import { photos, picture } from "./amazon-requests.ts";
import { answerTo, speakersOf } from "./examples.ts";

const locked = { operation: "CreateBucket", input: { ...photos, ObjectLockEnabledForBucket: true } };
const put = (more: Input = {}) => ({ operation: "PutObject", input: { ...picture, ...more } });
const locks = {
  ObjectLockMode: "COMPLIANCE",
  ObjectLockRetainUntilDate: "2042-01-31T10:00:00Z",
  ObjectLockLegalHoldStatus: "ON",
};
const notImplemented = { status: 501 };

/** What the contracts answer where the emulator does not know the operation; nothing where they are silent. */
function answered(
  service: "s3" | "dynamodb",
  operation: string,
  input: Input,
  after: readonly ExampleStep[],
  emulator: Partial<Answered>,
): string | undefined {
  const example = { input, after, answered: emulator };
  const [speaker] = speakersOf(service, operation, example, true);
  const contract = contractsOf(service).find(({ id }) => id === speaker);
  const answer = contract && answerTo(contract, operation, example);
  return answer && (answer.body ?? `${answer.status} ${answer.code}`);
}

test("an object is locked as it was put", () => {
  const retention = answered("s3", "GetObjectRetention", picture, [locked, put(locks)], notImplemented);
  const hold = answered("s3", "GetObjectLegalHold", picture, [locked, put(locks)], notImplemented);

  expect(retention).toContain("<Mode>COMPLIANCE</Mode>");
  expect(retention).toContain("<RetainUntilDate>2042-01-31T10:00:00.000Z</RetainUntilDate>");
  expect(hold).toContain("<Status>ON</Status>");
});

test("an object that was put anew without a lock has none", () => {
  const after = [locked, put(locks), put()];

  const retention = answered("s3", "GetObjectRetention", picture, after, notImplemented);
  const hold = answered("s3", "GetObjectLegalHold", picture, after, notImplemented);

  expect([retention, hold]).toEqual([
    "404 NoSuchObjectLockConfiguration",
    "404 NoSuchObjectLockConfiguration",
  ]);
});

test("a rule of a bucket retains what is put there, and holds nothing", () => {
  const rule = { DefaultRetention: { Mode: "GOVERNANCE", Days: 1 } };
  const set = {
    operation: "PutObjectLockConfiguration",
    input: { ...photos, ObjectLockConfiguration: { ObjectLockEnabled: "Enabled", Rule: rule } },
  };
  const after = [locked, set, put()];

  const retention = answered("s3", "GetObjectRetention", picture, after, notImplemented);
  const hold = answered("s3", "GetObjectLegalHold", picture, after, notImplemented);

  expect(retention).toBeUndefined();
  expect(hold).toBe("404 NoSuchObjectLockConfiguration");
});

test("an object is listed in the storage class that it was put in", () => {
  const after = [
    { operation: "CreateBucket", input: photos },
    { ...put({ StorageClass: "STANDARD_IA" }), answered: { headers: { etag: '"0"' } } },
  ];

  const versions = answered("s3", "ListObjectVersions", photos, after, { status: 405 });

  expect(versions).toContain("<StorageClass>STANDARD_IA</StorageClass>");
});

test("an object's attributes tell the storage class that it was put in", () => {
  const after = [put({ StorageClass: "STANDARD_IA" })];
  const asked = { ...picture, ObjectAttributes: ["StorageClass"] };

  const attributes = answered("s3", "GetObjectAttributes", asked, after, { status: 200, text: "hello" });

  expect(attributes).toContain("<StorageClass>STANDARD_IA</StorageClass>");
});

const arn = "arn:aws:dynamodb:us-east-1:111122223333:table/users";
const policy = '{"Version":"2012-10-17","Statement":[]}';
const madeWithPolicy = {
  operation: "CreateTable",
  input: { TableName: "users", ResourcePolicy: policy },
};
const readPolicy = (after: readonly ExampleStep[], ResourceArn = arn) =>
  answered("dynamodb", "GetResourcePolicy", { ResourceArn }, after, {
    status: 400,
    code: "UnknownOperationException",
  });

test("a table has the policy that it was made with, until that is removed", () => {
  const made = readPolicy([madeWithPolicy]);
  const removed = readPolicy([
    madeWithPolicy,
    { operation: "DeleteResourcePolicy", input: { ResourceArn: arn } },
  ]);
  const ofStream = readPolicy([madeWithPolicy], `${arn}/stream/2026-11-15T10:00:00.000`);

  expect(JSON.parse(made ?? "")).toMatchObject({ Policy: policy });
  expect(removed).toBe("400 PolicyNotFoundException");
  expect(ofStream).toBe("400 PolicyNotFoundException");
});
