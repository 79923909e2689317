import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../../..");

export const hasCurl: boolean = spawnSync("curl", ["--version"]).status === 0;

/** How a program ended, and all that it printed: first its results, then its errors. */
export interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Runs what was written for `node` or `sh` on an endpoint, in the repository, so that scripts find the SDKs. */
export async function ended(
  program: string,
  text: string,
  endpoint: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const folder = mkdtempSync(join(root, "node_modules/.repro-"));
  const file = join(folder, "repro.mjs");
  writeFileSync(file, text);
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const options = { encoding: "utf8", timeout: 60_000, env: { ...process.env, ...env } } as const;
  execFile(program, [file, endpoint], options, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), lines: (stdout + stderr).trimEnd().split("\n") }),
  );
  return await promise.finally(() => rmSync(folder, { recursive: true }));
}
