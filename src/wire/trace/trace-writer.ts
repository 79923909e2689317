import { closeSync, ftruncateSync, writeSync } from "node:fs";
import { TouchstoneError } from "../../model/index.ts";
import { openPrivately } from "../private-file.ts";
import type { Exchange, TraceHeader } from "./exchange.ts";

/**
 * Appends exchanges to a trace, one or several in a write that is over before it returns: what is in the file survives
 * the end of this process, however it comes.
 */
export class TraceWriter implements Disposable {
  readonly file: string;
  readonly #descriptor: number;
  readonly #room = Buffer.allocUnsafe(256 * 1024);
  /** Lines that are not in the file yet. */
  #waiting: string[] = [];
  #size = 0;
  #count = 0;
  #isOpen = true;

  /** Begins a new trace; a file of that name is replaced. */
  constructor(file: string, header: TraceHeader) {
    this.file = file;
    try {
      this.#descriptor = openPrivately(file);
    } catch (cause) {
      throw unwritable(file, cause);
    }
    try {
      this.#waiting.push(JSON.stringify(header));
      this.#append();
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** How many exchanges are in it. */
  get count(): number {
    return this.#count;
  }

  /** Appends an exchange, and gives it its number. */
  write(exchange: Omit<Exchange, "id">): Exchange {
    const numbered = this.add(exchange);
    this.flush();
    return numbered;
  }

  /** Gives an exchange its number; it is in the file after the next {@link flush}. */
  add(exchange: Omit<Exchange, "id">): Exchange {
    const numbered = { id: this.#count + this.#waiting.length + 1, ...exchange };
    this.#waiting.push(JSON.stringify(numbered));
    return numbered;
  }

  /** Writes what was added, all of it or nothing; what cannot be written is forgotten. */
  flush(): void {
    const { length } = this.#waiting;
    if (length === 0) return;
    this.#append();
    this.#count += length;
  }

  #append(): void {
    const lines = this.#waiting;
    this.#waiting = [];
    // The descriptor may be another file's by now.
    if (!this.#isOpen) throw unwritable(this.file, new Error("it has been closed"));
    const bytes = this.#bytesOf(`${lines.join("\n")}\n`);
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#size + done);
      }
    } catch (cause) {
      this.#forget();
      throw unwritable(this.file, cause);
    }
    this.#size += bytes.length;
  }

  /** What is written one after the other can share one piece of memory, if it is not too long. */
  #bytesOf(text: string): Buffer {
    const isShort = text.length * 3 <= this.#room.length;
    return isShort ? this.#room.subarray(0, this.#room.write(text)) : Buffer.from(text);
  }

  /** Half a line is no line. */
  #forget(): void {
    try {
      ftruncateSync(this.#descriptor, this.#size);
    } catch {
      // What cannot be shortened, such as a device, was not lengthened either.
    }
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    try {
      this.flush();
    } finally {
      this.#isOpen = false;
      closeSync(this.#descriptor);
    }
  }
}

function unwritable(file: string, cause: unknown): TouchstoneError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = code === "ENOSPC" ? "no space is left" : message;
  return new TouchstoneError("TS_TRACE_UNWRITABLE", `the trace ${file} cannot be written: ${why}`, {
    hint: "What is in it up to now is whole.",
    cause,
  });
}
