import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./run.ts";

/** Makes `dist/`: JavaScript, types, and a check that everything `package.json` exports is there. */
const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });

const compiled = await run("tsc", ["-p", "tsconfig.build.json"]);
if (compiled.code !== 0) fail(compiled.output);
copyPlainScripts();
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

/** What is loaded into other people's processes is plain JavaScript, and goes along as it is. */
function copyPlainScripts(): void {
  for (const file of globSync("**/*.{cjs,mjs}", { cwd: join(root, "src") })) {
    mkdirSync(join(root, "dist", dirname(file)), { recursive: true });
    copyFileSync(join(root, "src", file), join(root, "dist", file));
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
