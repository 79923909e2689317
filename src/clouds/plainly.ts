import { isDeepStrictEqual } from "node:util";
import { defaultInput, type Input, type Operation } from "../model/index.ts";
import { exampleOf } from "./examples.ts";
import type { ServiceName } from "./service-names.ts";
import { interfaceOf } from "./services.ts";

/** How an operation is called as plainly as can be. */
interface Plainest {
  readonly input: Input;
  /** Paths of what names something, which may be called so or otherwise. */
  readonly naming: ReadonlySet<string>;
}

const known = new WeakMap<Operation, Plainest>();

/** Whether a call is given what it takes to make it, and nothing else, whatever the things are called that it names. */
export function isPlain(service: ServiceName, operation: Operation, given: Input): boolean {
  const { input, naming } = plainestOf(service, operation);
  return isAlike(input, given, "", naming);
}

function isAlike(plain: unknown, given: unknown, path: string, naming: ReadonlySet<string>): boolean {
  if (naming.has(path) && typeof plain === "string" && typeof given === "string") return true;
  if (!isFields(plain) || !isFields(given)) return isDeepStrictEqual(plain, given);
  const fields = Object.keys({ ...plain, ...given });
  return fields.every((name) =>
    isAlike(plain[name], given[name], path === "" ? name : `${path}.${name}`, naming),
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function plainestOf(service: ServiceName, operation: Operation): Plainest {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const { consumes, produces } = operation;
  const plainest = {
    input: { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) },
    naming: new Set([
      ...Object.values(consumes).flat(),
      ...Object.values(produces)
        .flat()
        .map((place) => place.replace(/^request /, "")),
    ]),
  };
  known.set(operation, plainest);
  return plainest;
}
