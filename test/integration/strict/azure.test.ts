import { TableClient } from "@azure/data-tables";
import { BlobServiceClient, type RestError } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allContracts, defaultWindows } from "../../../src/clouds/index.ts";
import { contractHeader, type Enforcement, StrictFront } from "../../../src/lab/index.ts";
import { freePorts } from "../../../src/lab/ports.ts";
import { type StrictEmulator, startStrict } from "./strict-emulator.ts";

let strict: StrictEmulator;
let service: BlobServiceClient;

beforeAll(async () => {
  strict = await startStrict(["azure-blob", "azure-queue", "azure-table"], {
    windows: { "container-deletion": 400 },
  });
  service = BlobServiceClient.fromConnectionString(strict.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "", {
    retryOptions: { maxTries: 1 },
  });
});

afterAll(async () => await strict[Symbol.asyncDispose]());

async function refusal(doing: Promise<unknown>): Promise<RestError> {
  return await doing.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: RestError) => error,
  );
}

test("a container that was just deleted is made again only after the window", async () => {
  const container = service.getContainerClient("again");
  await container.create();
  await container.delete();

  const error = await refusal(container.create());
  expect(error.statusCode).toBe(409);
  expect(error.code).toBe("ContainerBeingDeleted");
  expect(error.response?.headers.get(contractHeader)).toBe("azure-blob/container-deletion-takes-time");

  const isMade = () =>
    container.create().then(
      () => true,
      () => false,
    );
  await expect.poll(isMade, { timeout: 5_000 }).toBe(true);
});

test("the cloud's answer arrives as the SDK's error, with its code", async () => {
  const container = service.getContainerClient("codes");
  await container.create();
  const blob = container.getBlockBlobClient("a.txt");
  await blob.upload("hello", 5);
  const page = container.getPageBlobClient("disk");
  await page.create(1024);
  const lease = blob.getBlobLeaseClient("not-a-guid");
  const rule = {
    allowedOrigins: "*",
    allowedMethods: "GET",
    allowedHeaders: "",
    exposedHeaders: "",
    maxAgeInSeconds: 0,
  };

  const errors = await Promise.all([
    refusal(lease.acquireLease(15)),
    refusal(page.uploadPages("x".repeat(512), 1024, 512)),
    refusal(page.resize(513)),
    refusal(service.setProperties({ cors: Array.from({ length: 6 }, () => rule) })),
    refusal(blob.upload("x", 1, { metadata: { big: "x".repeat(9000) } })),
    refusal(blob.abortCopyFromURL("d2607e80-f90a-4436-b118-97a3f3070db1")),
  ]);

  expect(errors.map(({ statusCode, code }) => `${statusCode} ${code}`)).toEqual([
    "400 InvalidHeaderValue",
    "416 InvalidPageRange",
    "400 InvalidHeaderValue",
    "400 InvalidXmlDocument",
    "400 MetadataTooLarge",
    "409 NoPendingCopyOperation",
  ]);
  expect(errors.map(({ response }) => response?.headers.get(contractHeader))).not.toContain(undefined);
});

test("queues and tables are refused as the cloud refuses them, by their own SDKs", async () => {
  const connection = strict.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
  const plainly = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const queues = QueueServiceClient.fromConnectionString(connection, { retryOptions: { maxTries: 1 } });
  const users = TableClient.fromConnectionString(connection, "users", plainly);
  const gone = TableClient.fromConnectionString(connection, "gone", plainly);
  await queues.createQueue("jobs");
  await queues.deleteQueue("jobs");
  await users.createTable();
  await gone.createTable();
  await gone.deleteTable();
  const many = Object.fromEntries(Array.from({ length: 253 }, (_, index) => [`key${index}`, "v"]));

  const again = await refusal(queues.createQueue("jobs"));
  const tooMany = await refusal(users.createEntity({ partitionKey: "p", rowKey: "r", ...many }));
  // The SDK swallows that a table is there already; that it is being deleted is another matter.
  const deleted = await refusal(gone.createTable());
  await users.createEntity({ partitionKey: "p", rowKey: "r", age: 7 });

  expect(`${again.statusCode} ${again.code}`).toBe("409 QueueBeingDeleted");
  expect(tooMany.statusCode).toBe(400);
  expect(tooMany.message).toContain("TooManyProperties");
  expect(deleted.message).toContain("TableBeingDeleted");
  expect((await users.getEntity("p", "r"))["age"]).toBe(7);
});

