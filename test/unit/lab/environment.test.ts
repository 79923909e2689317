import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf } from "../../../src/lab/targets/environment.ts";
import { reachByUrl } from "../../../src/lab/targets/running-already.ts";

let home = "";

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "touchstone-home-"));
});

afterAll(() => rmSync(home, { recursive: true }));

function amazon(own: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const reachable = reachByUrl("dynamodb", url);
  return environmentOf(reachable, [reachable], undefined, { HOME: home, ...own });
}

const url = "http://127.0.0.1:4566";
/** All of AWS that is there, so that the variable for all of it says so too. */
const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL: url };
const credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
const region = { AWS_REGION: "us-east-1", AWS_DEFAULT_REGION: "us-east-1" };

test.each([
  ["nothing of its own", {}, { ...endpoint, ...credentials, ...region }],
  ["a region", { AWS_REGION: "eu-west-1" }, { ...endpoint, ...credentials }],
  ["a key", { AWS_ACCESS_KEY_ID: "mine" }, { ...endpoint, ...region }],
  ["a profile", { AWS_PROFILE: "mine" }, endpoint],
])("what runs already at AWS's protocols, for a user with %s", (_, own, expected) => {
  expect(amazon(own)).toEqual(expected);
});

test("a user's profiles are left to speak for themselves", () => {
  const folder = join(home, "with-profiles");
  mkdirSync(join(folder, ".aws"), { recursive: true });
  writeFileSync(join(folder, ".aws/credentials"), "");

  expect(amazon({ HOME: folder })).toEqual(endpoint);
});

test("an account whose key everybody knows is told with it, another without", () => {
  const azurite = reachByUrl("azure-blob", "http://127.0.0.1:10000/devstoreaccount1");
  const other = reachByUrl("azure-queue", "http://127.0.0.1:10001/acme");
  const all = [azurite, other];

  expect(environmentOf(azurite, all, undefined, {})).toEqual({
    AZURE_STORAGE_CONNECTION_STRING: expect.stringMatching(
      /^DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=[^;]+;BlobEndpoint=http:\/\/127\.0\.0\.1:10000\/devstoreaccount1;$/,
    ),
    AZURE_STORAGE_ACCOUNT: "devstoreaccount1",
    AZURE_STORAGE_KEY: expect.any(String),
    AZURE_STORAGE_BLOB_ENDPOINT: "http://127.0.0.1:10000/devstoreaccount1",
  });
  expect(environmentOf(other, all, undefined, {})).toEqual({
    AZURE_STORAGE_QUEUE_ENDPOINT: "http://127.0.0.1:10001/acme",
  });
});

test("a connection string holds every service of its account", () => {
  const all = [
    reachByUrl("azure-blob", "http://127.0.0.1:10000/devstoreaccount1"),
    reachByUrl("azure-queue", "http://devstoreaccount1.queue.localhost:10001"),
  ] as const;

  expect(environmentOf(all[0], all, undefined, {})["AZURE_STORAGE_CONNECTION_STRING"]).toMatch(
    /;BlobEndpoint=http:\/\/127\.0\.0\.1:10000\/devstoreaccount1;QueueEndpoint=http:\/\/devstoreaccount1\.queue\.localhost:10001;$/,
  );
});

test.each([
  ["an emulator that takes any key", "dynamodb", { takesAnyKey: true }, region],
  ["the one that knows its own key alone", "s3", {}, { ...credentials, ...region }],
] as const)("beside what runs already with the user's key, %s", (_, service, more, expected) => {
  const running = reachByUrl(service === "s3" ? "dynamodb" : "s3", "http://127.0.0.1:9000");
  const started = {
    service,
    endpoint: "http://127.0.0.1:4711",
    credentials: { id: "S3RVER", secret: "S3RVER" },
    ...more,
  };
  const own = { HOME: home, AWS_ACCESS_KEY_ID: "minioadmin", AWS_SECRET_ACCESS_KEY: "secret" };

  expect(environmentOf(started, [running, started], undefined, own)).toEqual({
    [`AWS_ENDPOINT_URL_${service.toUpperCase()}`]: "http://127.0.0.1:4711",
    ...expected,
  });
});

test("what is started alone gets its own key, whatever the user has", () => {
  const started = {
    service: "dynamodb",
    endpoint: "http://127.0.0.1:4711",
    credentials: { id: "S3RVER", secret: "S3RVER" },
    takesAnyKey: true,
  } as const;

  expect(environmentOf(started, [started], undefined, { AWS_ACCESS_KEY_ID: "AKIA" })).toMatchObject(
    credentials,
  );
});
