import type { CallResult } from "../../../src/clouds/index.ts";
import type { Side } from "../../../src/fidelity/index.ts";

/** What becomes of a side while it is asked. */
export interface Told {
  /** How often its process has died. */
  losses: number;
  spent: string | undefined;
}

export function answered(status: number): CallResult {
  return { kind: "answered", via: "sdk", status, headers: {}, body: new Uint8Array(), attempts: 1 };
}

/** A side that answers as it is told to; whatever fails there has died. */
export function sideThat(answers: (told: Told) => CallResult): Side {
  const told: Told = { losses: 0, spent: undefined };
  return {
    service: "azure-queue",
    kind: "emulator",
    label: "a side",
    endpoint: "http://127.0.0.1:1/devstoreaccount1",
    readSas: "",
    isOurs: true,
    get crashes() {
      return told.losses;
    },
    get losses() {
      return told.losses;
    },
    get spent() {
      return told.spent;
    },
    lastWords: [],
    leftovers: [],
    open: () => ({
      refusal: () => undefined,
      call: () => Promise.resolve(answers(told)),
      probe: () => Promise.resolve({}),
      async [Symbol.asyncDispose]() {},
    }),
    async atRest() {},
    async reset() {},
    recover: (failed) => Promise.resolve(failed?.kind === "failed" ? "died" : "alive"),
    async [Symbol.asyncDispose]() {},
  };
}
