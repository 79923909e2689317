import type { HybridEvent } from "../../hybrid/index.ts";
import type { Terminal } from "../terminal.ts";

const phases = {
  emulator: "on the emulators",
  noise: "once more on the emulators",
  cloud: "on the cloud",
} as const;

type Phase = keyof typeof phases;

/** What is known of a phase while it goes on. */
export interface PhaseState {
  readonly phase: Phase;
  /** How many tests there are, where that is known. */
  readonly total: number | undefined;
  readonly done: number;
  readonly failed: number;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * A phase on one line.
 *
 * @example
 * phaseLine({ phase: "cloud", total: 8, done: 3, failed: 1, requests: 211, seconds: 31 });
 * // "3 of 8 tests on the cloud · 1 failed · 211 requests · 31 s"
 */
export function phaseLine({ phase, total, done, failed, requests, seconds }: PhaseState): string {
  const of = total === undefined || done === total ? "" : ` of ${total.toLocaleString("en-US")}`;
  const tests = `${done.toLocaleString("en-US")}${of} ${done === 1 && of === "" ? "test" : "tests"}`;
  return [
    `${tests} ${phases[phase]}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${requests.toLocaleString("en-US")} ${requests === 1 ? "request" : "requests"}`,
    elapsed(seconds),
  ].join(" · ");
}

function elapsed(seconds: number): string {
  const whole = Math.floor(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** How often a screen is rewritten, and how often a log gets a line. */
const screenPause = 200;
const logPause = 30_000;

/** Shows how far a run is: one line that is rewritten on a screen, a line now and then in a log. */
export class Progress implements Disposable {
  readonly #terminal: Terminal;
  readonly #timer: NodeJS.Timeout;
  #state: PhaseState | undefined;
  #started = 0;
  #logged = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#timer = setInterval(() => this.#show(), terminal.hasStatus ? screenPause : logPause);
    this.#timer.unref();
  }

  take(event: HybridEvent): void {
    if (event.type === "phase") this.#begin(event.phase, event.tests);
    else if (this.#state === undefined) return;
    else if (event.type === "request") this.#state = { ...this.#state, requests: this.#state.requests + 1 };
    else if (event.type === "result") {
      const failed = this.#state.failed + (event.result.status === "failed" ? 1 : 0);
      this.#state = { ...this.#state, failed, done: this.#state.done + 1 };
    }
  }

  #begin(phase: Phase, total: number | undefined): void {
    this.end();
    this.#started = performance.now();
    this.#state = { phase, total, done: 0, failed: 0, requests: 0, seconds: 0 };
    if (this.#terminal.hasStatus) this.#show();
    else {
      const { dim } = this.#terminal.noteColor;
      const tests = total === undefined ? "tests" : `${total} ${total === 1 ? "test" : "tests"}`;
      this.#terminal.note(dim(`${tests} ${phases[phase]} …`));
    }
  }

  #show(): void {
    const line = this.#line();
    if (line === undefined) return;
    if (this.#terminal.hasStatus) this.#terminal.status(cutTo(line, (process.stderr.columns ?? 80) - 1));
    else if (line !== this.#logged) {
      this.#logged = line;
      this.#terminal.note(line);
    }
  }

  #line(): string | undefined {
    if (this.#state === undefined) return undefined;
    return phaseLine({ ...this.#state, seconds: (performance.now() - this.#started) / 1000 });
  }

  /** What the phase came to stays; then nothing is going on. */
  end(): void {
    const line = this.#line();
    this.#state = undefined;
    this.#terminal.status("");
    if (line !== undefined) this.#terminal.note(line);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#state = undefined;
    this.#terminal.status("");
  }
}

function cutTo(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}
