import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { alive, descendants } from "../processes.ts";
import { operationsOf, readTrace } from "../traces.ts";
import { startTouchstone, touchstone } from "./command.ts";
import { emptyFolder, projectWithMortalEmulator } from "./little-project.ts";

const root = join(import.meta.dirname, "../..");
const programs = join(root, "test/integration/programs/recording");

/** A project that has everything that this one has. */
function project(files: Record<string, string> = {}): string {
  const folder = emptyFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function node(program: string): string[] {
  return ["--", process.execPath, join(programs, program)];
}

function record(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  return touchstone(["record", ...args], "", { cwd, env });
}

interface Summary {
  readonly trace: string;
  readonly exitCode: number;
  readonly exchanges: number;
  readonly faults: number;
  readonly operations: Record<string, number>;
  readonly outcomes: Record<string, number>;
}

test("a program of three services is recorded whole, and its exit code passed on", async () => {
  const cwd = project();
  const flags = ["--json", "--out", "kept/run.jsonl", "--har", "run.har"];

  const { code, stdout, stderr } = await record(
    ["azure-blob", "s3", "dynamodb", ...flags, ...node("story.mjs")],
    cwd,
    { EXIT: "7" },
  );

  expect(code, stderr).toBe(7);
  const summary = JSON.parse(stdout) as Summary;
  const { header, exchanges, torn } = await readTrace(join(cwd, "kept/run.jsonl"));
  expect(torn).toBeUndefined();
  expect(header).toMatchObject({ touchstone: "trace", version: 1, command: node("story.mjs").slice(1) });
  expect(header.targets.map(({ name }) => name)).toEqual(["azure-blob", "s3", "dynamodb"]);
  expect(exchanges.map(({ id }) => id)).toEqual(exchanges.map((_, index) => index + 1));
  expect(exchanges.every(({ outcome, by }) => outcome === "complete" && by.tier === 4)).toBe(true);
  const polls = "dynamodb DescribeTable";
  expect(operationsOf(exchanges).filter((operation) => operation !== polls)).toEqual([
    "azure-blob Container_Create",
    "azure-blob BlockBlob_Upload",
    "azure-blob BlockBlob_Upload",
    "azure-blob Blob_GetProperties",
    "azure-blob Blob_GetProperties",
    "azure-blob Blob_Download",
    "azure-blob Blob_Download",
    "azure-blob Container_ListBlobFlatSegment",
    "azure-blob Blob_GetProperties",
    "s3 CreateBucket",
    "s3 PutObject",
    "s3 PutObject",
    "s3 GetObject",
    "s3 HeadObject",
    "s3 ListObjectsV2",
    "s3 GetObject",
    "dynamodb CreateTable",
    "dynamodb PutItem",
    "dynamodb GetItem",
    "dynamodb GetItem",
  ]);
  expect(summary).toMatchObject({
    trace: "kept/run.jsonl",
    exitCode: 7,
    exchanges: exchanges.length,
    outcomes: { complete: exchanges.length },
  });
  expect(summary.operations).toMatchObject({ "s3 PutObject": 2, "dynamodb CreateTable": 1 });
  expect(stderr).toContain('"text":"hello"');
  const { log } = JSON.parse(readFileSync(join(cwd, "run.har"), "utf8"));
  expect(log).toMatchObject({ version: "1.2", creator: { name: "touchstone" } });
  expect(log.entries).toHaveLength(exchanges.length);
  expect(log.entries[0]).toMatchObject({ request: { method: "PUT" }, response: { status: 201 } });
});

test("without --out the trace is in a folder of its own, and the command has the output", async () => {
  const cwd = project();

  const { code, stdout, stderr } = await record(["s3", ...node("upload.mjs")], cwd);

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ attempts: 1 });
  const [file = ""] = readdirSync(join(cwd, ".touchstone/traces"));
  expect(stderr).toContain(`2 exchanges · 2 operations → .touchstone/traces/${file}`);
  const { exchanges } = await readTrace(join(cwd, ".touchstone/traces", file));
  expect(operationsOf(exchanges)).toEqual(["s3 CreateBucket", "s3 PutObject"]);
});

