import { closeSync, constants, fchmodSync, fstatSync, openSync } from "node:fs";

/** Opens a new or emptied file for writing that its owner alone can read, also where it was there before. */
export function openPrivately(file: string): number {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    const stat = fstatSync(descriptor);
    // A device or a pipe is not ours to close to others.
    if (stat.isFile() && (stat.mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return descriptor;
}
