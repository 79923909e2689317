import { expect, test } from "vitest";
import { operationsOf, readTrace } from "../traces.ts";
import { run, startLab, startRecorder } from "./recording.ts";

const three = ["azure-blob", "s3", "dynamodb"];

test("programs see through the proxy what they see without it, over HTTP and over HTTPS", async () => {
  const lab = await startLab(three);
  const recorder = await startRecorder(lab);
  const { env } = await recorder.open({ tier: 4 });

  const alone = await run("recording/story.mjs", lab.env);
  await lab.reset();
  const overHttp = await run("recording/story.mjs", env);
  await lab.reset();
  const overHttps = await run("recording/story.mjs", { ...env, SCHEME: "https" });

  expect(overHttp).toEqual(alone);
  expect(overHttps).toEqual(alone);
  const { exchanges } = await readTrace(recorder.file);
  const plain = exchanges.filter(({ scheme }) => scheme === "http");
  const secure = exchanges.filter(({ scheme }) => scheme === "https");
  const settled = (all: typeof exchanges) =>
    operationsOf(all).filter((name) => !name.endsWith("DescribeTable"));
  expect(settled(secure)).toEqual(settled(plain));
  expect(new Set(settled(secure).map((name) => name.split(" ")[0]))).toEqual(new Set(three));
  expect(exchanges.filter(({ outcome }) => outcome !== "complete")).toEqual([]);
});

test("a token credential is served over HTTPS, and its token is not written down", async () => {
  const lab = await startLab(["azure-blob"]);
  const recorder = await startRecorder(lab);
  const { env } = await recorder.open({ tier: 4 });

  const alone = await run("token-client.ts", lab.env);
  await lab.reset();
  const recorded = await run("token-client.ts", env);

  expect(env["AZURE_STORAGE_BLOB_ENDPOINT"]).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  expect(recorded).toEqual(alone);
  const { exchanges } = await readTrace(recorder.file);
  const authorizations = exchanges.flatMap(({ request }) =>
    request.headers.filter(([name]) => name.toLowerCase() === "authorization"),
  );
  expect(operationsOf(exchanges)).toEqual([
    "azure-blob Container_Create",
    "azure-blob Service_GetUserDelegationKey",
    "azure-blob Container_GetProperties",
  ]);
  expect(authorizations.map(([, value]) => value)).toEqual(Array(3).fill("Bearer REDACTED"));
  expect(exchanges.every(({ scheme }) => scheme === "https")).toBe(true);
});

test("tables by connection string and by endpoint", async () => {
  const lab = await startLab(["azure-table"]);
  const recorder = await startRecorder(lab);
  const { env } = await recorder.open({ tier: 4 });

  const alone = await run("table-client.ts", lab.env);
  await lab.reset();
  const recorded = await run("table-client.ts", env);

  expect(recorded).toEqual(alone);
  const { exchanges } = await readTrace(recorder.file);
  expect(exchanges.map(({ scheme, operation }) => `${scheme} ${operation}`)).toEqual([
    "http Table_Create",
    "https Table_Create",
  ]);
});
