import type { Interface } from "./interface.ts";
import type { Operation } from "./operation.ts";
import { typesAt } from "./resource-path.ts";
import type { Types } from "./types.ts";

/** Paths of produced and consumed resources that lead nowhere, a line each. */
export function lostResources({ operations, types }: Interface): string[] {
  return operations.flatMap((operation) =>
    lostIn(operation, types).map((flaw) => `${operation.name}: ${flaw}`),
  );
}

function lostIn(operation: Operation, types: Types): string[] {
  const consumed = Object.values(operation.consumes).flat();
  const produced = Object.values(operation.produces).flat();
  return [
    ...consumed.filter((path) => !inRequest(path, operation, types)).map((path) => `${path} is no parameter`),
    ...produced
      .filter((place) => !isProduced(place, operation, types))
      .map((place) => `there is no ${place}`),
  ];
}

function inRequest(path: string, { parameters }: Operation, types: Types): boolean {
  const [top = path] = path.split(/[.[]/, 1);
  const parameter = parameters.find(({ name }) => name === top);
  return parameter !== undefined && typesAt(path.slice(top.length), parameter.type, types).length > 0;
}

function isProduced(place: string, operation: Operation, types: Types): boolean {
  const blank = place.indexOf(" ");
  const path = place.slice(blank + 1);
  switch (place.slice(0, blank)) {
    case "request":
      return inRequest(path, operation, types);
    case "header":
      return Object.keys(operation.output.headers).some((name) => name.toLowerCase() === path.toLowerCase());
    case "body":
      return typesAt(path, operation.output.body, types).length > 0;
    default:
      return false;
  }
}
