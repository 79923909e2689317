import type { HttpShape, Operation } from "../../model/index.ts";
import type { WireRequest } from "./wire-request.ts";

/** How a service compares what its operations are told apart by. */
export interface MatcherOptions {
  /** Query names and values are compared without regard to case. */
  readonly ignoreCase: boolean;
  /** Query parameters that every operation's shape accounts for: one with an unknown value fits nothing. */
  readonly strict: readonly string[];
}

/** Finds the operation whose HTTP shape a request has; the path is given apart, from the service's root. */
export type OperationMatcher = (request: WireRequest, path: string) => Operation | undefined;

/**
 * Compiles a table of operations into a matcher. The more a shape asks for, the earlier it is tried; twins
 * are left out, since their request is their successor's.
 */
export function operationMatcher(
  operations: readonly Operation[],
  options: MatcherOptions,
): OperationMatcher {
  const told = operations.filter(({ twinOf }) => twinOf === undefined);
  const discriminators = new Discriminators(told, options);
  const templates = [...Map.groupBy(told, ({ http }) => http.path)]
    .map(([template, sharing]) => ({
      template,
      pattern: pathPattern(template),
      rows: rowsOf(sharing, discriminators),
    }))
    .sort((a, b) => breadth(a.template) - breadth(b.template));
  return (sent, path) => {
    const request = options.ignoreCase ? withLowerCaseQuery(sent) : sent;
    const signature = `${request.method} ${discriminators.of(request)}`;
    for (const { pattern, rows } of templates) {
      const candidates = rows.get(signature);
      if (candidates === undefined || !pattern.test(path)) continue;
      const found = candidates.find(({ http }) => fits(http, request));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The same request, its query's names in lower case; the first of repeated names counts. */
function withLowerCaseQuery(request: WireRequest): WireRequest {
  const names = [...request.query.keys()];
  if (names.every((name) => name === name.toLowerCase())) return request;
  const lowered = [...request.query].map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...request, query: new Map(lowered.toReversed()) };
}

/** The query parameters that shapes fix, and a request's values of them as one text to look up by. */
class Discriminators {
  readonly #known = new Map<string, Set<string>>();
  readonly #options: MatcherOptions;

  constructor(operations: readonly Operation[], options: MatcherOptions) {
    this.#options = options;
    for (const [name, value] of operations.flatMap(({ http }) => Object.entries(http.query))) {
      const values = this.#known.get(this.#fold(name)) ?? new Set();
      this.#known.set(this.#fold(name), values.add(this.#fold(value)));
    }
  }

  of({ query }: WireRequest): string {
    const parts: string[] = [];
    for (const [name, value] of query) this.#add(parts, name, value);
    return parts.length > 1 ? parts.sort().join("&") : (parts[0] ?? "");
  }

  ofShape({ query }: HttpShape): string {
    const parts: string[] = [];
    for (const [name, value] of Object.entries(query)) this.#add(parts, name, value);
    return parts.sort().join("&");
  }

  #add(parts: string[], name: string, value: string): void {
    const folded = this.#fold(name);
    const values = this.#known.get(folded);
    if (values === undefined) return;
    const told = this.#fold(value);
    if (values.has(told) && told !== "") parts.push(`${folded}=${told}`);
    else if (values.has("")) parts.push(folded);
    else if (this.#options.strict.includes(folded)) parts.push(`${folded}=${told}`);
  }

  #fold(text: string): string {
    return this.#options.ignoreCase ? text.toLowerCase() : text;
  }
}

function rowsOf(
  operations: readonly Operation[],
  discriminators: Discriminators,
): ReadonlyMap<string, Operation[]> {
  const rows = new Map<string, Operation[]>();
  const bySpecificity = operations.toSorted((a, b) => demands(b.http) - demands(a.http));
  for (const operation of bySpecificity) {
    for (const method of [operation.http.method, ...operation.http.alsoMethods]) {
      const key = `${method} ${discriminators.ofShape(operation.http)}`;
      rows.set(key, [...(rows.get(key) ?? []), operation]);
    }
  }
  return rows;
}

function demands({ headers, has }: HttpShape): number {
  return Object.keys(headers).length + has.length;
}

function fits({ headers, has }: HttpShape, request: WireRequest): boolean {
  for (const name of Object.keys(headers)) {
    if (request.headers[name.toLowerCase()]?.toLowerCase() !== headers[name]?.toLowerCase()) return false;
  }
  return has.every((alternatives) =>
    alternatives.some(({ in: place, name }) =>
      place === "header"
        ? request.headers[name.toLowerCase()] !== undefined
        : request.query.has(name) || request.query.has(name.toLowerCase()),
    ),
  );
}

/** `/{a}/{b+}` is broader than `/{a}/fixed`; narrower templates are tried first. */
function breadth(template: string): number {
  return (
    (template.match(/\{/g)?.length ?? 0) * 100 + (template.includes("+}") ? 50 : 0) - literalLength(template)
  );
}

function literalLength(template: string): number {
  return template.replace(/\{[^}]*\}/g, "").length;
}

function pathPattern(template: string): RegExp {
  const source = template.split(/(\{[^}]+\})/).map((part) => {
    if (part.endsWith("+}")) return "[^]+";
    return part.startsWith("{") ? "[^/]+" : RegExp.escape(part);
  });
  const slash = template.endsWith("/") || template.endsWith("+}") ? "" : "/?";
  return new RegExp(`^${source.join("")}${slash}$`);
}
