import type { InstalledPackage } from "../emulators/definition.ts";
import type { LabEvent } from "../emulators/events.ts";
import { bringPackage, type DemoPackage, importPackage } from "./packages.ts";

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

/** Finds the SDKs, and installs those that are missing. */
export async function bringSdks(cwd: string, onEvent: (event: LabEvent) => void): Promise<InstalledSdks> {
  const bring = (name: DemoPackage) => bringPackage(name, cwd, onEvent);
  const [blob, queue, tables, s3, dynamodb] = await Promise.all([
    bring("@azure/storage-blob"),
    bring("@azure/storage-queue"),
    bring("@azure/data-tables"),
    bring("@aws-sdk/client-s3"),
    bring("@aws-sdk/client-dynamodb"),
  ]);
  return { blob, queue, tables, s3, dynamodb };
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
