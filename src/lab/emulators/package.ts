import { existsSync, readFileSync } from "node:fs";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { TouchstoneError } from "../../model/index.ts";
import { makeFolder } from "../../wire/index.ts";
import { cacheFolder, unusableCache } from "../cache.ts";
import { ScratchFolder } from "../process/scratch-folder.ts";
import type { InstalledPackage } from "./definition.ts";
import { npm } from "./npm.ts";

/** Where packages are looked for, besides the cache. */
export interface PackageSearch {
  /** The user's project. */
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly onInstall?: (what: string, into: string) => void;
}

/**
 * Finds an npm package: without a version the project's own, then the one beside Touchstone; with a version
 * (or a tag such as `latest`) exactly that one, installed once into the cache.
 */
export async function findPackage(
  name: string,
  wanted: string | undefined,
  search: PackageSearch,
): Promise<InstalledPackage> {
  const near = installedPackage(name, search.cwd);
  if (wanted === undefined && near !== undefined) return near;
  if (wanted === undefined) {
    throw new TouchstoneError("TS_PACKAGE_MISSING", `the package ${name} is not installed`, {
      hint: `Install it with: npm install --save-dev ${name}\nOr name a version behind the emulator's name, such as @latest: it is then installed once into Touchstone's cache.`,
    });
  }
  const version = await exactVersion(name, wanted, search);
  return near?.version === version ? near : installedInCache(name, version, search);
}

/** The project's own package, else the one beside Touchstone. */
export function installedPackage(name: string, cwd: string): InstalledPackage | undefined {
  return installedNear(name, cwd) ?? installedNear(name, import.meta.dirname);
}

/** What a tag stands for today; a version stands for itself. */
async function exactVersion(name: string, wanted: string, search: PackageSearch): Promise<string> {
  if (/^\d+\.\d+\.\d+[\w.+-]*$/.test(wanted)) return wanted;
  if (!isVersionOrTag(wanted)) {
    throw new TouchstoneError("TS_PACKAGE_VERSION", `${wanted} is not a version of ${name}`, {
      hint: `Write it like ${name}@1.2.3 or ${name}@latest.`,
    });
  }
  try {
    const lines = await npm(["view", `${name}@${wanted}`, "version"], search.cwd, search.signal);
    const version = lines.find((line) => /^\d+\.\d+\.\d+\S*$/.test(line));
    if (version !== undefined) return version;
  } catch (cause) {
    throw installError(`${name}@${wanted}`, cause);
  }
  throw installError(`${name}@${wanted}`, new Error("there is no such version"));
}

/** `3.21.0` or `latest`; ranges are not taken. */
export function isVersionOrTag(text: string): boolean {
  return /^\w[\w.+-]*$/.test(text);
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
  const home = join(cacheFolder(), "packages", `${name}@${version}`);
  const inside = join("node_modules", name);
  const known = readPackage(name, join(home, inside));
  if (known !== undefined) return known;
  search.onInstall?.(`${name}@${version}`, home);
  await install(`${name}@${version}`, home, search.signal);
  const fresh = readPackage(name, join(home, inside));
  if (fresh === undefined) {
    throw new TouchstoneError("TS_PACKAGE_BROKEN", `npm left no ${name} in ${home}`);
  }
  return fresh;
}

/** Installs beside the goal and moves it there whole, so that a broken install is never taken for a good one. */
async function install(what: string, home: string, signal: AbortSignal | undefined): Promise<void> {
  const workshop = join(cacheFolder(), "installing");
  try {
    await makeFolder(workshop);
    await makeFolder(dirname(home));
    await sweep(workshop);
  } catch (cause) {
    throw unusableCache(cause);
  }
  await using fresh = new ScratchFolder(workshop, "npm-");
  try {
    await writeFile(join(fresh.path, "package.json"), JSON.stringify({ private: true }));
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
    await npm(["install", what, ...flags], fresh.path, signal);
    await rename(fresh.path, home).catch((error: unknown) => {
      if (!existsSync(join(home, "node_modules"))) throw error;
    });
  } catch (cause) {
    throw installError(what, cause);
  }
}

/** Removes what a machine that went down during an install has left: nothing takes an hour. */
async function sweep(workshop: string): Promise<void> {
  for (const name of await readdir(workshop)) {
    const folder = join(workshop, name);
    // Another install may have ended in the meantime.
    const age = await stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > 3_600_000) await rm(folder, { recursive: true, force: true });
  }
}

function installError(what: string, cause: unknown): TouchstoneError {
  return new TouchstoneError("TS_PACKAGE_INSTALL", `npm could not install ${what}`, {
    hint: `${(cause as Error).message}\nSee whether the version exists (npm view ${what}) and the registry can be reached.`,
    cause,
  });
}
