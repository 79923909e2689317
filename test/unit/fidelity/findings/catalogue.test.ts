import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  catalogueFile,
  type FuzzedRun,
  knownDifference,
  openCatalogue,
  readFindings,
  recordRun,
} from "../../../../src/fidelity/index.ts";
import { readCatalogue } from "../../../../src/hybrid/index.ts";
import { sampleFinding } from "./sample-findings.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-findings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const finding = sampleFinding();
const run: FuzzedRun = {
  service: "azure-blob",
  emulator: "azurite 3.21.0",
  reference: "the cloud",
  measured: ["Container_Delete", "Container_Create"],
  findings: [finding],
};

test("a run is read back as it was, by findings and by the policy that decides on it", async () => {
  const folder = newFolder();
  const file = catalogueFile({}, folder);

  await recordRun(file, run);

  expect(file).toBe(join(folder, "touchstone-catalogue.json"));
  expect(await readFindings(file)).toEqual([finding]);
  const { verdict } = await readCatalogue("touchstone-catalogue.json", folder);
  expect(verdict("azurite 3.21.0", "azure-blob Container_Create")).toBe("differs");
  expect(verdict("azurite 3.21.0", "azure-blob Container_Delete")).toBe("agrees");
  expect(verdict("azurite 3.21.0", "azure-blob Blob_Delete")).toBeUndefined();
});

test("the same run twice changes nothing, and messages that are new each time do not either", async () => {
  const file = join(newFolder(), "catalogue.json");
  await recordRun(file, run);
  const once = readFileSync(file, "utf8");

  await recordRun(file, run);
  const reworded = { ...finding.reference, message: "Another text" };
  await recordRun(file, { ...run, findings: [sampleFinding({ reference: reworded })] });

  expect(readFileSync(file, "utf8")).toBe(once);
  expect(once).toContain('"a": {\n');
  expect(once.endsWith("}\n")).toBe(true);
});

test("last words are kept as they are", async () => {
  const file = join(newFolder(), "catalogue.json");
  const crash = sampleFinding({ rootCause: "crash", lastWords: ["Error: ENOENT", "    at open {"] });

  await recordRun(file, { ...run, findings: [crash] });

  expect(await readFindings(file)).toEqual([crash]);
});

const inState = { place: "state messages.0.text", emulator: "a", reference: null };
const unread = sampleFinding({ manifestation: "state", differences: [inState] });
const read = sampleFinding({
  manifestation: "state",
  differences: [{ ...inState, readBy: "Messages_Peek" }],
});

test("a catalogue keeps by what a state was read, and one that does not is read all the same", async () => {
  const file = join(newFolder(), "catalogue.json");

  await recordRun(file, { ...run, findings: [unread] });
  const before = await readFindings(file);
  await recordRun(file, { ...run, findings: [read] });
  const after = await readFindings(file);
  await recordRun(file, { ...run, findings: [unread] });

  expect([before, after, await readFindings(file)]).toEqual([[unread], [read], [read]]);
});

test("what differs goes on doing so, whatever the next reference says", async () => {
  const file = join(newFolder(), "catalogue.json");
  await recordRun(file, run);

  await recordRun(file, {
    ...run,
    reference: "azurite 3.37.0",
    measured: ["Container_Create", "Blob_Delete"],
    findings: [],
  });

  const known = (await openCatalogue(file)).get("azurite 3.21.0");
  expect(known?.operations).toEqual({
    "azure-blob Blob_Delete": "agrees",
    "azure-blob Container_Create": "differs",
    "azure-blob Container_Delete": "agrees",
  });
  expect(known?.references).toEqual({
    "azurite 3.37.0": ["azure-blob Blob_Delete", "azure-blob Container_Create"],
    "the cloud": ["azure-blob Container_Create", "azure-blob Container_Delete"],
  });
  expect(known?.findings).toEqual([finding]);
});

test("what agreed differs once somebody finds out", async () => {
  const file = join(newFolder(), "catalogue.json");
  await recordRun(file, { ...run, findings: [] });

  await recordRun(file, { ...run, measured: [] });

  expect((await openCatalogue(file)).get("azurite 3.21.0")?.operations["azure-blob Container_Create"]).toBe(
    "differs",
  );
});

test("of two records of one finding the surer and shorter is kept, in whatever order they come", async () => {
  const shorter = sampleFinding({ sequence: finding.sequence.slice(1) });
  const unsure = sampleFinding({ reproduced: 2, dependsOnTime: true, sequence: finding.sequence.slice(2) });
  const standIn = sampleFinding({
    reference: { ...finding.reference, label: "azurite 3.37.0" },
    sequence: finding.sequence.slice(2),
  });
  const all = [finding, shorter, unsure, standIn];
  const files = [all, all.toReversed()].map((findings) => ({ file: join(newFolder(), "c.json"), findings }));

  for (const { file, findings } of files) {
    for (const each of findings) await recordRun(file, { ...run, findings: [each] });
    expect(await readFindings(file)).toEqual([shorter]);
  }
});

