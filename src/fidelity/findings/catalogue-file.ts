import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TouchstoneError } from "../../model/index.ts";

/** The text of a catalogue's file; `undefined` where there is none yet. */
export function readText(file: string): string | undefined {
  try {
    // A pipe or a device would be read for ever.
    if (!statSync(file).isFile()) throw notAFile(file);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof TouchstoneError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new TouchstoneError("TS_CATALOGUE", `${file} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function notAFile(file: string): TouchstoneError {
  return new TouchstoneError("TS_CATALOGUE", `${file} is no file`, {
    hint: "Name a file for the catalogue; one that is not there yet is made.",
  });
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

/**
 * A lock beside the file, where all who change it meet. The system takes it back from a process that is no more; who holds
 * it takes it away afterwards.
 */
function lockOf(place: string): Disposable {
  const file = `${place}.lock`;
  try {
    for (const until = Date.now() + longestWait; ; ) {
      const lock = heldLock(file, until - Date.now());
      if (lock !== undefined) return lock;
    }
  } catch (cause) {
    if (unwritableCodes.has((cause as NodeJS.ErrnoException).code ?? "")) throw unwritable(place, cause);
    throw new TouchstoneError("TS_CATALOGUE", `${place} could not be locked: ${(cause as Error).message}`, {
      hint: "Try again when no other run records into it.",
      cause,
    });
  }
}

const unwritableCodes = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOENT"]);

/** The lock, once it is free; none where whoever held it has taken the file away: another may hold a new one already. */
function heldLock(file: string, wait: number): Disposable | undefined {
  using opening = new DisposableStack();
  const before = madeIfMissing(file);
  const isGone = () => before === undefined || identityOf(file) !== before;
  const lock = new DatabaseSync(file, { timeout: Math.max(0, wait) });
  opening.defer(() => lock.close());
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    // A file that is taken away while it is waited for may also be an error.
    if (wait > 0 && isGone()) return undefined;
    throw error;
  }
  if (isGone()) return undefined;
  opening.defer(() => rmSync(file, { force: true }));
  return opening.move();
}

/** The file's identity; nothing where it has gone again. It is only opened to make it: closing it would give up a lock. */
function madeIfMissing(file: string): string | undefined {
  try {
    closeSync(openSync(file, "wx"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return identityOf(file);
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

function unwritable(place: string, cause: unknown): TouchstoneError {
  return new TouchstoneError("TS_UNWRITABLE", `${place} cannot be written: ${(cause as Error).message}`, {
    hint: "See whether the folder is there, may be written, and has space left.",
    cause,
  });
}
