import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/**
 * A folder in which everything temporary of a test file is made, also by the processes that it starts: others work beside
 * it. It goes with the file, and what comes after in the same process has its own again.
 */
export function temporaryFolderOfThisFile(): string {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "touchstone-test-"));
  process.env["TMPDIR"] = folder;
  afterAll(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
