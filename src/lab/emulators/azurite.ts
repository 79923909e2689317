import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EmulatorDefinition, InstalledPackage } from "./definition.ts";

/** Azurite's one account, the same for everybody: Microsoft documents its key. */
const account = {
  id: "devstoreaccount1",
  secret: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
};

export const azurite: EmulatorDefinition = {
  name: "azurite",
  package: "azurite",
  services: ["azure-blob", "azure-queue", "azure-table"],
  https: true,
  needsJava: false,
  credentials: account,
  launch: ({ installed, dataFolder, ports: [blob, queue, table], tls }) => ({
    command: process.execPath,
    args: [
      join(installed.folder, "dist/src/azurite.js"),
      ...["--blobPort", String(blob), "--queuePort", String(queue), "--tablePort", String(table)],
      ...["--cert", tls.certificateFile, "--key", tls.keyFile, "--oauth", "basic"],
      ...["--silent", "--skipApiVersionCheck"],
      ...optionsOf(installed, "disableTelemetry"),
      ...(has(installed, "inMemoryPersistence") ? ["--inMemoryPersistence"] : ["--location", dataFolder]),
    ],
  }),
  remarks: (installed) => {
    const newest = newestApiVersion(installed);
    return newest === undefined
      ? []
      : [
          `knows API versions up to ${newest}; newer ones are let through (--skipApiVersionCheck), not emulated`,
        ];
  },
};

function optionsOf(installed: InstalledPackage, option: string): string[] {
  return has(installed, option) ? [`--${option}`] : [];
}

/** Whether this version of Azurite has a command-line option: an unknown one would stop it. */
function has(installed: InstalledPackage, option: string): boolean {
  return sourceOf(installed, "dist/src/common/Environment.js").includes(`"${option}"`);
}

/** The newest API version that an Azurite emulates. */
export function newestApiVersion(installed: InstalledPackage): string | undefined {
  const source = sourceOf(installed, "dist/src/blob/utils/constants.js");
  return source
    .match(/\d{4}-\d\d-\d\d/g)
    ?.toSorted()
    .at(-1);
}

function sourceOf({ folder }: InstalledPackage, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}
