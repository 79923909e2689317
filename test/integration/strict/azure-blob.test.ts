import { BlobServiceClient, type RestError } from "@azure/storage-blob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractHeader } from "../../../src/lab/index.ts";
import { type StrictEmulator, startStrict } from "./strict-emulator.ts";

let strict: StrictEmulator;
let service: BlobServiceClient;

beforeAll(async () => {
  strict = await startStrict("azure-blob", { windows: { "container-deletion": 400 } });
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

test("a warning changes nothing, and says in a header what the cloud would have answered", async () => {
  await using warning = await startStrict("azure-blob", { isWarning: true });
  const own = BlobServiceClient.fromConnectionString(warning.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "");
  const container = own.getContainerClient("warned");
  await container.create();
  const blob = container.getBlockBlobClient("a.txt");
  await blob.upload("hello", 5);

  const leased = await blob.getBlobLeaseClient("not-a-guid").acquireLease(15);

  expect(leased.leaseId).toBe("not-a-guid");
  expect(leased._response.headers.get(contractHeader)).toBe("azure-blob/blob-lease-is-acquired-with-a-guid");
  expect(leased._response.headers.get("x-touchstone-would-answer")).toBe("400 InvalidHeaderValue");
  expect(warning.enforced).toMatchObject([
    { isEnforced: false, expected: "400 InvalidHeaderValue", answered: "201" },
  ]);
});
