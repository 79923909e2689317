import { spawnSync } from "node:child_process";
import { describe } from "vitest";
import { judgesAsPlanned } from "./hybrid-judged.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("skipped: python3 is not there");

describe.runIf(hasPython)("in Python", () => judgesAsPlanned("python"));
