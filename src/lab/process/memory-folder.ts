import { accessSync, constants, statfsSync } from "node:fs";

/** Where Linux keeps files in memory. */
const inMemory = "/dev/shm";
/** What tells such a place from a folder on a disk. */
const tmpfs = 0x01021994;
/** Bytes: containers often have as little as 64 MiB there. */
const enough = 1024 ** 3;

/** A folder whose files are kept in memory, if this machine has one with enough room. */
export function memoryFolder({ folder = inMemory, room = enough } = {}): string | undefined {
  try {
    const { type, bsize, bavail } = statfsSync(folder);
    // What a container may use of the machine's memory may be less than the folder has room for.
    if (type !== tmpfs || Math.min(bsize * bavail, process.availableMemory()) < room) return undefined;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    return undefined;
  }
}
