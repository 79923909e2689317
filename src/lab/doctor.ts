import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { makeFolder } from "../wire/index.ts";
import { cacheFolder } from "./cache.ts";
import { newestApiVersion, spokenVersions } from "./emulators/azurite.ts";
import { findJava } from "./emulators/java.ts";
import { emulators } from "./emulators/known.ts";
import { installedPackage } from "./emulators/package.ts";

/** One thing that was looked at. */
export interface Diagnosis {
  readonly name: string;
  /** `note`: it works, and there is something to know; `wrong`: it is there, and has to be mended. */
  readonly state: "ok" | "missing" | "note" | "wrong";
  readonly detail: string;
  /** What cannot be done without it, and how to get it. */
  readonly cost?: string;
  readonly fix?: string;
}

/** Looks at everything that Touchstone can use on this machine. */
export async function diagnose(cwd: string): Promise<Diagnosis[]> {
  return [
    { name: "Node", state: "ok", detail: process.version },
    await npm(),
    ...emulators.map(({ name, package: packageName, services }) =>
      emulator(name, packageName, services, cwd),
    ),
    await java(),
    ...apiVersions(cwd),
    await cache(),
  ];
}

async function java(): Promise<Diagnosis> {
  const found = await findJava();
  if (found?.isNewEnough) return { name: "Java", state: "ok", detail: found.line };
  return {
    name: "Java",
    state: "missing",
    detail: found === undefined ? "no working java on the PATH" : `${found.line} is too old`,
    cost: "dynamodb-local cannot be started; dynalite stands for DynamoDB instead",
    fix: "install a Java runtime, version 17 or newer",
  };
}

async function npm(): Promise<Diagnosis> {
  try {
    const { stdout } = await promisify(execFile)("npm", ["--version"], {
      shell: process.platform === "win32",
    });
    return { name: "npm", state: "ok", detail: stdout.trim() };
  } catch {
    return {
      name: "npm",
      state: "missing",
      detail: "no npm on the PATH",
      cost: "emulators with a version, such as azurite@3.21.0, cannot be installed",
      fix: "install npm; it comes with Node",
    };
  }
}

function emulator(name: string, packageName: string, services: readonly string[], cwd: string): Diagnosis {
  const found = installedPackage(packageName, cwd);
  return found === undefined
    ? {
        name,
        state: "missing",
        detail: `the package ${packageName} is not installed`,
        cost: `${services.join(", ")} cannot be emulated by ${name}`,
        fix: `npm install --save-dev ${packageName}`,
      }
    : { name, state: "ok", detail: `${found.version}, for ${services.join(", ")}` };
}

/** Says where an installed SDK speaks a newer API version than the installed Azurite knows. */
function apiVersions(cwd: string): Diagnosis[] {
  const azurite = installedPackage("azurite", cwd);
  const known = azurite === undefined ? undefined : newestApiVersion(azurite);
  if (azurite === undefined || known === undefined) return [];
  return spokenVersions(cwd).map(({ sdk, version }): Diagnosis => {
    const detail = `${sdk.version} speaks API version ${version}; azurite ${azurite.version} knows up to ${known}`;
    return version <= known
      ? { name: sdk.name, state: "ok", detail }
      : {
          name: sdk.name,
          state: "note",
          detail,
          cost: "Azurite is started with --skipApiVersionCheck: it answers, but newer behaviour is not emulated",
          fix: "update azurite when a version knows it",
        };
  });
}

async function cache(): Promise<Diagnosis> {
  const folder = cacheFolder();
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch {
    return unusable(`${folder} cannot be written`);
  }
  const isFolder = (await stat(folder)).isDirectory();
  return isFolder ? { name: "cache", state: "ok", detail: folder } : unusable(`${folder} is not a folder`);
}

function unusable(detail: string): Diagnosis {
  return {
    name: "cache",
    state: "wrong",
    detail,
    cost: "no emulator version can be kept, and no certificate made for HTTPS",
    fix: "set TOUCHSTONE_CACHE to a folder that can be written",
  };
}
