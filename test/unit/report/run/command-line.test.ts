import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { reproduction, shellLine } from "../../../../src/report/run/command-line.ts";

function wordsOf(line: string): string[] {
  const printed = execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return printed.split("\0").slice(0, -1);
}

test("a shell reads the words as they were", () => {
  const awkward = [
    "a b",
    "it's",
    '"$HOME" `id` \\ !',
    "*?[x]",
    "",
    "~",
    "#x",
    "tab\tand\nline\u001b7",
    "ünï › 字",
  ];

  expect(wordsOf(shellLine(awkward))).toEqual(awkward);
});

test("and whatever else they are", () => {
  const word = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !text.includes("\0"));

  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 50 }), (words) => {
      expect(wordsOf(shellLine(words))).toEqual(words);
    }),
    { numRuns: 20 },
  );
});

test("a test is run again alone, on both, with the same settings", () => {
  const line = reproduction("a.test.ts > it's there", {
    command: ["npx", "vitest", "run"],
    settings: ["azure-blob", "--config", "my config.ts"],
  });

  expect(line).toBe(
    "touchstone run azure-blob --config 'my config.ts' --policy always --only 'a.test.ts > it'\\''s there' -- npx vitest run",
  );
});
