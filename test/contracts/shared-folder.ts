import { existsSync } from "node:fs";
import { join } from "node:path";

/** A part of the folder that TOUCHSTONE_SHARED names, which is no part of this repository; ends the script without it. */
export function sharedPath(part: string): string {
  const root = process.env["TOUCHSTONE_SHARED"] ?? "";
  const path = join(root, part);
  if (root === "" || !existsSync(path)) {
    console.error(`TOUCHSTONE_SHARED names no folder with ${part}`);
    process.exit(2);
  }
  return path;
}
