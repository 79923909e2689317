import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Observations } from "../../src/hybrid/run/observations.ts";
import type { Attribution } from "../../src/wire/index.ts";
import { readTrace } from "../traces.ts";
import { programs, run, startLab, startRecorder } from "./recording.ts";

const folder = join(programs, "python");
const file = "test_albums.py";
const hasPython = spawnSync("python3", ["-c", "import ssl, unittest"]).status === 0;

async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)("python3", args, {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  return stdout;
}

// Skipped where there is no python3 with its standard library.
test.skipIf(!hasPython)("Python's tests, each in a process of its own with ports of its own", async () => {
  const lab = await startLab(["azure-blob"]);
  const recorder = await startRecorder(lab);

  const tests = (await python(["list_tests.py", "."])).trim().split("\n");
  await Promise.all(
    tests.map(async (id) => {
      const { env } = await recorder.open({ tier: 3, test: id, file });
      await python(["-m", "unittest", id], env);
    }),
  );

  expect(tests).toEqual([
    "test_albums.Albums.test_by_http_client",
    "test_albums.Albums.test_by_threads",
    "test_albums.Albums.test_by_urllib",
    "test_albums.Photos.test_by_urllib",
    "test_albums.Photos.test_that_fails",
  ]);
  const { exchanges } = await readTrace(recorder.file);
  const askedBy = (target: string) => target.split("/")[3] ?? "";
  const wrong = exchanges.filter(({ by, request }) => by.test !== askedBy(request.target));
  expect(wrong).toEqual([]);
  expect(exchanges.every(({ by }) => by.tier === 3 && by.file === file)).toBe(true);
  const counts = Map.groupBy(exchanges, ({ by }) => by.test);
  expect(tests.map((id) => counts.get(id)?.length)).toEqual([3, 9, 3, 2, 2]);
  expect(new Set(exchanges.map(({ scheme }) => scheme))).toEqual(new Set(["http", "https"]));
  expect(exchanges.every(({ outcome }) => outcome === "complete")).toBe(true);
  expect(recorder.tally.tests).toEqual(new Set(tests));
});

test("processes that run at once are told apart by their ports", async () => {
  const lab = await startLab(["s3"]);
  const recorder = await startRecorder(lab);
  const workers: Attribution[] = ["worker 1", "worker 2"].map((process) => ({ tier: 2, process }));

  const printed = await Promise.all(
    workers.map(async (by, index) => {
      const { env } = await recorder.open(by);
      return run("recording/worker.mjs", { ...env, WORKER: `worker-${index + 1}` });
    }),
  );

  const { exchanges } = await readTrace(recorder.file);
  expect(printed).toEqual([{ objects: 20 }, { objects: 20 }]);
  const wrong = exchanges.filter(
    ({ by, request }) => !request.target.startsWith(`/${by.process?.replace(" ", "-")}`),
  );
  expect(wrong).toEqual([]);
  const counts = Map.groupBy(exchanges, ({ by }) => `${by.tier} ${by.process}`);
  expect([...counts].map(([process, own]) => [process, own.length]).toSorted()).toEqual([
    ["2 worker 1", 22],
    ["2 worker 2", 22],
  ]);
});

test("tests whose titles look like secrets are joined to their exchanges, and the trace does not tell them", async () => {
  const observations = new Observations();
  const recorder = await startRecorder(await startLab(["s3"]), {
    secrets: ["a-secret-of-the-config"],
    onExchange: (exchange) => observations.add(exchange),
  });
  const { env } = await recorder.open({ tier: 4 });
  const tests = ["rejects Bearer abc12345", "rejects Bearer xyz67890", "knows a-secret-of-the-config"].map(
    (title) => `tokens.test.ts > ${title}`,
  );

  for (const id of tests) {
    const mark = new URLSearchParams({ file: "tokens.test.ts", test: id }).toString();
    await fetch(`${env["AWS_ENDPOINT_URL_S3"]}/`, { headers: { "x-touchstone-test": mark } });
  }

  expect(tests.map((id) => observations.of(id, "tokens.test.ts").requests)).toEqual([1, 1, 1]);
  expect(observations.unattributed).toBe(0);
  expect(recorder.tally.tests).toEqual(new Set(tests));
  const { exchanges } = await readTrace(recorder.file);
  expect(exchanges.map(({ by }) => by.test)).toEqual([
    "tokens.test.ts > rejects Bearer REDACTED",
    "tokens.test.ts > rejects Bearer REDACTED",
    "tokens.test.ts > knows REDACTED",
  ]);
});
