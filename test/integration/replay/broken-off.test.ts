import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Recording, Side } from "../../../src/fidelity/index.ts";
import { readRecordings, replayCloud } from "../../../src/fidelity/index.ts";
import { ReplayTarget } from "../../../src/fidelity/replay/replay-target.ts";
import { checkConfig } from "../../../src/lab/config/index.ts";
import { CloudAccounts } from "../../../src/lab/index.ts";
import { type FrontAnswer, frontOf } from "../hybrid/front.ts";
import { accountState, sideOf } from "../opened-side.ts";

const account = "devstoreaccount1";
const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

let azurite: Side;

beforeAll(async () => {
  azurite = (await sideOf("azure-blob", "azurite")).side;
});

afterAll(() => azurite[Symbol.asyncDispose]());

/** Makes a container, and reads it. */
async function recording(): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-broken-off-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sent = (method: string, status: number) => ({
    method,
    url: "https://gone.blob.core.windows.net/album?restype=container",
    requestHeaders: { "x-ms-version": "2021-08-06", "x-ms-date": "Mon, 03 May 2021 10:00:00 GMT" },
    requestBody: null,
    status,
    responseHeaders: {},
    responseBody: null,
  });
  const exchanges = [sent("PUT", 201), sent("GET", 200), sent("GET", 200)];
  const file = join(folder, "recorded.jsonl");
  writeFileSync(file, JSON.stringify({ recording: "album", exchanges }));
  for await (const one of readRecordings(file)) return one;
  throw new Error("nothing was recorded");
}

/** Replays on an account, and breaks off when the container is read. */
async function brokenOff(
  requests: number | undefined,
  answer: (method: string | undefined) => FrontAnswer | undefined,
) {
  const abort = new AbortController();
  using front = await frontOf(azurite.endpoint, ({ method }) => {
    if (method === "GET" && requests === undefined) abort.abort();
    return answer(method);
  });
  const cloud = { account, key, endpoint: front.endpoint };
  const accounts = new CloudAccounts(checkConfig({ services: { "azure-blob": { cloud } } }, "config"), [
    "azure-blob",
  ]);
  const left: string[] = [];
  await using target = await ReplayTarget.open([], {
    cwd: process.cwd(),
    cloud: replayCloud(accounts, ["azure-blob"], requests),
    signal: abort.signal,
    onLeft: (names) => left.push(...names),
  });
  const performed = await target.perform(await recording()).catch((error: Error) => error);
  return { performed, left };
}

test("what was made on the cloud goes, also where the replay is broken off", async () => {
  const { performed, left } = await brokenOff(undefined, () => undefined);

  expect(performed).toMatchObject({ name: "AbortError" });
  expect(left).toEqual([]);
  expect((await accountState(azurite))["containers"]).toEqual({});
});

test("what does not go then is told", async () => {
  const { performed, left } = await brokenOff(undefined, (method) =>
    method === "DELETE" ? { status: 409, code: "ContainerHasLegalHold" } : undefined,
  );
  onTestFinished(() => azurite.reset());

  expect(performed).toMatchObject({ name: "AbortError" });
  expect(left).toEqual(["azure-blob album"]);
});

test("a budget that is spent keeps nothing there", async () => {
  const { performed, left } = await brokenOff(2, () => undefined);

  expect(performed).toMatchObject({
    skipped: [{ reason: "the budget of 2 requests is spent" }],
  });
  expect(left).toEqual([]);
  expect((await accountState(azurite))["containers"]).toEqual({});
});