test("what others have written into the file stays there", async () => {
  const file = join(newFolder(), "catalogue.json");
  const content = {
    touchstone: "catalogue",
    version: 1,
    note: "ours",
    emulators: { "azurite 3.21.0": { operations: { "s3 GetObject": "agrees" }, measuredBy: "me" } },
  };
  writeFileSync(file, JSON.stringify(content));

  await recordRun(file, run);

  const now = JSON.parse(readFileSync(file, "utf8"));
  expect(now).toMatchObject({ note: "ours", emulators: { "azurite 3.21.0": { measuredBy: "me" } } });
  expect(now.emulators["azurite 3.21.0"].operations["s3 GetObject"]).toBe("agrees");
});

test.each([
  ["{", /catalogue\.json is no catalogue: .*JSON/],
  ['{"touchstone":"catalogue","version":2}', /catalogue\.json was written by a newer Touchstone/],
  ["", /is no catalogue/],
  ["<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n", /it has an unsolved merge conflict/],
  [
    '{"touchstone":"catalogue","version":1,"emulators":{"a":{"operations":{"b":"maybe"}}}}',
    /emulators\.a\.operations\.b/,
  ],
  [
    '{"touchstone":"catalogue","version":1,"emulators":{"a":{"operations":{},"findings":{"X-1":{"service":"s3"}}}}}',
    /emulators\.a\.findings\.X-1\.operation/,
  ],
])("a file that is no catalogue is told of, and left alone: %j", async (content, message) => {
  const file = join(newFolder(), "catalogue.json");
  writeFileSync(file, content);

  await expect(recordRun(file, run)).rejects.toMatchObject({
    code: "TS_CATALOGUE",
    message: expect.stringMatching(message),
  });
  await expect(openCatalogue(file)).rejects.toMatchObject({ code: "TS_CATALOGUE" });
  expect(readFileSync(file, "utf8")).toBe(content);
});

test("where there is no file yet, nothing is known; where there is no folder, that is said", async () => {
  const folder = newFolder();

  expect(await readFindings(join(folder, "catalogue.json"))).toEqual([]);
  await expect(recordRun(join(folder, "no", "catalogue.json"), run)).rejects.toMatchObject({
    code: "TS_UNWRITABLE",
  });
});

test("a link to a catalogue stays one", async () => {
  const [there, here] = [newFolder(), newFolder()];
  const link = join(here, "catalogue.json");
  writeFileSync(join(there, "shared.json"), '{"touchstone":"catalogue","version":1,"emulators":{}}');
  symlinkSync(join(there, "shared.json"), link);

  await recordRun(link, run);

  expect(await readFindings(join(there, "shared.json"))).toEqual([finding]);
  expect(readdirSync(here)).toEqual(["catalogue.json"]);
  expect(readdirSync(there)).toEqual(["shared.json"]);
});

/** Records runs of an emulator of its own, one finding after the other. */
const program = `
  import { recordRun } from ${JSON.stringify(join(import.meta.dirname, "../../../../src/fidelity/findings/catalogue.ts"))};
  const [file, label, run] = process.argv.slice(1);
  const given = JSON.parse(run);
  process.stdout.write("ready\\n");
  for (let at = 0; ; at++) {
    const findings = given.findings.map((finding) => ({ ...finding, id: finding.id + "-" + label + at }));
    await recordRun(file, { ...given, findings });
    process.stdout.write(String(at) + "\\n");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
`;

test("processes that record at once lose nothing, wherever their temporary files are, also when they are killed", async () => {
  const folder = newFolder();
  const file = join(folder, "catalogue.json");
  const children = ["a", "b"].map((label) => {
    const child = spawn(
      process.execPath,
      [
        "--conditions=touchstone-source",
        "--input-type=module",
        "-e",
        program,
        file,
        label,
        JSON.stringify(run),
      ],
      { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, TMPDIR: newFolder() } },
    );
    return { label, child, told: "" };
  });

  await Promise.all(
    children.map(async (each) => {
      for await (const chunk of each.child.stdout) {
        each.told += String(chunk);
        if (each.told.split("\n").length > 12) each.child.kill("SIGKILL");
      }
      if (each.child.exitCode === null && each.child.signalCode === null) await once(each.child, "exit");
    }),
  );

  const ids = new Set((await readFindings(file)).map(({ id }) => id));
  for (const { label, told } of children) {
    const recorded = told.split("\n").filter((line) => /^\d+$/.test(line));
    expect(recorded.length).toBeGreaterThanOrEqual(10);
    for (const at of recorded) expect(ids).toContain(`${finding.id}-${label}${at}`);
  }
  await recordRun(file, { ...run, measured: ["Blob_Delete"] });
  expect(readdirSync(folder)).toEqual(["catalogue.json"]);
});

test("the lock of a process that is no more keeps nobody out", async () => {
  const folder = newFolder();
  const file = join(folder, "catalogue.json");
  writeFileSync(`${file}.lock`, "");

  await recordRun(file, run);

  expect(readdirSync(folder)).toEqual(["catalogue.json"]);
});

test("a known difference is found by its pair of answers", () => {
  const success = { status: 201, code: null };
  const refusal = { status: 409, code: "ContainerBeingDeleted" };

  expect(knownDifference([finding], "azure-blob", "Container_Create", success, refusal)).toBe(finding);
  expect(knownDifference([finding], "azure-blob", "Container_Create", refusal, success)).toBeUndefined();
  expect(knownDifference([finding], "azure-queue", "Container_Create", success, refusal)).toBeUndefined();
});
