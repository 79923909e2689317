import { interfaceOf, type ServiceName, topLevelOf } from "../../clouds/index.ts";
import { type Input, requestPaths, valuesAt } from "../../model/index.ts";

/** What a call does to things at the top of an account, if it is done. */
export interface TopChange {
  /**
   * `writes`: to something that should be there already; a target may take that for making it. The answer to a batch does
   * not tell what became of its parts: it writes to nothing.
   */
  readonly does: "makes" | "removes" | "writes";
  readonly names: readonly string[];
}

interface Named {
  readonly does: TopChange["does"];
  readonly paths: readonly string[];
}

/** Reads off inputs which containers, queues, tables or buckets calls make, remove and write to. */
export function topChanges(service: ServiceName): (operation: string, input: Input) => TopChange | undefined {
  const { resource, changes } = topLevelOf(service);
  const named = new Map<string, Named>();
  for (const { name, readOnly, bodyFormat, produces, consumes } of interfaceOf(service).operations) {
    const made = requestPaths(produces[resource] ?? []);
    const does = changes[name] === "removed" ? "removes" : changes[name] === "made" ? "makes" : "writes";
    const paths = does === "makes" ? made : [...made, ...(consumes[resource] ?? [])];
    if (!readOnly && bodyFormat !== "multipart" && paths.length > 0) named.set(name, { does, paths });
  }
  return (operation, input) => {
    const found = named.get(operation);
    if (found === undefined) return undefined;
    const names = found.paths
      .flatMap((path) => valuesAt(input, path))
      .filter((name) => typeof name === "string");
    return { does: found.does, names: names.filter((name) => name !== "").map(bare) };
  };
}

/** A table of DynamoDB may also be called by its ARN. */
function bare(name: string): string {
  return name.replace(/^arn:[^/]*:table\//, "");
}
