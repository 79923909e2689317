import { operationOf, type Scope, type ServiceName, scopesOf } from "../../clouds/index.ts";
import type { HttpRequest } from "../../model/index.ts";

/** What an exchange touched. */
export interface Touched {
  readonly index: number;
  readonly isRead: boolean;
  readonly scopes: readonly Scope[];
}

export function touched(
  index: number,
  service: ServiceName,
  operation: string,
  request: HttpRequest,
): Touched {
  return { index, isRead: isReadOnly(service, operation), scopes: scopesOf(service, request) };
}

function isReadOnly(service: ServiceName, operation: string): boolean {
  return operation !== "unknown" && operationOf(service, operation).readOnly;
}

/** The first of the earlier ones that may have caused what became of this one: it should have changed what this touches. */
export function causeOf(earlier: readonly Touched[], { scopes }: Touched): number | undefined {
  const cause = earlier.find(
    (one) => !one.isRead && one.scopes.some((changed) => scopes.some((own) => lieInEachOther(changed, own))),
  );
  return cause?.index;
}

/** Whether something inside the top level is met that none of the earlier ones has written: it was there before. */
export function isFound(earlier: readonly Touched[], { scopes: [scope = []] }: Touched): boolean {
  if (scope.length < 2) return false;
  return !earlier.some(
    ({ isRead, scopes: [written = []] }) =>
      !isRead && (written.length === 0 || (written.length >= scope.length && lieInEachOther(written, scope))),
  );
}

function lieInEachOther(one: Scope, other: Scope): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((name, at) => name === other[at]);
}
