import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder for one test. */
export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "touchstone-e2e-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Answers everything; a request for `/die` ends it, and it never starts again. */
const mortal = `
  const { existsSync, writeFileSync } = require("node:fs");
  const mark = require("node:path").join(__dirname, "died");
  if (existsSync(mark)) { console.error("no second life"); process.exit(3); }
  const port = Number(process.argv[process.argv.indexOf("--port") + 1]);
  require("node:http").createServer((request, answer) => {
    answer.end();
    if (request.url !== "/die") return;
    writeFileSync(mark, "");
    process.exit(1);
  }).listen(port, "127.0.0.1");`;

/** A project whose s3rver is a mortal server of ours. */
export function projectWithMortalEmulator(): string {
  const project = emptyFolder();
  const home = join(project, "node_modules/s3rver");
  mkdirSync(join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "name": "s3rver", "version": "1.0.0" }');
  writeFileSync(join(home, "bin/s3rver.js"), mortal);
  return project;
}

const root = join(import.meta.dirname, "../..");

/** A PATH on which `npm install NAME@VERSION` links the repository's own package. */
export function pathWithLinkingNpm(): string {
  return pathWithNpm(`
    const { mkdirSync, symlinkSync } = require("node:fs");
    const { dirname, join } = require("node:path");
    const [, name] = /^(.+)@/.exec(process.argv[3]);
    const place = join("node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(${JSON.stringify(root)}, "node_modules", name), place);`);
}

/** A PATH on which `npm` is the program. */
export function pathWithNpm(program: string): string {
  const folder = emptyFolder();
  const file = join(folder, "npm");
  writeFileSync(file, `#!${process.execPath}\n${program}`);
  chmodSync(file, 0o755);
  return `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
}
