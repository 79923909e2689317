import { expect, test } from "vitest";
import { temporaryFolderOfThisFile } from "../temporary-folder.ts";
import { touchstone } from "./command.ts";

const cwd = temporaryFolderOfThisFile();
const paths = "  See whether it is spelled right: a path is read from the folder that the command runs in.";

test.each([
  [
    ["fuzz", "s3", "--emulator", "s3rver", "--reference", "missing.jsonl"],
    /^✗ there is no file \S*missing\.jsonl$/,
    paths,
  ],
  [["replay", "missing.jsonl", "--on", "azurite"], /^✗ there is no file missing\.jsonl$/, paths],
  [
    ["record", "s3", "--", "nosuchcommand"],
    /^✗ nosuchcommand cannot be run: /,
    "  Is it installed, and spelled right? npx runs what is in node_modules/.bin.",
  ],
  [
    ["compare", "azurite", "s3rver"],
    /^✗ the two have no service in common: /,
    "  Name two that serve the same, like azurite@3.36.0 and azurite.",
  ],
  [
    ["repro"],
    /^✗ there is no catalogue touchstone-catalogue\.json yet$/,
    "  Run touchstone fuzz, which writes one, or name another by --catalogue FILE.",
  ],
  [
    ["repro", "CreateBucket-0a1b2c"],
    /^✗ there is no catalogue touchstone-catalogue\.json yet$/,
    "  Run touchstone fuzz, which writes one, or name another by --catalogue FILE.",
  ],
  [
    ["up", "s3", "--strict=maybe"],
    /^✗ --strict is written alone or as --strict=warn, not with maybe$/,
    "  See touchstone up --help",
  ],
  [
    ["repro", "--markdown=yes"],
    /^✗ --markdown takes no value, but was given yes$/,
    "  See touchstone repro --help",
  ],
])("%j is refused in a line, and another says what to do", async (words, what, hint) => {
  const { code, stdout, stderr } = await touchstone(words, "", { cwd });

  const lines = stderr.split("\n").filter((line) => line !== "" && !/^(?:starting|installing) /.test(line));
  expect(lines).toEqual([expect.stringMatching(what), hint]);
  expect([code, stdout]).toEqual([2, ""]);
});
