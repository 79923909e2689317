import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { TouchstoneError } from "../model/index.ts";

/** Fails where a file cannot be written: before work that would be lost with it. */
export function requireWritable(file: string): void {
  const folder = dirname(file);
  try {
    if (!isFolder(folder)) throw new Error(`${folder} is no folder`);
    if (isFolder(file)) throw new Error("it is a folder");
    const there = statSync(file, { throwIfNoEntry: false }) === undefined ? folder : file;
    accessSync(there, constants.W_OK);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/** Writes a file; where that fails, it says so plainly. */
export function writeWhole(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function unwritable(file: string, cause: unknown): TouchstoneError {
  return new TouchstoneError("TS_UNWRITABLE", `${file} cannot be written: ${(cause as Error).message}`, {
    hint: "See whether the folder is there, may be written, and has space left.",
    cause,
  });
}
