import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { TouchstoneError } from "../../model/index.ts";
import { cacheFolder } from "../cache.ts";
import type { InstalledPackage } from "./definition.ts";

const run = promisify(execFile);

/** Where packages are looked for, besides the cache. */
export interface PackageSearch {
  /** The user's project. */
  readonly cwd: string;
  readonly onInstall?: (what: string, into: string) => void;
}

/**
 * Finds an npm package: without a version the project's own, then the one beside Touchstone; with a version
 * exactly that one, installed once into the cache.
 */
export async function findPackage(
  name: string,
  version: string | undefined,
  search: PackageSearch,
): Promise<InstalledPackage> {
  const near = installedNear(name, search.cwd) ?? installedNear(name, import.meta.dirname);
  if (near !== undefined && (version === undefined || near.version === version)) return near;
  if (version !== undefined) return installedInCache(name, version, search);
  throw new TouchstoneError("TS_PACKAGE_MISSING", `the package ${name} is not installed`, {
    hint: `Install it with: npm install --save-dev ${name}\nOr name a version, such as ${name}@latest: it is then installed once into Touchstone's cache.`,
  });
}

/** The package that a module in the folder would get, if any. */
export function installedNear(name: string, folder: string): InstalledPackage | undefined {
  for (const modules of createRequire(join(folder, "_")).resolve.paths(name) ?? []) {
    const found = readPackage(name, join(modules, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readPackage(name: string, folder: string): InstalledPackage | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return { name, version, folder };
}

async function installedInCache(
  name: string,
  version: string,
  search: PackageSearch,
): Promise<InstalledPackage> {
  if (!/^[\w.+-]+$/.test(version)) {
    throw new TouchstoneError("TS_PACKAGE_VERSION", `${version} is not a version of ${name}`, {
      hint: `Write it like ${name}@1.2.3 or ${name}@latest.`,
    });
  }
  const home = join(cacheFolder(), "packages", `${name}@${version}`);
  const inside = join("node_modules", name);
  const known = readPackage(name, join(home, inside));
  if (known !== undefined) return known;
  search.onInstall?.(`${name}@${version}`, home);
  await install(`${name}@${version}`, home);
  const fresh = readPackage(name, join(home, inside));
  if (fresh === undefined) throw new TouchstoneError("TS_PACKAGE_BROKEN", `npm left no ${name} in ${home}`);
  return fresh;
}

/** Installs beside the goal and moves it there whole, so that a broken install is never taken for a good one. */
async function install(what: string, home: string): Promise<void> {
  await mkdir(dirname(home), { recursive: true });
  const fresh = await mkdtemp(`${home}-`);
  try {
    await writeFile(join(fresh, "package.json"), JSON.stringify({ private: true }));
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error"];
    await run("npm", ["install", what, ...flags], { cwd: fresh, shell: process.platform === "win32" });
    await rename(fresh, home).catch((error: unknown) => {
      if (!existsSync(join(home, "node_modules"))) throw error;
    });
  } catch (cause) {
    throw new TouchstoneError("TS_PACKAGE_INSTALL", `npm could not install ${what}`, {
      hint: `${npmComplaint(cause)}\nSee whether the version exists (npm view ${what}) and the registry can be reached.`,
      cause,
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The lines of npm's complaint that say something. */
function npmComplaint(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: string; message: string };
  const lines = (stderr ?? message).split("\n").filter((line) => line.startsWith("npm error"));
  return lines.slice(0, 3).join("\n") || message;
}
