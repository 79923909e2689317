import { exampleOf, interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import type { Sequence, Step } from "../../explore/index.ts";
import { defaultInput, type Input, type Operation, requestPaths, valuesAt } from "../../model/index.ts";

/** Plain calls of an operation on what the calls before have named: one for each of these that names all it takes. */
export function readingSteps(service: ServiceName, operation: Operation, before: Sequence): readonly Step[] {
  const base = { ...defaultInput(operation, interfaceOf(service).types), ...exampleOf(service, operation) };
  const wanted = operation.parameters
    .filter(({ required }) => required)
    .flatMap(({ name }) => {
      const entry = Object.entries(operation.consumes).find(([, paths]) => paths.includes(name));
      return entry === undefined ? [] : [{ name, resource: entry[0] }];
    });
  const steps = before.map((_, at) => {
    const named = before.slice(0, at + 1).toReversed();
    const values = wanted.map(({ name, resource }) => [name, nearest(service, named, resource)] as const);
    if (values.some(([, value]) => value === undefined)) return undefined;
    const input: Input = { ...base, ...Object.fromEntries(values) };
    return { operation: operation.name, input, caller: "owner", tries: { kind: "valid" } } as const;
  });
  const unlike = new Map(
    steps.flatMap((step) => (step === undefined ? [] : [[JSON.stringify(step.input), step]])),
  );
  return [...unlike.values()].toReversed();
}

/** What the latest of some calls has named as a resource. */
function nearest(service: ServiceName, latestFirst: Sequence, resource: string): unknown {
  for (const { operation, input } of latestFirst) {
    const { consumes, produces } = operationOf(service, operation);
    const made = requestPaths(produces[resource] ?? []);
    const [value] = [...made, ...(consumes[resource] ?? [])].flatMap((path) => valuesAt(input, path));
    if (value !== undefined) return value;
  }
  return undefined;
}
