import {
  describeShape,
  type Fault,
  type Interface,
  type Operation,
  typesReachedFrom,
} from "../model/index.ts";

/** An operation as one flat row, for machines; `types` has every named type that its parameters and output refer to. */
export function operationRow({ name: service, types }: Interface, operation: Operation): object {
  const { name, http, output, ...more } = operation;
  const parts = [
    ...operation.parameters.map(({ type }) => type),
    ...Object.values(output.headers),
    output.body,
  ];
  return {
    service,
    operation: name,
    method: http.method,
    alsoMethods: http.alsoMethods,
    path: http.path,
    query: http.query,
    headers: http.headers,
    has: http.has,
    shape: describeShape(http),
    status: [output.status, ...output.alsoStatus],
    output,
    ...more,
    types: typesReachedFrom(parts, types),
  };
}

/** An interface's operations as a Markdown section: the faults of all of them first, then one table. */
export function operationsMarkdown({ name, title, version, operations }: Interface): string {
  const always = sharedFaults(operations);
  const rows = operations.map((operation) => {
    const { http, output, faults, price } = operation;
    const own = faults.filter(({ code }) => !always.some((fault) => fault.code === code));
    const success = [output.status, ...output.alsoStatus].join(", ");
    const cells = [
      `\`${operation.name}\``,
      `\`${describeShape(http)}\``,
      success,
      byStatus(own),
      price,
      remarks(operation),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `## ${title} (\`${name}\`)`,
    "",
    `${operations.length} operations, API version ${version}. Every one of them may also answer: ${byStatus(always)}.`,
    "",
    "| operation | HTTP shape | success | faults | price class | remarks |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** The faults that every operation has whose faults are modelled. */
function sharedFaults(operations: readonly Operation[]): readonly Fault[] {
  const [first, ...others] = operations.filter(({ faults }) => faults.length > 0).map(({ faults }) => faults);
  return (first ?? []).filter(({ code }) =>
    others.every((faults) => faults.some((fault) => fault.code === code)),
  );
}

function byStatus(faults: readonly Fault[]): string {
  return [...Map.groupBy(faults, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, group]) => `${status} ${group.map(({ code }) => code).join(", ")}`)
    .join("; ");
}

function remarks({ asynchronous, detail, twinOf, kind }: Operation): string {
  return [
    ...(asynchronous ? ["goes on after the answer"] : []),
    ...(kind === "one-way" ? ["one-way"] : []),
    ...(twinOf === undefined ? [] : [`older name of the same request as \`${twinOf}\``]),
    ...(detail === "shape" ? ["by name and shape"] : []),
  ].join("; ");
}
