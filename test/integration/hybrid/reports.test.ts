import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOMParser, type Element } from "@xmldom/xmldom";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "../../e2e/command.ts";
import { type StandIn, startStrictStandIn } from "./strict-stand-in.ts";

const root = join(import.meta.dirname, "../../..");

const suite = `
import { BlobServiceClient } from "@azure/storage-blob";
import { expect, test } from "vitest";

const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);

test("it's made again, \\"soon\\" & <now>", async () => {
  const album = service.getContainerClient("recreated");
  await album.create();
  await album.delete();
  await album.create();
});

test("is told that an album is being deleted", async () => {
  const album = service.getContainerClient("busy");
  await album.create();
  await album.delete();
  await expect(album.create()).rejects.toMatchObject({ code: "ContainerBeingDeleted" });
});

test("reads what is tagged", async () => {
  const album = service.getContainerClient("tags");
  await album.create();
  await album.getBlockBlobClient("tagged").upload("x", 1);
  await album.getBlockBlobClient("tagged").getProperties();
});

test("tells too much", () => {
  throw new Error("no ]]> for \\u0001 " + process.env.STAND_IN_KEY);
});

test.skip("comes later", () => {});
`;

interface Project {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

function projectFor({ account, key, endpoints }: StandIn): Project {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const home = join(folder, "packages/albums");
  mkdirSync(join(folder, "bin"), { recursive: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"type":"module"}');
  writeFileSync(join(home, "album.test.js"), suite);
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const cloud = { account, key: { env: "STAND_IN_KEY" }, endpoint: endpoints["azure-blob"] };
  const config = { services: { "azure-blob": { emulator: "azurite", cloud } } };
  writeFileSync(join(home, "touchstone.config.js"), `export default ${JSON.stringify(config)};`);
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, "bin/touchstone.js")}' "$@"\n`;
  writeFileSync(join(folder, "bin/touchstone"), command, { mode: 0o755 });
  const env = {
    STAND_IN_KEY: key,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
  };
  writeFileSync(env.GITHUB_STEP_SUMMARY, "# Before\n");
  return { folder: home, env };
}

interface ToldCase {
  readonly name: string | null;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly failure: string | null | undefined;
  readonly isSkipped: boolean;
}

function casesIn(file: string): readonly ToldCase[] {
  const document = new DOMParser({
    onError: (_level, message) => {
      throw new Error(message);
    },
  }).parseFromString(readFileSync(file, "utf8"), "text/xml");
  const all = (parent: Pick<Element, "getElementsByTagName">, name: string) => [
    ...parent.getElementsByTagName(name),
  ];
  return all(document, "testcase").map((one) => ({
    name: one.getAttribute("name"),
    properties: Object.fromEntries(
      all(one, "property").map((property) => [
        property.getAttribute("name") ?? "",
        property.getAttribute("value"),
      ]),
    ),
    failure: all(one, "failure")[0]?.textContent,
    isSkipped: all(one, "skipped").length > 0,
  }));
}

async function inShell(line: string, { folder, env }: Project): Promise<string> {
  const path = `${join(folder, "../../bin")}:${process.env["PATH"]}`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", ...env, GITHUB_ACTIONS: "", PATH: path },
  };
  execFile("/bin/sh", ["-c", line], options, (_failed, stdout, stderr) => resolve(`${stdout}${stderr}`));
  return await promise;
}

test("a run in CI is told to people, to readers of JUnit and to GitHub", { timeout: 240_000 }, async () => {
  await using standIn = await startStrictStandIn();
  const project = projectFor(standIn);
  const { folder, env } = project;

  const told = await touchstone(
    ["run", "--policy", "monitor", "--junit", "results/junit.xml", "--", "npx", "vitest", "run"],
    "",
    { cwd: folder, env },
  );

  const cases = casesIn(join(folder, "results/junit.xml"));
  const summary = readFileSync(env["GITHUB_STEP_SUMMARY"] ?? "", "utf8");
  const [traces = ""] = /\.touchstone\/runs\/\S+/.exec(told.stderr) ?? [];
  const written = readFileSync(join(folder, traces, "report.json"), "utf8");
  const report = JSON.parse(written) as {
    tests: { id: string; verdict?: string; reproduce?: string; traces?: { cloud: { steps: unknown[] } } }[];
  };
  expect(told.code).toBe(1);
  expect(told.stdout).toContain("passes locally, fails in the cloud");
  expect(told.stdout).toContain("✗ 2 failed · 2 passed · 1 skipped");
  expect(told.stderr).toMatch(/^5 tests on the emulators · 2 failed · \d+ requests/m);
  expect(told.stderr).not.toContain("RUN");
  expect(
    cases.map(({ name, properties, isSkipped }) => [name, properties["touchstone.verdict"], isSkipped]),
  ).toEqual([
    [`it's made again, "soon" & <now>`, "unsafe", false],
    ["is told that an album is being deleted", "false alarm", false],
    ["reads what is tagged", "differs", false],
    ["tells too much", undefined, false],
    ["comes later", undefined, true],
  ]);
  expect(cases.map(({ properties }) => properties["touchstone.target"])).toEqual([
    "cloud",
    "cloud",
    "cloud",
    "emulator",
    "emulator",
  ]);
  expect(cases[0]?.properties["touchstone.fingerprint"]).toMatch(/^[0-9a-f]{64}$/);
  expect(cases[3]?.failure).toContain("no ]]> for ␁ REDACTED");
  expect(told.stdout.match(/^::(?:error|warning) .*?::/gm)).toEqual([
    expect.stringMatching(/^::error file=packages\/albums\/album\.test\.js,line=7,title=it's made again%2C/),
    "::error file=packages/albums/album.test.js,line=28,title=tells too much%3A fails on the emulator%2C which counts%3A it sent nothing%2C while requests of others were seen::",
    "::warning file=packages/albums/album.test.js,line=14,title=is told that an album is being deleted%3A fails locally%2C passes in the cloud%3A a false alarm::",
    "::warning file=packages/albums/album.test.js,line=21,title=reads what is tagged%3A passed on both%2C but they did not do the same::",
  ]);
  expect(summary).toMatch(/^# Before\n## ❌ Touchstone: 5 tests on azurite/);
  expect(summary).toContain("### ❌ <code>album.test.js > tells too much</code>");
  expect(report.tests.map(({ traces: both }) => (both?.cloud.steps.length ?? 0) > 0)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  for (const text of [
    told.stdout,
    told.stderr,
    summary,
    written,
    readFileSync(join(folder, "results/junit.xml"), "utf8"),
  ]) {
    expect(text).not.toContain(standIn.key);
  }

  const again = await inShell(report.tests[0]?.reproduce ?? "", project);

  expect(again).toContain("1 test on azurite");
  expect(again).toContain("passes locally, fails in the cloud");
});

test("a runner that runs nothing fails the run, and what it printed is shown", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const { code, stdout, stderr } = await touchstone(
    ["run", "azure-blob=azurite", "--", "node", "--test", "nowhere.test.js"],
    "",
    { cwd: folder, env: { GITHUB_ACTIONS: "" } },
  );

  expect(code).toBe(1);
  expect(stdout).toContain(
    "✗ node:test\n  failed as a whole\n  │ ended with exit code 1, though no test failed",
  );
  expect(stdout).toContain("✗ no test was run");
  expect(stderr).toContain("nowhere.test.js");
});
