import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "./command.ts";

const root = join(import.meta.dirname, "../..");

test("what works on the emulators works behind the contracts too", async () => {
  const album = ["npm", "run", "test:node", "--prefix", "examples/photo-album"];

  const { code, stdout, stderr } = await touchstone(
    ["up", "azurite", "s3", "dynamodb", "--strict", "--", ...album],
    "",
    { cwd: root },
  );

  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/pass [1-9]/);
});

const program = `
  import { BlobServiceClient } from "@azure/storage-blob";
  const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);
  const album = service.getContainerClient("again");
  await album.create();
  await album.delete();
  console.log(await album.create().then(() => "made", (error) => error.code));
`;
const command = [process.execPath, "--input-type=module", "-e", program];

test("a warning is told on stderr, and the program gets the emulator's answer", async () => {
  const { code, stdout, stderr } = await touchstone(
    ["up", "azure-blob", "--strict=warn", "--", ...command],
    "",
    { cwd: root },
  );

  expect(code, stderr).toBe(0);
  expect(stdout.trim()).toBe("made");
  expect(stderr).toContain(
    "strict: azure-blob Container_Create would be answered 409 ContainerBeingDeleted, where the emulator answers 201",
  );
});

const queueing = `
  import { QueueServiceClient } from "@azure/storage-queue";
  const jobs = QueueServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING).getQueueClient("jobs");
  await jobs.create();
  await jobs.delete();
  console.log(await jobs.create().then(() => "made", (error) => error.code));
`;

test("what the emulator serves besides is there, too, behind the contracts", async () => {
  const { stdout, stderr } = await touchstone(
    ["up", "azure-blob", "--strict", "--", process.execPath, "--input-type=module", "-e", queueing],
    "",
    { cwd: root },
  );

  expect(stdout.trim(), stderr).toBe("QueueBeingDeleted");
});

const describing = `
  import * as dynamo from "@aws-sdk/client-dynamodb";
  const database = new dynamo.DynamoDBClient({});
  await database.send(new dynamo.CreateTableCommand({
    TableName: "users",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  }));
  await database.send(new dynamo.DescribeTableCommand({ TableName: "users" }));
  const { Table } = await database.send(new dynamo.DescribeTableCommand({ TableName: "users" }));
  console.log(Table.DeletionProtectionEnabled);
`;

test("an answer of the same status is told to be another by its content, once", async () => {
  const { stdout, stderr } = await touchstone(
    ["up", "dynamodb", "--strict", "--", process.execPath, "--input-type=module", "-e", describing],
    "",
    { cwd: root },
  );

  expect(stdout.trim(), stderr).toBe("false");
  expect(stderr.split("\n").filter((line) => line.includes("DescribeTable"))).toEqual([
    expect.stringContaining(
      "strict: dynamodb DescribeTable is answered 200, with different content than the emulator's (",
    ),
  ]);
});

test.each(["azurite", "s3"])("a port of %s that is taken is told, and ends it", async (named) => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const service = named === "azurite" ? "azure-queue" : named;

  const { code, stderr } = await touchstone(
    ["up", named, "--strict", "--port", `${service}=${port}`, "--", "true"],
    "",
    { cwd: root },
  );

  expect(code).toBe(2);
  expect(stderr).toContain(`port ${port}, asked for ${service}, is in use`);
});

test("a window can be closed", async () => {
  const { stdout, stderr } = await touchstone(
    ["up", "azure-blob", "--strict", "--window", "container-deletion=0", "--", ...command],
    "",
    { cwd: root },
  );

  expect(stdout.trim(), stderr).toBe("made");
});

test.each([
  [["--strict=lax"], "--strict is written alone or as --strict=warn, not with lax"],
  [["--inferred"], "--inferred needs --strict"],
  [["--strict", "--window", "tea=1"], "--window must be NAME=SECONDS, not tea=1"],
])("refuses %j", async (flags, message) => {
  const { code, stderr } = await touchstone(["up", "s3", ...flags]);

  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
