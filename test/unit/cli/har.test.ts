import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeHar } from "../../../src/cli/har.ts";
import { TraceWriter } from "../../../src/wire/index.ts";
import { exampleHeader } from "../wire/trace/example-trace.ts";

function traceInFolder(): { folder: string; trace: string } {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-har-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trace = join(folder, "trace.jsonl");
  new TraceWriter(trace, exampleHeader)[Symbol.dispose]();
  return { folder, trace };
}

test.each(["new", "there before"])("an archive is its owner's alone: %s", async (which) => {
  const { folder, trace } = traceInFolder();
  const out = join(folder, "trace.har");
  if (which !== "new") writeFileSync(out, "x".repeat(10_000), { mode: 0o644 });

  await writeHar(trace, out);

  expect(JSON.parse(readFileSync(out, "utf8")).log.version).toBe("1.2");
  if (process.platform !== "win32") expect(statSync(out).mode & 0o777).toBe(0o600);
});

test("an archive that cannot be written is told by name", async () => {
  const { folder, trace } = traceInFolder();

  await expect(writeHar(trace, join(folder, "nowhere", "trace.har"))).rejects.toMatchObject({
    code: "TS_UNWRITABLE",
    message: expect.stringContaining("trace.har cannot be written"),
  });
});
