import type { CallExpression, Expression, RecordedArgument } from "../../clouds/index.ts";
import type { JsWriter } from "./js-values.ts";

/** Code that calls an SDK: what comes before, and the last call, for whose answer one waits. */
export interface CallCode {
  readonly before: readonly string[];
  /** From the client on, link by link: `owner`, `.getContainerClient(ts000001)`, `.create()`. */
  readonly last: readonly string[];
  /** The classes of the SDK that it makes. */
  readonly classes: readonly string[];
}

/**
 * Recorded calls as code. What is used once stands where it is used, what is used more often has a name, and what is
 * not used at all is done for its effect.
 */
export function callCode(calls: readonly CallExpression[], client: string, writer: JsWriter): CallCode {
  const uses = usesIn(calls);
  const names = new Map<Expression, string>();
  const classes: string[] = [];

  const argument = (arg: RecordedArgument): string =>
    "value" in arg ? writer.value(arg.value, "    ") : links(arg.expression).join("");
  const list = (args: readonly RecordedArgument[]): string =>
    withoutTail(args.map(withoutEmpty)).map(argument).join(", ");
  const links = (expression: Expression): readonly string[] => {
    const name = names.get(expression);
    if (name !== undefined) return [name];
    switch (expression.is) {
      case "client":
        return [client];
      case "member":
        return [...links(expression.of), `.${expression.name}`];
      case "new":
        classes.push(expression.name);
        return [`new ${expression.name}(${list(expression.args)})`];
      case "call":
        return [...links(expression.of), `.${expression.name}(${list(expression.args)})`];
    }
  };

  const before: string[] = [];
  for (const call of calls.slice(0, -1)) {
    const count = uses.get(call) ?? 0;
    if (count === 1) continue;
    const code = links(call).join("");
    if (count === 0) before.push(`await ${code};`);
    else {
      const name = nameFor(call.name, [...names.values()]);
      before.push(`const ${name} = ${code};`);
      names.set(call, name);
    }
  }
  const final = calls.at(-1);
  const last = final === undefined ? ["undefined"] : links(final);
  return { before, last, classes: [...new Set(classes)] };
}

function usesIn(calls: readonly CallExpression[]): ReadonlyMap<Expression, number> {
  const uses = new Map<Expression, number>();
  const use = (expression: Expression): void => {
    uses.set(expression, (uses.get(expression) ?? 0) + 1);
    if (expression.is === "member") use(expression.of);
  };
  for (const { of, args } of calls) {
    use(of);
    for (const arg of args) if ("expression" in arg) use(arg.expression);
  }
  return uses;
}

/** Options of Azure's SDKs that say nothing where they are empty. */
const emptyOptions = new Set([
  "blobHTTPHeaders",
  "conditions",
  "modifiedAccessCondition",
  "queryOptions",
  "sourceConditions",
]);

function withoutEmpty(arg: RecordedArgument): RecordedArgument {
  if (!("value" in arg) || !isFields(arg.value)) return arg;
  const all = Object.entries(arg.value);
  const telling = all.filter(
    ([name, value]) => !(emptyOptions.has(name) && isFields(value) && isEmpty(value)),
  );
  if (telling.length === all.length) return arg;
  return { value: telling.length === 0 ? undefined : Object.fromEntries(telling) };
}

function isFields(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Arguments that are not given are not written, unless one that is given comes behind them. */
function withoutTail(args: readonly RecordedArgument[]): readonly RecordedArgument[] {
  const last = args.findLastIndex((arg) => !("value" in arg) || arg.value !== undefined);
  return args.slice(0, last + 1);
}

/** `createBatch` gives a `batch`. */
function nameFor(method: string, taken: readonly string[]): string {
  const bare = method.replace(/^(?:get|create)(?=[A-Z])/, "");
  const name = bare.charAt(0).toLowerCase() + bare.slice(1);
  return taken.includes(name) ? `${name}${taken.length + 1}` : name;
}
