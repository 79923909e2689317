import type { InstalledPackage } from "../emulators/definition.ts";
import type { LabEvent } from "../emulators/events.ts";
import { bringPackage, importPackage } from "./packages.ts";

/** The SDKs that the demo uses, loaded from wherever they are. */
export interface DemoSdks {
  readonly blob: typeof import("@azure/storage-blob");
  readonly queue: typeof import("@azure/storage-queue");
  readonly tables: typeof import("@azure/data-tables");
  readonly s3: typeof import("@aws-sdk/client-s3");
  readonly dynamodb: typeof import("@aws-sdk/client-dynamodb");
}

/** Where the SDKs are, by what they are for. */
export type InstalledSdks = Readonly<Record<keyof DemoSdks, InstalledPackage>>;

/** Finds the SDKs, and installs those that are missing, one after the other: they share npm's cache. */
export async function bringSdks(cwd: string, onEvent: (event: LabEvent) => void): Promise<InstalledSdks> {
  return {
    blob: await bringPackage("@azure/storage-blob", cwd, onEvent),
    queue: await bringPackage("@azure/storage-queue", cwd, onEvent),
    tables: await bringPackage("@azure/data-tables", cwd, onEvent),
    s3: await bringPackage("@aws-sdk/client-s3", cwd, onEvent),
    dynamodb: await bringPackage("@aws-sdk/client-dynamodb", cwd, onEvent),
  };
}

export async function loadSdks(installed: InstalledSdks): Promise<DemoSdks> {
  return {
    blob: await importPackage(installed.blob),
    queue: await importPackage(installed.queue),
    tables: await importPackage(installed.tables),
    s3: await importPackage(installed.s3),
    dynamodb: await importPackage(installed.dynamodb),
  };
}
