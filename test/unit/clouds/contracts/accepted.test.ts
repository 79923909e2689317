import { expect, test } from "vitest";
import { contractsOf, readCall } from "../../../../src/clouds/index.ts";
import { type Call, ContractState } from "../../../../src/model/index.ts";
import { accepted } from "./accepted.ts";
import { answerTo, speakersOf } from "./examples.ts";

test.each(accepted)(
  "no contract speaks where $says",
  ({ service, operation, knowsAll = true, ...example }) => {
    const speakers = speakersOf(service, operation, example, knowsAll);

    expect(speakers).toEqual([]);
  },
);

const madeBucket = { operation: "CreateBucket", input: { Bucket: "photos" } };

const signedFor = (region: string, key = "K"): Call => ({
  operation: "CreateTable",
  input: { TableName: "users", KeySchema: [], AttributeDefinitions: [] },
  caller: "key",
  headers: { authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261116/${region}/dynamodb/aws4_request` },
  query: new Map(),
});

test("a table is made once in each region", () => {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  state.learn({ call: signedFor("us-east-1"), answered: { status: 200, headers: {} }, now: 1 });

  expect(state.before(signedFor("eu-west-1"), 2)).toBeUndefined();
  expect(state.before(signedFor("us-east-1"), 2)?.contract.id).toBe("dynamodb/table-is-made-once");
  const bare = { ...signedFor("us-east-1"), input: { TableName: "users" } };
  expect(state.before(bare, 2)).toBeUndefined();
});

const tableArn = "arn:aws:dynamodb:us-east-1:111122223333:table/users";
const unknownOperation = { status: 400, code: "UnknownOperationException", headers: {} };
const described = (member: string) => ({
  status: 200,
  headers: {},
  text: JSON.stringify({ [member]: { TableName: "users", TableStatus: "ACTIVE" } }),
});

test.each([
  ["GetResourcePolicy", { ResourceArn: tableArn }, unknownOperation],
  ["DeleteResourcePolicy", { ResourceArn: tableArn }, unknownOperation],
  ["DescribeTable", { TableName: "users" }, described("Table")],
])("%s is judged only for the key that was seen to make the table", (operation, input, answered) => {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  state.learn({
    call: signedFor("us-east-1", "ADMIN"),
    answered: described("TableDescription"),
    now: 1,
  });
  const asked = (key: string) => ({ ...signedFor("us-east-1", key), operation, input });

  const byMaker = state.after(asked("ADMIN"), answered, 2);
  const byAnother = state.after(asked("APP"), answered, 2);

  expect(byMaker?.contract.id).toMatch(/^dynamodb\//);
  expect(byAnother?.contract.id).toBeUndefined();
});

test.each([
  ["signed in its query", "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=K&X-Amz-Signature=00"],
  ["signed in its query as before", "AWSAccessKeyId=K&Signature=00&Expires=1900000000"],
  ["signed wrongly, of which the service speaks otherwise", "X-Amz-Algorithm=AWS4-HMAC-SHA256"],
])("an object is read by who is %s", (_says, query) => {
  const state = new ContractState(contractsOf("s3"), { windows: {}, knowsAll: true });
  const read = (operation: string, method: string, url: string) =>
    readCall("s3", operation, { method, url: `http://127.0.0.1:40001${url}`, headers: {} }, "path");
  const made = read("CreateBucket", "PUT", "/photos");
  state.learn({ call: made, answered: { status: 200, headers: {} }, now: 1 });

  const unsigned = read("GetObject", "GET", "/photos/a.png");
  const signed = read("GetObject", "GET", `/photos/a.png?${query}`);

  expect(state.before(unsigned, 2)?.contract.id).toBe("s3/anonymous-calls-are-refused");
  expect(state.before(signed, 2)).toBeUndefined();
});

test("versions are listed of an object whose key is half of a surrogate pair", () => {
  const state = new ContractState(contractsOf("s3"), { windows: {}, knowsAll: true });
  const read = (operation: string, method: string, target: string) =>
    readCall("s3", operation, { method, url: `http://127.0.0.1:40001/photos${target}`, headers: {} }, "path");
  const put = { ...read("PutObject", "PUT", "/\ud800"), body: new Uint8Array(1) };
  state.learn({ call: put, answered: { status: 200, headers: {} }, now: 1 });

  const list = {
    ...read("ListObjectVersions", "GET", "?versions&encoding-type=url"),
    caller: "key" as const,
  };
  const applied = state.after(list, { status: 405, headers: {} }, 2);

  expect(applied?.answer.body).toContain("<Key>%EF%BF%BD</Key>");
});

const ofAccount = (operation: string, method: string, url: string) =>
  readCall("azure-blob", operation, { method, url: `${url}?restype=container`, headers: {} });

test("what is deleted in one account is made in another, by whichever address", () => {
  const state = new ContractState(contractsOf("azure-blob"), {
    windows: { "container-deletion": 30_000 },
    knowsAll: true,
  });
  const deleted = ofAccount("Container_Delete", "DELETE", "http://127.0.0.1:10000/devstoreaccount1/photos");
  state.learn({ call: deleted, answered: { status: 202, headers: {} }, now: 1 });

  const elsewhere = ofAccount("Container_Create", "PUT", "http://127.0.0.1:10000/devstoreaccount2/photos");
  const byHost = ofAccount("Container_Create", "PUT", "http://devstoreaccount1.blob.localhost:10000/photos");

  expect(state.before(elsewhere, 2)).toBeUndefined();
  expect(state.before(byHost, 2)?.contract.id).toBe("azure-blob/container-deletion-takes-time");
});

const part = { Bucket: "photos", Key: "a.png", UploadId: "upload-1", PartNumber: 1, Body: new Uint8Array(4) };
const begun = {
  operation: "CreateMultipartUpload",
  input: { Bucket: "photos", Key: "a.png" },
  answered: { text: "<UploadId>upload-1</UploadId>" },
};

test.each([
  ["content-md5", { ContentMD5: Buffer.alloc(16).toString("base64") }],
  ["crc32", { ChecksumCRC32: Buffer.alloc(4, 1).toString("base64") }],
  ["sha256", { ChecksumSHA256: Buffer.alloc(32).toString("base64") }],
])("%s of a part is judged only where its upload is known to be under way", (name, digest) => {
  const input = { ...part, ...digest };

  const known = speakersOf("s3", "UploadPart", { input, after: [begun] }, true);
  const unknown = speakersOf("s3", "UploadPart", { input }, false);
  const strange = speakersOf("s3", "UploadPart", { input, after: [madeBucket] }, true);
  const nowhere = speakersOf("s3", "UploadPart", { input }, true);

  expect(known).toEqual([`s3/${name}-is-that-of-the-part`]);
  expect(unknown).toEqual([]);
  expect(strange).toEqual(["s3/upload-is-under-way"]);
  expect(nowhere).toEqual([]);
});

test.each([
  ["PutObject", "09891eb590524e35fc73372cddc5d596"],
  ["UploadPart", "CYketZBSTjX8czcs3cXVlg=="],
])("the MD5 that %s expects is told as AWS writes it there", (operation, expected) => {
  const contract = contractsOf("s3").find(
    ({ id, on }) => /md5-is-that-of/.test(id) && on.includes(operation),
  );
  const input = { ...part, ContentMD5: "CYketZBSTjX8czcs3cXVlg==" };

  const answer = contract && answerTo(contract, operation, { input, after: [madeBucket, begun] });

  expect(answer?.details?.["ExpectedDigest"]).toBe(expected);
});
