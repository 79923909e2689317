import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf, scriptOf } from "../../../../src/fidelity/index.ts";
import { finding, step } from "../../../integration/repro/findings.ts";

const created = finding("azure-blob", [step("Container_Create", { containerName: "ts000001" })]);

/** The names that so many runs at once would take. */
const runs = 50;

test("names in lines with curl are new in each run, however fast these follow each other", async () => {
  const [head = ""] = (await curlOf(created)).split("\n\n");
  const again = Array.from({ length: runs }, () => `${head}\necho "$ts000001"`).join("\n");

  const { stdout } = spawnSync("sh", ["-c", again], { encoding: "utf8" });

  const names = stdout.trim().split("\n");
  expect(new Set(names).size).toBe(runs);
  expect(names.filter((name) => !/^t[a-z0-9]{5}00$/.test(name))).toEqual([]);
});

test("names in scripts are new in each run, however fast these follow each other", async () => {
  const script = await scriptOf(created);
  const [lines = ""] = /^const run = .*\n.*$/m.exec(script) ?? [];
  const nameOf = new Function(`${lines}\nreturn ts000001;`) as () => string;

  const names = Array.from({ length: runs }, () => nameOf());

  expect(new Set(names).size).toBe(runs);
  expect(names.filter((name) => !/^t[a-z0-9]{5}00$/.test(name))).toEqual([]);
});

test("lines with curl say so where what differs is in no answer", async () => {
  const alike = { status: 201, code: null, message: null };
  const silent = {
    ...created,
    emulator: { ...alike, label: "emulator 1.0.0" },
    reference: { ...alike, label: "reference 1.0.0" },
    differences: [{ place: "state publicAccess", emulator: null, reference: "blob" }],
  };

  expect(await curlOf(silent)).toContain("it shows in the state alone, which is not read here");
  expect(await curlOf(created)).not.toContain("not read here");
});
