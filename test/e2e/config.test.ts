import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Outcome, touchstone } from "./command.ts";

/** Runs `touchstone up` in a folder with these files; nothing is configured to start. */
async function upWith(files: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return touchstone(["up"], "", { cwd: folder });
}

const broken = "export default {\n  services: {\n    s3 {},\n  },\n};\n";

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    "a mistake in TypeScript",
    { "touchstone.config.ts": broken },
    "touchstone.config.ts cannot be loaded: Expected ',', got '{' (touchstone.config.ts:3)",
  ],
  [
    "a mistake in JavaScript",
    { "touchstone.config.mjs": broken },
    "touchstone.config.mjs cannot be loaded: Unexpected token '{' (touchstone.config.mjs:3)",
  ],
  [
    "a mistake in a file that it imports",
    { "touchstone.config.ts": 'import "./shared.ts";', "shared.ts": broken },
    "touchstone.config.ts cannot be loaded: Expected ',', got '{' (shared.ts:3)",
  ],
  [
    "an error while it runs",
    { "touchstone.config.ts": "const port: number = 1;\nexport default { services: nothing };" },
    "touchstone.config.ts cannot be loaded: nothing is not defined (touchstone.config.ts:2)",
  ],
  [
    "something thrown that is no error",
    { "touchstone.config.ts": 'throw "boo"; export default {};' },
    "touchstone.config.ts cannot be loaded: it throws 'boo'",
  ],
])("tells the place of %s", async (_, files, message) => {
  const { code, stderr } = await upWith(files);

  expect(stderr).toBe(`✗ ${message}\n`);
  expect(code).toBe(2);
});

test.each([
  ["touchstone.config.ts", "export default { services: {} };"],
  ["touchstone.config.js", "export default { services: {} };"],
  ["touchstone.config.js", "module.exports = { services: {} };"],
])("reads %s (%s) in a project without a type, and Node has nothing to add", async (name, text) => {
  const { stderr } = await upWith({ "package.json": "{}", [name]: text });

  expect(stderr).toBe(
    "✗ there is nothing to start: name a service, or list some in touchstone.config.ts\n  See touchstone up --help\n",
  );
});
