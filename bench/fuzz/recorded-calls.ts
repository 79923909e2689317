import type { CallOptions } from "../../src/clouds/index.ts";
import type { CallerName } from "../../src/explore/index.ts";
import type { Side } from "../../src/fidelity/index.ts";
import type { Input } from "../../src/model/index.ts";
import { withOpen } from "./gate.ts";

/** A call as a side was asked for it. */
export interface RecordedCall {
  readonly caller: CallerName;
  readonly operation: string;
  readonly input: Input;
  /** Of generated calls alone: whoever waits for a table asks without. */
  readonly options: CallOptions | undefined;
}

/** The calls of one sequence, and the names that nobody else has. */
export interface RecordedSequence {
  readonly calls: readonly RecordedCall[];
  readonly names: readonly string[];
  /** One of them was not answered: whatever was under way then was done again. */
  readonly isBroken: boolean;
}

/** A side that remembers the calls that were sent to it, of each sequence once that is over. */
export function recording(side: Side): { readonly side: Side; readonly sequences: RecordedSequence[] } {
  const sequences: RecordedSequence[] = [];
  const open: Side["open"] = (own = [], options) => {
    const names = [...own];
    const stage = side.open(names, options);
    const calls: RecordedCall[] = [];
    let isBroken = false;
    return {
      async call(caller, operation, input, options) {
        const result = await stage.call(caller, operation, input, options);
        if (result.kind !== "masked") calls.push({ caller, operation, input, options });
        isBroken ||= result.kind === "failed";
        return result;
      },
      refusal: (...call) => stage.refusal(...call),
      probe: (...look) => stage.probe(...look),
      [Symbol.asyncDispose]: () => {
        sequences.push({ calls, names, isBroken });
        return stage[Symbol.asyncDispose]();
      },
    };
  };
  return { side: withOpen(side, open), sequences };
}

/** Leaves out those that were done a second time, and broken off both times: nobody would do that twice. */
export function onlyOnce(): (sequence: RecordedSequence) => boolean {
  const broken = new Set<string>();
  return ({ calls, isBroken }) => {
    if (!isBroken) return true;
    const shape = shapeOf(calls);
    const isFirst = !broken.has(shape);
    broken.add(shape);
    return isFirst;
  };
}

/** What is called with texts how long: names and ids are others each time, and as long. */
function shapeOf(calls: readonly RecordedCall[]): string {
  return JSON.stringify(
    calls.map(({ operation, input }) => [operation, input]),
    (_, value: unknown) => {
      if (typeof value === "bigint") return String(value);
      return value instanceof Uint8Array || (typeof value === "string" && value.length >= shortestName)
        ? value.length
        : value;
    },
  );
}

/** As long as a name is that nobody else has. */
const shortestName = 8;
