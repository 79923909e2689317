import { expect, test } from "vitest";
import { showLabEvent } from "../../../src/cli/lab-events.ts";
import type { Terminal } from "../../../src/cli/terminal.ts";
import type { Leftover } from "../../../src/lab/index.ts";
import { plain } from "../../../src/report/index.ts";

function toldOf(leftover: Leftover): string {
  const lines: string[] = [];
  const terminal = { noteColor: plain, note: (line: string) => lines.push(line) };
  showLabEvent({ type: "left", leftover }, terminal as unknown as Terminal);
  return lines.join("\n");
}

test.each([
  [
    { service: "azure-queue", kind: "settings", name: "the service", why: "403 AuthorizationFailure" },
    "! the settings of azure-queue could not be set back: 403 AuthorizationFailure",
  ],
  [
    { service: "azure-queue", kind: "queue", name: "jobs", why: "503 ServerBusy" },
    "! the queue jobs is left on azure-queue: 503 ServerBusy",
  ],
  [
    { service: "azure-queue", kind: "queue", name: "two\nlines", why: "503 ServerBusy" },
    '! the queue "two\\nlines" is left on azure-queue: 503 ServerBusy',
  ],
] as const)("what could not be undone is told in a sentence: %j", (leftover, line) => {
  expect(toldOf(leftover)).toBe(line);
});
