import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { suiteOf } from "../../../../src/lab/index.ts";
import { narrowedCommand } from "../../../../src/lab/suites/marked/narrowed-command.ts";
import { recognise } from "../../../../src/lab/suites/recognising/recognise.ts";
import { splitWords } from "../../../../src/lab/suites/recognising/split-words.ts";

function words(command: string): string[] {
  return command.split(" ");
}

/** A package with these scripts. */
function packageWith(scripts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }));
  return folder;
}

test.for([
  ["npx vitest run", "vitest", 1],
  ["vitest", "vitest", 1],
  ["npx --yes vitest@latest-is-another-word", "command", 4],
  ["node_modules/.bin/jest --ci", "jest", 1],
  ["node --experimental-vm-modules node_modules/jest/bin/jest.js", "jest", 1],
  ["pnpm exec jest", "jest", 1],
  ["yarn mocha --parallel", "mocha", 1],
  ["NODE_ENV=test c8 --all mocha", "mocha", 1],
  ["node --test", "node:test", 1],
  ["node --import tsx --test test/a.ts", "node:test", 1],
  ["node test.js --test", "command", 4],
  ["python -m pytest tests", "pytest", 3],
  ["poetry run pytest", "pytest", 3],
  ["python3.12 -X dev -m unittest", "unittest", 3],
  ["python manage.py test", "command", 4],
  ["go test ./...", "go test", 3],
  ["go vet ./...", "command", 4],
  ["dotnet test Acme.sln", "dotnet test", 3],
  ["make test", "command", 4],
  ["echo vitest", "command", 4],
] as const)("%s is run by %s", ([command, runner, tier]) => {
  expect(suiteOf(words(command), packageWith({}))).toMatchObject({ runner, tier });
});

test.for([
  ["npm test", { test: "vitest run" }, "vitest"],
  ["npm t", { test: "tsc && mocha 'test/**/*.js'" }, "mocha"],
  ["npm run unit", { unit: "node --test test/" }, "node:test"],
  ["yarn test", { test: "cross-env CI=1 jest --ci" }, "jest"],
  ["pnpm test", { test: "npm run unit", unit: "vitest" }, "vitest"],
  ["npm test", { test: "pytest tests" }, "pytest"],
  ["npm test", { test: "tsc && pytest tests" }, "command"],
  ["npm test", { test: "npm test" }, "command"],
  ["npm test", { test: "make test" }, "command"],
  ["npm test", {}, "command"],
  ["npm run vitest", {}, "command"],
] as const)("%s with scripts %o is run by %s", ([command, scripts, runner]) => {
  expect(suiteOf(words(command), packageWith(scripts)).runner).toBe(runner);
});

test("a script's words are split as a shell splits them", () => {
  const script = `A=1 tsc -p . && vitest run "a \\"b\\" c" 'd e'f\\ g; echo done|cat`;

  expect(splitWords(script)).toEqual([
    ["A=1", "tsc", "-p", "."],
    ["vitest", "run", 'a "b" c', "d ef g"],
    ["echo", "done"],
    ["cat"],
  ]);
});

test.for([
  ["npx vitest run test/unit --coverage", {}, "npx vitest run a.test.ts b.test.ts --coverage"],
  ["vitest --config c.ts", {}, "vitest a.test.ts b.test.ts --config c.ts"],
  ["npx jest --ci", {}, "npx jest a\\.test\\.ts b\\.test\\.ts --ci"],
  ["jest --runTestsByPath old.ts", {}, "jest a.test.ts b.test.ts --runTestsByPath old.ts"],
  ["mocha test", {}, "mocha test"],
  ["npm test", { test: "vitest run" }, "npm test -- a.test.ts b.test.ts"],
  ["npm test -- --silent", { test: "vitest run" }, "npm test -- --silent a.test.ts b.test.ts"],
  ["yarn test", { test: "vitest run" }, "yarn test a.test.ts b.test.ts"],
  ["npm test", { test: "vitest run --coverage" }, "npm test"],
  ["npm test", { test: "vitest run && echo done" }, "npm test"],
] as const)("%s with scripts %o is narrowed to %s", ([command, scripts, narrowed]) => {
  const recognised = recognise(words(command), packageWith(scripts));

  expect(recognised && narrowedCommand(recognised, ["a.test.ts", "b.test.ts"])).toEqual(words(narrowed));
});
