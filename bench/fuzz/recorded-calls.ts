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

/** A side that remembers the calls that were sent to it, those of one sequence behind each other. */
export function recording(side: Side): { readonly side: Side; readonly sequences: RecordedCall[][] } {
  const sequences: RecordedCall[][] = [];
  const open: Side["open"] = (own) => {
    const stage = side.open(own);
    const calls: RecordedCall[] = [];
    sequences.push(calls);
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
