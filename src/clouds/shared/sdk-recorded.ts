/** What an argument of a recorded call is: a value, or what another call gave. */
export type RecordedArgument =
  | { readonly value: unknown }
  | {
      readonly expression: Expression;
    };

/** A part of a program that calls an SDK, from the client on. */
export type Expression =
  | { readonly is: "client" }
  | { readonly is: "member"; readonly of: Expression; readonly name: string }
  | CallExpression
  | { readonly is: "new"; readonly name: string; readonly args: readonly RecordedArgument[] };

/** A call of a method, with its arguments. */
export interface CallExpression {
  readonly is: "call";
  readonly of: Expression;
  readonly name: string;
  readonly args: readonly RecordedArgument[];
}

/**
 * Runs code that calls a client, and tells the calls that it made, in their order, though nothing is there that
 * answers. What the code asks for and does not call, such as the client's address, is `known`.
 */
export async function recordedCalls<Client extends object>(
  run: (client: Client) => Promise<unknown>,
  known: Readonly<Record<string, unknown>> = {},
): Promise<readonly CallExpression[]> {
  const recorder = new Recorder(known);
  await run(recorder.standIn({ is: "client" }) as Client);
  return recorder.calls;
}

class Recorder {
  readonly calls: CallExpression[] = [];
  readonly #known: Readonly<Record<string, unknown>>;
  readonly #expressions = new WeakMap<object, Expression>();

  constructor(known: Readonly<Record<string, unknown>>) {
    this.#known = known;
  }

  /** Stands for a value that only the real SDK has: its members stand for the real ones' in turn. */
  standIn(expression: Expression): object {
    const proxy: object = new Proxy(() => {}, {
      get: (_, name) => this.#member(expression, name),
      apply: (_, __, args: readonly unknown[]) => this.#called(expression, args),
    });
    this.#expressions.set(proxy, expression);
    return proxy;
  }

  #member(of: Expression, name: string | symbol): unknown {
    // What has no `then` is no promise: whoever waits for it has it at once.
    if (typeof name === "symbol" || name === "then") return undefined;
    return Object.hasOwn(this.#known, name) ? this.#known[name] : this.standIn({ is: "member", of, name });
  }

  #called(expression: Expression, args: readonly unknown[]): object {
    if (expression.is !== "member") throw new TypeError("an SDK's client is no function");
    const { of, name } = expression;
    const call: CallExpression = { is: "call", of, name, args: args.map((each) => this.#argument(each)) };
    this.calls.push(call);
    return this.standIn(call);
  }

  #argument(value: unknown): RecordedArgument {
    const expression = typeof value === "function" ? this.#expressions.get(value) : undefined;
    return expression === undefined ? { value } : { expression };
  }
}
