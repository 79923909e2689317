import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { expect, test } from "vitest";
import { readTrace } from "../traces.ts";
import { startLab, startRecorder } from "./recording.ts";

const variable = "AZURE_STORAGE_CONNECTION_STRING";

test("of one service of an account that is recorded, the connection string leads to the others too", async () => {
  const lab = await startLab(["azure-blob"]);
  const recorder = await startRecorder(lab, { tellsBesides: true });
  const { env } = await recorder.open({ tier: 4 });
  const string = env[variable] ?? "";

  await BlobServiceClient.fromConnectionString(string).createContainer("photos");
  await QueueServiceClient.fromConnectionString(string).createQueue("jobs");

  const { exchanges } = await readTrace(recorder.file);
  expect(exchanges.map(({ operation }) => operation)).toEqual(["Container_Create"]);
  expect(string).toMatch(/;BlobEndpoint=[^;]+;QueueEndpoint=[^;]+;TableEndpoint=[^;]+;$/);
});

test("where requests may go to another account, it leads to what is recorded alone", async () => {
  const recorder = await startRecorder(await startLab(["azure-blob"]));

  const { env } = await recorder.open({ tier: 4 });

  expect(env[variable]).toMatch(/;BlobEndpoint=[^;]+;$/);
});
