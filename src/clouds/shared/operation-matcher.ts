import type { HttpShape, Operation, Presence } from "../../model/index.ts";
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
  const rows = rowsOf(told, discriminators);
  return (sent, path) => {
    const request = options.ignoreCase ? withLowerCaseQuery(sent) : sent;
    for (const { pattern, has, operation } of rows.get(`${request.method} ${discriminators.of(request)}`) ??
      []) {
      if (fits(operation.http.headers, has, request) && pattern.test(path)) return operation;
    }
    return undefined;
  };
}

/** The same request, its query's names in lower case; the first of repeated names counts. */
function withLowerCaseQuery(request: WireRequest): WireRequest {
  if (!hasCapitals(request.query.keys())) return request;
  const lowered = [...request.query].map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...request, query: new Map(lowered.toReversed()) };
}

function hasCapitals(names: Iterable<string>): boolean {
  for (const name of names) if (/[A-Z]/.test(name)) return true;
  return false;
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

  /** Presences as a request is asked for them: headers in lower case, the query's names by the service's rule. */
  presences({ has }: HttpShape): readonly (readonly Presence[])[] {
    return has.map((alternatives) =>
      alternatives.map(({ in: place, name }) => ({
        in: place,
        name: place === "header" ? name.toLowerCase() : this.#fold(name),
      })),
    );
  }

  #fold(text: string): string {
    return this.#options.ignoreCase ? text.toLowerCase() : text;
  }
}

/** An operation with the pattern of its path. */
interface Row {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly has: readonly (readonly Presence[])[];
}

/** The operations by method and discriminators; of those that share them, the narrowest path and most demands first. */
function rowsOf(
  operations: readonly Operation[],
  discriminators: Discriminators,
): ReadonlyMap<string, Row[]> {
  const sorted = operations.toSorted(
    (a, b) => breadth(a.http.path) - breadth(b.http.path) || demands(b.http) - demands(a.http),
  );
  const rows = new Map<string, Row[]>();
  for (const operation of sorted) {
    const { http } = operation;
    const row = { operation, pattern: pathPattern(http.path), has: discriminators.presences(http) };
    for (const method of [http.method, ...http.alsoMethods]) {
      const key = `${method} ${discriminators.ofShape(http)}`;
      rows.set(key, [...(rows.get(key) ?? []), row]);
    }
  }
  return rows;
}

function demands({ headers, has }: HttpShape): number {
  return Object.keys(headers).length + has.length;
}

function fits(headers: HttpShape["headers"], has: Row["has"], request: WireRequest): boolean {
  for (const name in headers) {
    if (request.headers[name.toLowerCase()]?.toLowerCase() !== headers[name]?.toLowerCase()) return false;
  }
  for (const alternatives of has)
    if (!alternatives.some((presence) => isPresent(presence, request))) return false;
  return true;
}

function isPresent({ in: place, name }: Presence, { headers, query }: WireRequest): boolean {
  return place === "header" ? headers[name] !== undefined : query.has(name);
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
