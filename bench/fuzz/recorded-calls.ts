import type { CallOptions } from "../../src/clouds/index.ts";
import type { CallerName } from "../../src/explore/index.ts";
import type { Side } from "../../src/fidelity/index.ts";
import type { Input } from "../../src/model/index.ts";

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
}

/** A side that remembers the calls that were sent to it. */
export function recording(side: Side): { readonly side: Side; readonly sequences: RecordedSequence[] } {
  const sequences: RecordedSequence[] = [];
  const open: Side["open"] = (own = [], options) => {
    const names = [...own];
    const stage = side.open(names, options);
    const calls: RecordedCall[] = [];
    sequences.push({ calls, names });
    return {
      async call(caller, operation, input, options) {
        const result = await stage.call(caller, operation, input, options);
        if (result.kind !== "masked") calls.push({ caller, operation, input, options });
        return result;
      },
      refusal: (...call) => stage.refusal(...call),
      probe: (...look) => stage.probe(...look),
      [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
    };
  };
  const recorded = new Proxy(side, {
    get(target, name) {
      if (name === "open") return open;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { side: recorded, sequences };
}
