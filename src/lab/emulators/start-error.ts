import { TouchstoneError } from "../../model/index.ts";
import type { ProcessEnd } from "../process/guarded-process.ts";

/** An emulator did not come up: how it ended, if it did, and its last words. */
export function startError(
  name: string,
  lastLines: readonly string[],
  end: ProcessEnd | undefined,
): TouchstoneError {
  const words = lastLines.slice(-8).join("\n");
  if (/EADDRINUSE|Address already in use/i.test(lastLines.join("\n"))) {
    return new TouchstoneError("TS_PORT_IN_USE", `${name} found its port in use`, { hint: words });
  }
  const how = end === undefined ? "gave no answer in time" : `ended ${describeEnd(end)} while starting`;
  return new TouchstoneError("TS_EMULATOR_START", `${name} ${how}`, {
    hint:
      words === ""
        ? "It said nothing. `touchstone doctor` checks what it needs."
        : `Its last words:\n${words}`,
  });
}

/** An emulator crashed, and no start brought it back; the cause is why the last one failed. */
export function lostError(name: string, cause?: unknown): TouchstoneError {
  const why = cause instanceof TouchstoneError ? `${cause.message}\n${cause.hint ?? ""}` : "Start it anew.";
  return new TouchstoneError("TS_EMULATOR_LOST", `${name} crashed and does not start any more`, {
    hint: why.trimEnd(),
    cause,
  });
}

export function isPortInUse(error: unknown): boolean {
  return error instanceof TouchstoneError && error.code === "TS_PORT_IN_USE";
}

/** `with code 1`, `by SIGKILL`, or why it could not start. */
export function describeEnd({ code, signal, error }: ProcessEnd): string {
  if (error !== undefined) return `at once (${error})`;
  return signal === null ? `with code ${code}` : `by ${signal}`;
}