test.each([0, 100])("--body-limit %i keeps that much of a body, and the hash of the whole", async (limit) => {
  const cwd = project();

  const { code, stderr } = await record(
    ["s3", "--out", "trace.jsonl", "--body-limit", String(limit), ...node("upload.mjs")],
    cwd,
  );

  expect(code, stderr).toBe(0);
  const { exchanges } = await readTrace(join(cwd, "trace.jsonl"));
  const body = Buffer.alloc(5000, "0123456789");
  expect(exchanges[1]?.request.body).toEqual({
    size: 5000,
    sha256: createHash("sha256").update(body).digest("hex"),
    text: body.subarray(0, limit).toString(),
    cut: true,
  });
});

test("tests that run at once are told apart without being told to", async () => {
  const cwd = project();
  const program = join(programs, "photos.node-test.mjs");

  const { code, stdout, stderr } = await record(
    ["s3", "--json", "--out", "trace.jsonl", "--", process.execPath, "--test", program],
    cwd,
  );

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ tests: 3, exchanges: 9, tiers: { 1: 9 } });
  const { exchanges } = await readTrace(join(cwd, "trace.jsonl"));
  const wrong = exchanges.filter(
    ({ by, request }) => by.test?.split(" > ").at(-1) !== request.target.split(/[/?]/)[1],
  );
  expect(wrong).toEqual([]);
  expect(
    exchanges.flatMap(({ request }) => request.headers).filter(([name]) => /touchstone/i.test(name)),
  ).toEqual([]);
});

test("an SDK that is throttled by a plan tries again, and the trace says what was asked for", async () => {
  const rules = [{ service: "s3", operation: "PutObject", fault: "throttle", at: [1] }];
  const cwd = project({ "faults.json": JSON.stringify({ rules }) });

  const { code, stdout, stderr } = await record(
    ["s3", "--out", "trace.jsonl", "--faults", "faults.json", ...node("upload.mjs")],
    cwd,
  );

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ attempts: 2 });
  expect(stderr).toContain("1 with a fault");
  const { exchanges } = await readTrace(join(cwd, "trace.jsonl"));
  expect(exchanges.map(({ operation, response, fault }) => [operation, response?.status, fault])).toEqual([
    ["CreateBucket", 200, undefined],
    ["PutObject", 503, "throttle (rules[0])"],
    ["PutObject", 200, undefined],
  ]);
});

test.each([
  [["s3"], "there is nothing to record: write a command after --"],
  [["s3", "--"], "there is no command after --"],
  [["--", "true"], "there is nothing to start"],
  [["s4", "--", "true"], "s4"],
  [["s3", "--body-limit", "much", "--", "true"], "--body-limit is a number of bytes, not much"],
  [["s3", "--body-limit", "-1", "--", "true"], "--body-limit is a number of bytes, not -1"],
  [["s3", "--bodylimit", "1", "--", "true"], "did you mean --body-limit?"],
  [["s3", "--out", "--", "true"], "--out needs a value"],
  [["s3", "--faults", "none.json", "--", "true"], "none.json cannot be read"],
  [["s3", "--faults", "torn.json", "--", "true"], "torn.json"],
  [["s3", "--faults", "wrong.json", "--", "true"], 'did you mean "PutObject"?'],
])("%j is refused at once", async (args, message) => {
  const cwd = project({
    "torn.json": '{ "rules": [',
    "wrong.json": '{ "rules": [{ "service": "s3", "operation": "PutObjct", "fault": "500" }] }',
  });

  const { code, stdout, stderr } = await record(args, cwd);

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("inside touchstone");
  expect(existsSync(join(cwd, ".touchstone"))).toBe(false);
});

