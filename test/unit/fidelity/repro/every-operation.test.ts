import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, onTestFinished, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../../src/clouds/index.ts";
import { callerNames } from "../../../../src/explore/index.ts";
import { curlOf, type Finding, scriptOf } from "../../../../src/fidelity/index.ts";
import { finding, step } from "../../../integration/repro/findings.ts";
import { exampleInput } from "../../../integration/sdk-calls.ts";

/** A finding of every operation, by each caller in turn, through the SDK and past it. */
function findingsOf(service: (typeof serviceNames)[number]): Finding[] {
  return interfaceOf(service).operations.map((operation, index) =>
    finding(service, [
      step(operation.name, exampleInput(service, operation), {
        caller: callerNames[index % callerNames.length] ?? "owner",
      }),
      step(operation.name, exampleInput(service, operation), index % 2 === 0 ? {} : { via: "raw" }),
    ]),
  );
}

describe.each(serviceNames)("%s", (service) => {
  const findings = findingsOf(service);

  test("a script can be written of every operation, and is JavaScript", async () => {
    const scripts = await Promise.all(findings.map((each) => scriptOf(each)));

    const flawed = scripts.filter((script) => parseSync("repro.mjs", script).errors.length > 0);
    expect(flawed).toEqual([]);
    expect(scripts.filter((script) => !script.includes("process.exit("))).toEqual([]);
  });

  test("lines with curl can be written of every operation, and a shell reads them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "touchstone-repro-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lines = await Promise.all(findings.map((each) => curlOf(each)));
    for (const [index, text] of lines.entries()) writeFileSync(join(folder, `${index}.sh`), text);

    const read = spawnSync("sh", ["-c", 'for file in *.sh; do sh -n "$file" || echo "$file"; done'], {
      cwd: folder,
      encoding: "utf8",
    });

    expect(read.stdout + read.stderr).toBe("");
    expect(lines.filter((text) => !text.includes("curl -sS"))).toEqual([]);
  });
});
