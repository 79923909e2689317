import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstalledPackage } from "../emulators/definition.ts";
import type { LabEvent } from "../emulators/events.ts";
import { findPackage, installedPackage } from "../emulators/package.ts";

/** What the demo was tried with: installed into the cache where the project has none of its own. */
const tried = {
  azurite: "3.37.0",
  dynalite: "4.0.0",
  s3rver: "3.7.1",
  "@azure/storage-blob": "12.34.0",
  "@azure/storage-queue": "12.32.0",
  "@azure/data-tables": "13.3.2",
  "@aws-sdk/client-s3": "3.1164.0",
  "@aws-sdk/client-dynamodb": "3.1162.0",
} as const;

export type DemoPackage = keyof typeof tried;

/** The package where it is installed near the folder, else from the cache, where it is installed once. */
export async function bringPackage(
  name: DemoPackage,
  cwd: string,
  onEvent: (event: LabEvent) => void,
): Promise<InstalledPackage> {
  const near = installedPackage(name, cwd);
  if (near !== undefined) return near;
  return findPackage(name, tried[name], {
    cwd,
    onInstall: (what, into) => onEvent({ type: "installing", what, into }),
  });
}

/** Imports a package by where it is. */
export async function importPackage<Module>({ name, folder }: InstalledPackage): Promise<Module> {
  const entry = createRequire(join(folder, "_")).resolve(name);
  return (await import(pathToFileURL(entry).href)) as Module;
}
