import { closeSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { TouchstoneError } from "../../model/index.ts";
import { makeFolder, openPrivately } from "../../wire/index.ts";

/** Writes a file that is there as a whole or not at all, also where it was there before. */
export async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    if (isDevice(file)) writeFileSync(file, text);
    else replace(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TouchstoneError("TS_REPORT_NOT_WRITTEN", `${file} cannot be written: ${why}`, { cause: error });
  }
}

function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    const descriptor = openPrivately(beside);
    try {
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** A pipe or a device cannot be replaced. */
function isDevice(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}
