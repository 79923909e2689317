import type { Call } from "./contract.ts";
import type { Input } from "./default-value.ts";

/** A call, and whether somebody has missed in it what is not known. */
interface Watched {
  readonly seen: Call;
  readonly hasMissed: () => boolean;
}

const never = () => false;

/** A call of which it is noticed when somebody looks for what stands in a body that was not kept. */
export function watched(call: Call): Watched {
  const { unknown } = call;
  if (unknown === undefined) return { seen: call, hasMissed: never };
  let isMissed = false;
  const note = (name: string | symbol) => {
    if (typeof name === "string" && unknown.has(name)) isMissed = true;
  };
  const input = new Proxy<Input>(call.input, {
    get(target, name, receiver) {
      note(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    // Whoever looks at all of them looks for those, too.
    ownKeys(target) {
      isMissed ||= unknown.size > 0;
      return Reflect.ownKeys(target);
    },
  });
  const seen: Call = {
    ...call,
    input,
    get body(): Uint8Array | undefined {
      isMissed = true;
      return undefined;
    },
  } as Call;
  return { seen, hasMissed: () => isMissed };
}
