import { isFromAnswer, Resources, type Step } from "../../explore/index.ts";
import { type Interface, type Operation, type ResourcePaths, valuesAt } from "../../model/index.ts";
import type { Case } from "./identity.ts";

/** An earlier step whose effect goes on after its answer, and what it does with what the step in question is about. */
export interface Change {
  readonly operation: string;
  readonly kind: "makes" | "removes" | "changes";
}

/** The last such step, if there is one. */
export function earlierChange({ sequence, discrepancy }: Case, described: Interface): Change | undefined {
  const known = new Map(described.operations.map((operation) => [operation.name, operation]));
  const about = resourcesOf(sequence[discrepancy.step], known);
  for (const step of sequence.slice(0, discrepancy.step).toReversed()) {
    const operation = known.get(step.operation);
    if (operation === undefined || !operation.asynchronous) continue;
    const shared = [...resourcesOf(step, known)].filter((resource) => about.has(resource));
    if (shared.length > 0) {
      const resources = new Set(shared.map((resource) => resource.split(" ")[0] ?? ""));
      return { operation: operation.name, kind: kindOf(operation, resources, described) };
    }
  }
  return undefined;
}

/** What takes away a setting changes the thing that has it. */
function kindOf(operation: Operation, shared: ReadonlySet<string>, described: Interface): Change["kind"] {
  const resources = new Resources(described);
  if ([...shared].some((resource) => resources.removersOf(resource).includes(operation))) return "removes";
  return Object.keys(operation.produces).some((made) => shared.has(made)) ? "makes" : "changes";
}

/** The resources that a step names: `container ts000001`. */
function resourcesOf(step: Step | undefined, known: ReadonlyMap<string, Operation>): ReadonlySet<string> {
  const operation = step === undefined ? undefined : known.get(step.operation);
  if (step === undefined || operation === undefined) return new Set();
  const named = (paths: ResourcePaths, prefix: string) =>
    Object.entries(paths).flatMap(([resource, places]) =>
      places
        .filter((place) => place.startsWith(prefix))
        .flatMap((place) => textsOf(valuesAt(step.input, place.slice(prefix.length))))
        .map((value) => `${resource} ${value}`),
    );
  return new Set([...named(operation.consumes, ""), ...named(operation.produces, "request ")]);
}

/** The texts among values, and what stands for one that an answer gives. */
function textsOf(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === "string") return [value];
    return isFromAnswer(value) ? [`of answer ${value.$from} at ${value.at}`] : [];
  });
}
