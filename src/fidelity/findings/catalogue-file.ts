import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TouchstoneError } from "../../model/index.ts";

/** The text of a catalogue's file; `undefined` where there is none yet. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new TouchstoneError("TS_CATALOGUE", `${file} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/**
 * Changes a file while no other process does: what stands under its name is always whole, the old text or the new one.
 * All of it happens at once, so that a process never waits for itself.
 */
export function changeText(file: string, change: (text: string | undefined) => string): void {
  const place = realPlace(file);
  using _ = lockOf(place);
  const before = readText(place);
  const after = change(before);
  if (after !== before) replace(place, after);
}

/** Where the file really is: a link to it stays one. */
function realPlace(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const folder = dirname(resolve(file));
    try {
      return join(realpathSync(folder), basename(file));
    } catch (cause) {
      throw unwritable(file, cause);
    }
  }
}

/** Only who holds the lock writes: what one left that was killed is overwritten by the next. */
function replace(place: string, text: string): void {
  const beside = `${place}.part`;
  try {
    const descriptor = openSync(beside, "w");
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(beside, place);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw unwritable(place, cause);
  }
}

const longestWait = 30_000;

/** A lock that the system takes back from a process that is no more. It lies beside no file of the user's. */
function lockOf(place: string): Disposable {
  const name = createHash("sha256").update(`${userInfo().uid} ${place}`).digest("hex").slice(0, 16);
  const lock = new DatabaseSync(join(tmpdir(), `touchstone-catalogue-${name}.lock`), {
    timeout: longestWait,
  });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new TouchstoneError("TS_CATALOGUE", `${place} is held by another process`, {
      hint: "Try again when no other run records into it.",
      cause,
    });
  }
  return { [Symbol.dispose]: () => lock.close() };
}

function unwritable(place: string, cause: unknown): TouchstoneError {
  return new TouchstoneError("TS_UNWRITABLE", `${place} cannot be written: ${(cause as Error).message}`, {
    hint: "See whether the folder is there, may be written, and has space left.",
    cause,
  });
}
