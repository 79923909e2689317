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

export async function loadSdks(cwd: string, onEvent: (event: LabEvent) => void): Promise<DemoSdks> {
  const bring = async <Module>(name: Parameters<typeof bringPackage>[0]) =>
    importPackage<Module>(await bringPackage(name, cwd, onEvent));
  return {
    blob: await bring("@azure/storage-blob"),
    queue: await bring("@azure/storage-queue"),
    tables: await bring("@azure/data-tables"),
    s3: await bring("@aws-sdk/client-s3"),
    dynamodb: await bring("@aws-sdk/client-dynamodb"),
  };
}
