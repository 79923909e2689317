import type { CallResult, State } from "../../../src/clouds/index.ts";
import type { Side } from "../../../src/fidelity/index.ts";
import type { Input } from "../../../src/model/index.ts";

let sides = 0;

/** What becomes of a side while it is asked. */
export interface Told {
  /** How often its process has died, or hung. */
  losses: number;
  /** How often of these it hung. */
  hangs: number;
  spent: string | undefined;
  /** What its process said at the end. */
  lastWords: readonly string[];
}

export function answered(status: number, headers: Readonly<Record<string, string>> = {}): CallResult {
  return { kind: "answered", via: "sdk", status, headers, body: new Uint8Array(), attempts: 1 };
}

/** What was called on a stage, the last at the end. */
export type Calls = readonly { readonly operation: string; readonly input: Input }[];

/** A side that answers as it is told to, and shows what it is told to when somebody looks; whatever fails there has died. */
export function sideThat(
  answers: (told: Told, calls: Calls) => CallResult,
  shows: (calls: Calls) => State = () => ({}),
): Side {
  const told: Told = { losses: 0, hangs: 0, spent: undefined, lastWords: [] };
  return {
    service: "azure-queue",
    kind: "emulator",
    label: "a side",
    endpoint: "http://127.0.0.1:1/devstoreaccount1",
    origin: `a side ${++sides}`,
    readSas: "",
    isOurs: true,
    get crashes() {
      return told.losses - told.hangs;
    },
    get losses() {
      return told.losses;
    },
    get spent() {
      return told.spent;
    },
    get lastWords() {
      return told.lastWords;
    },
    unanswered: [],
    leftovers: [],
    heldOthers: false,
    redact: (text) => text,
    open: () => {
      const calls: Calls[number][] = [];
      return {
        refusal: async () => undefined,
        call: (_, operation, input) => {
          calls.push({ operation, input });
          return Promise.resolve(answers(told, calls));
        },
        probe: () => Promise.resolve(shows(calls)),
        async [Symbol.asyncDispose]() {},
      };
    },
    async ready() {},
    async atRest() {},
    isAsNew: true,
    async asNew() {},
    async reset() {},
    recover: (failed) => Promise.resolve(failed?.kind === "failed" ? "died" : "alive"),
    breakOff() {},
    async [Symbol.asyncDispose]() {},
  };
}
