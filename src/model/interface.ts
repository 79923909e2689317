import { TouchstoneError } from "./error.ts";
import { lostResources } from "./lost-resources.ts";
import type { Operation } from "./operation.ts";
import { operationFlaws } from "./operation-flaws.ts";
import { typeFlaws } from "./type-flaws.ts";
import type { Types } from "./types.ts";

/** What a service promises. Plain data: `JSON.stringify` keeps all of it. */
export interface Interface {
  readonly name: string;
  readonly title: string;
  /** The owner's version of the API that this describes. */
  readonly version: string;
  readonly types: Types;
  readonly operations: readonly Operation[];
  /**
   * Resources that no operation produces, since they are made of others: `/{bucket}/{key}`. `{endpoint}` is where the
   * service is.
   */
  readonly madeOf?: Readonly<Record<string, string>>;
}

/**
 * Checks that an interface is sound in itself, and returns it.
 *
 * @example
 * const clock = defineInterface({
 *   name: "clock", title: "Clock", version: "1", types: {},
 *   operations: [operation("Get", "GET /{zone}", { input: [path("zone", string())], output: string(), price: "read" })],
 * });
 */
export function defineInterface(definition: Interface): Interface {
  const ofTypes = typeFlaws(definition);
  const flaws = [
    ...repeatedNames(definition),
    ...definition.operations.flatMap((operation) => operationFlaws(operation, definition)),
    ...ofTypes,
    // Paths can be followed only through types that are there, and that end.
    ...(ofTypes.length > 0 ? [] : lostResources(definition)),
    ...unmadeResources(definition),
  ];
  if (flaws.length > 0) {
    throw new TouchstoneError("TS_INTERFACE", `the interface ${definition.name} is not sound`, {
      hint: flaws.join("\n"),
    });
  }
  return definition;
}

function repeatedNames({ operations }: Interface): string[] {
  const seen = new Set<string>();
  return operations
    .map(({ name }) => name)
    .filter((name) => seen.size === seen.add(name).size)
    .map((name) => `${name} is there twice`);
}

/** What resources are made of must itself be produced. */
function unmadeResources({ operations, madeOf = {} }: Interface): string[] {
  const produced = new Set(["endpoint", ...operations.flatMap(({ produces }) => Object.keys(produces))]);
  return Object.entries(madeOf).flatMap(([resource, template]) =>
    [...template.matchAll(/\{([^}]+)\}/g)]
      .map(([, part = ""]) => part)
      .filter((part) => !produced.has(part))
      .map((part) => `${resource} is made of ${part}, which no operation produces`),
  );
}
