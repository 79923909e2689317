import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.ts";

/** Makes `dist/`: JavaScript, types, and a check that everything `package.json` exports is there. */
const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });

const compiled = await run("tsc", ["-p", "tsconfig.build.json"]);
if (compiled.code !== 0) fail(compiled.output);
chmodSync(join(root, "bin/touchstone.js"), 0o755);

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string | Record<string, string>>;
};
const missing = Object.values(exports)
  .flatMap((target) => (typeof target === "string" ? [target] : Object.values(target)))
  .filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) fail(`exported, but not there: ${missing.join(", ")}`);

const linted = await run("publint", ["--strict", "--pack", "false"]);
if (linted.code !== 0) fail(linted.output);
console.log(`built ${Object.keys(exports).length} exports into dist/`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