test.each([
  [["--out", "file/trace.jsonl"], "file/trace.jsonl cannot be written"],
  [["--out", "."], "cannot be written"],
  [["--out", "/proc/none/trace.jsonl"], "/proc/none"],
  [["--out", "/dev/full"], "the trace /dev/full cannot be written: no space is left"],
  [["--har", "none/run.har"], "none/run.har cannot be written"],
  [["--har", "/dev/full"], "/dev/full cannot be written"],
])("%j, which cannot be written, is told with 2", async (flags, message) => {
  const cwd = project({ file: "" });

  const { code, stderr } = await record(["s3", ...flags, ...node("upload.mjs")], cwd);

  expect(code, stderr).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("inside touchstone");
});

test("what was recorded before is replaced only where that is asked for, and what is no trace never", async () => {
  const cwd = project({ "notes.txt": "mine" });
  const trace = join(cwd, "trace.jsonl");
  const again = (...flags: string[]) => record(["s3", ...flags, "--", process.execPath, "-e", ""], cwd);
  const first = await again("--out", "trace.jsonl");
  const before = readFileSync(trace, "utf8");

  const refused = await again("--out", "trace.jsonl");
  const kept = readFileSync(trace, "utf8");
  const forced = await again("--out", "trace.jsonl", "--force");
  const foreign = await again("--out", "notes.txt", "--force");

  expect([first, refused, forced, foreign].map(({ code }) => code)).toEqual([0, 2, 0, 2]);
  expect(refused.stderr).toMatch(/the trace trace\.jsonl is there already.*--force/s);
  expect(kept).toBe(before);
  expect(readFileSync(trace, "utf8")).not.toBe(before);
  expect(foreign.stderr).toContain("notes.txt is there already, and is no trace");
  expect(readFileSync(join(cwd, "notes.txt"), "utf8")).toBe("mine");
});

test("a command that is not there is told with 2, and its trace is empty", async () => {
  const cwd = project();

  const { code, stdout, stderr } = await record(
    ["s3", "--json", "--out", "trace.jsonl", "--", "no-such-command"],
    cwd,
  );

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "TS_USAGE" } });
  expect(stderr).toContain("✗ no-such-command cannot be run: spawn no-such-command ENOENT");
  expect((await readTrace(join(cwd, "trace.jsonl"))).exchanges).toEqual([]);
});

test("when the emulator is lost the command is stopped, and what was recorded is kept", async () => {
  const cwd = projectWithMortalEmulator();
  const program = `
    setInterval(() => {}, 1000);
    await fetch(process.env.AWS_ENDPOINT_URL_S3 + "/photos/a");
    await fetch(process.env.AWS_ENDPOINT_URL_S3 + "/die");`;
  const command = [process.execPath, "--input-type=module", "-e", program];

  const { code, stdout, stderr } = await record(
    ["s3", "--json", "--out", "trace.jsonl", "--", ...command],
    cwd,
  );

  expect(code, stderr).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "TS_EMULATOR_LOST" } });
  const { exchanges, torn } = await readTrace(join(cwd, "trace.jsonl"));
  expect(torn).toBeUndefined();
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/photos/a", "/die"]);
});

test("Ctrl-C leaves a whole trace, its summary, and no process", async () => {
  const cwd = project();
  const answered = join(cwd, "answered");
  const running = startTouchstone(
    ["record", "s3", "--json", "--out", "trace.jsonl", ...node("endless.mjs")],
    {
      cwd,
      env: { ANSWERED: answered },
    },
  );
  onTestFinished(() => void running.child.kill("SIGKILL"));
  await expect.poll(() => existsSync(answered), { timeout: 30_000 }).toBe(true);
  const processes = descendants(running.child.pid ?? 0);

  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.outcome;

  expect(code, stderr).toBe(130);
  const { exchanges, torn } = await readTrace(join(cwd, "trace.jsonl"));
  expect(torn).toBeUndefined();
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 130, exchanges: exchanges.length });
  const targets = new Set(exchanges.map(({ request }) => request.target));
  const paths = readFileSync(answered, "utf8").trim().split("\n");
  expect(paths.filter((path) => !targets.has(path))).toEqual([]);
  expect(processes.length).toBeGreaterThan(2);
  await expect.poll(() => alive(processes), { timeout: 10_000 }).toEqual([]);
});