test("an entity that has all the properties that it may have is merged with no other", async () => {
  const full = TableClient.fromConnectionString(strict.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "", "full", {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  });
  const most = Object.fromEntries(Array.from({ length: 252 }, (_, index) => [`key${index}`, "v"]));
  const own = { partitionKey: "it's", rowKey: "a b" };
  await full.createTable();
  await full.createEntity({ ...own, ...most });

  const updated = await refusal(full.updateEntity({ ...own, more: "v" }, "Merge"));
  const upserted = await refusal(full.upsertEntity({ ...own, more: "v" }, "Merge"));
  await full.updateEntity({ ...own, key1: "w" }, "Merge");
  await full.updateEntity({ ...own, more: "v" }, "Replace");

  expect(updated.message).toContain("TooManyProperties");
  expect(upserted.message).toContain("TooManyProperties");
  expect((await full.getEntity(own.partitionKey, own.rowKey))["more"]).toBe("v");
});

test("what keeps the contracts is passed on, and done", async () => {
  const container = service.getContainerClient("fine");
  await container.create();
  const blob = container.getBlockBlobClient("große Datei.txt");

  await blob.uploadData(Buffer.alloc(9 * 1024 * 1024, "x"));
  const { leaseId } = await blob.getBlobLeaseClient().acquireLease(15);
  const read = await blob.downloadToBuffer();

  expect(read.length).toBe(9 * 1024 * 1024);
  expect(leaseId).toMatch(/^[0-9a-f-]{36}$/);
  expect(strict.enforced.filter(({ operation }) => operation === "Blob_Download")).toEqual([]);
});

test("what is refused while it is being sent does no harm to what follows", async () => {
  const container = service.getContainerClient("streamed");
  await container.create();
  const blob = container.getBlockBlobClient("big");
  const content = Buffer.alloc(20 * 1024 * 1024, "x");

  const error = await refusal(blob.upload(content, content.length, { metadata: { big: "x".repeat(9000) } }));
  const before = await blob.exists();
  await blob.upload(content, content.length);

  expect(error.code).toBe("MetadataTooLarge");
  expect(before).toBe(false);
  expect((await blob.getProperties()).contentLength).toBe(content.length);
});

test("a warning changes nothing, and says in a header what the cloud would have answered", async () => {
  const enforced: Enforcement[] = [];
  const [port = 0] = await freePorts(1);
  await using warning = await StrictFront.open(strict.lab, {
    contracts: allContracts,
    windows: defaultWindows,
    isWarning: true,
    ports: { "azure-blob": port },
    onEnforced: (enforcement) => enforced.push(enforcement),
  });
  const own = BlobServiceClient.fromConnectionString(warning.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  const container = own.getContainerClient("warned");
  await container.create();
  const blob = container.getBlockBlobClient("a.txt");
  await blob.upload("hello", 5);

  const leased = await blob.getBlobLeaseClient("not-a-guid").acquireLease(15);

  expect(new URL(own.url).port).toBe(String(port));
  expect(leased.leaseId).toBe("not-a-guid");
  expect(leased._response.headers.get(contractHeader)).toBeUndefined();
  expect(leased._response.headers.get("x-touchstone-would-answer")).toBe("400 InvalidHeaderValue");
  expect(enforced).toMatchObject([
    { isEnforced: false, expected: "400 InvalidHeaderValue", answered: "201" },
  ]);
});

test("a warning is given by what the emulator has really answered before", async () => {
  await using warning = await startStrict(["azure-blob"], { isWarning: true });
  const own = BlobServiceClient.fromConnectionString(warning.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  const container = own.getContainerClient("let-through");
  await container.create();
  await container.delete();
  await container.create();

  const error = await refusal(container.create());

  expect(error.code).toBe("ContainerAlreadyExists");
  expect(warning.enforced.map(({ answered }) => answered)).toEqual(["201"]);
});
