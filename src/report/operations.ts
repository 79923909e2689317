import { describeShape, type Interface, type Operation } from "../model/index.ts";

/** An operation as one flat row, for machines. */
export function operationRow(service: string, { name, http, output, ...operation }: Operation): object {
  return {
    service,
    operation: name,
    method: http.method,
    path: http.path,
    query: http.query,
    headers: http.headers,
    has: http.has,
    shape: describeShape(http),
    status: [output.status, ...output.alsoStatus],
    ...operation,
  };
}

/** An interface's operations as a Markdown section with one table. */
export function operationsMarkdown({ name, title, version, operations }: Interface): string {
  const rows = operations.map(
    (operation) =>
      `| ${[
        `\`${operation.name}\``,
        `\`${describeShape(operation.http)}\``,
        [operation.output.status, ...operation.output.alsoStatus].join(", "),
        faultsByStatus(operation),
        operation.price,
        remarks(operation),
      ].join(" | ")} |`,
  );
  return [
    `## ${title} (\`${name}\`)`,
    "",
    `${operations.length} operations, API version ${version}.`,
    "",
    "| operation | HTTP shape | success | faults | price class | remarks |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function faultsByStatus({ faults }: Operation): string {
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
