import { operationOf, type Scope, type ServiceName, scopesOf } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";

/** What an exchange touched. */
export interface Touched {
  readonly index: number;
  readonly isRead: boolean;
  /** It makes what it names. */
  readonly isMaking: boolean;
  /** Each behind the service that it is of; the empty one is everything there is. */
  readonly scopes: readonly Scope[];
}

/** What requests can name; the rest of what operations produce are values. */
const things: ReadonlySet<string> = new Set([
  "container",
  "blob",
  "queue",
  "table",
  "entity",
  "bucket",
  "key",
  "itemKey",
]);

export function touched(
  index: number,
  service: ServiceName,
  operation: string,
  request: HttpRequest,
): Touched {
  return {
    index,
    isRead: operation !== "unknown" && operationOf(service, operation).readOnly === true,
    isMaking: makesThing(service, operation),
    scopes: scopesOf(service, request).map((scope) => [service, ...scope]),
  };
}

/** Whether an operation makes what it names. */
export function makesThing(service: ServiceName, operation: string): boolean {
  if (operation === "unknown") return false;
  return Object.keys(operationOf(service, operation).produces).some((kind) => things.has(kind));
}

/** The first of the earlier ones that may have caused what became of this one: it should have changed what this touches. */
export function causeOf(earlier: readonly Touched[], { scopes }: Touched): number | undefined {
  const cause = earlier.find(
    (one) =>
      !one.isRead && changedBy(one).some((changed) => scopes.some((own) => lieInEachOther(changed, own))),
  );
  return cause?.index;
}

/** Whether one should have made what another is for, or what that stands in. */
export function isUnmade({ isMaking, scopes: [made = []] }: Touched, { scopes }: Touched): boolean {
  return isMaking && scopes.some((own) => own.length < 2 || made.length <= own.length);
}

/** What it changes: its own place, and not that of a copy's source, which it only reads. */
export function changedBy({ scopes }: Pick<Touched, "scopes">): readonly Scope[] {
  return scopes.slice(0, 1);
}

/** Whether something inside the top level is met that none of the earlier ones has written: it was there before. */
export function isFound(earlier: readonly Touched[], { isMaking, scopes: [scope = []] }: Touched): boolean {
  if (isMaking || scope.length < 3) return false;
  return !earlier.some(
    ({ isRead, scopes: [written = []] }) =>
      !isRead && lieInEachOther(written, scope) && (written.length < 2 || written.length >= scope.length),
  );
}

export function lieInEachOther(one: Scope, other: Scope): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((name, at) => name === other[at]);
}
