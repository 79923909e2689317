import type { HttpRequest } from "../model/index.ts";
import { evidenceOf } from "./evidence.ts";
import { hintsOf } from "./hints.ts";
import { recognizerOf, type ServiceName, serviceNames } from "./services.ts";
import { readRequest, type WireRequest } from "./shared/wire-request.ts";

/** Whose request it is; where no operation could be named, why. */
export type Identification =
  | { readonly service: ServiceName; readonly operation: string; readonly reason?: never }
  | { readonly service: ServiceName | null; readonly operation: null; readonly reason: string };

export interface IdentifyOptions {
  /** The services that the request can be meant for, where the caller knows; all five otherwise. */
  readonly services?: readonly ServiceName[];
}

/**
 * Names the operation that a request performs. Host, signature scope and target header decide where they are
 * there; then the request's shape; then what clients tell of themselves. What stays open is `null`.
 *
 * @example
 * identify({ method: "PUT", url: "http://127.0.0.1:10001/devstoreaccount1/jobs", headers: { "x-ms-version": "2024-11-04" } });
 * // { service: "azure-queue", operation: "Queue_Create" }
 */
export function identify(request: Omit<HttpRequest, "body">, options: IdentifyOptions = {}): Identification {
  const wire = readRequest(request);
  const evidence = evidenceOf(wire);
  const allowed = options.services ?? serviceNames;
  if (evidence.foreign !== undefined) return { service: null, operation: null, reason: evidence.foreign };
  const possible = evidence.services.filter((service) => allowed.includes(service));
  const [only] = possible;
  if (only === undefined) {
    return {
      service: null,
      operation: null,
      reason: `it is for ${evidence.services.join(" or ")}, not ${allowed.join(" or ")}`,
    };
  }
  return possible.length === 1 ? recognizeAs(only, wire) : choose(possible, wire);
}

function recognizeAs(service: ServiceName, wire: WireRequest): Identification {
  const { recognize, whyNot } = recognizerOf(service);
  const found = recognize(wire);
  return found === undefined
    ? { service, operation: null, reason: whyNot(wire) }
    : { service, operation: found.name };
}

/** Where several services remain: of those that have such an operation, the one that the hints favour. */
function choose(possible: readonly ServiceName[], wire: WireRequest): Identification {
  const hints = hintsOf(wire, possible);
  const ranked = possible.toSorted((a, b) => hints[b] - hints[a]);
  const fitting: { service: ServiceName; operation: string }[] = [];
  for (const service of ranked) {
    const [first] = fitting;
    if (first !== undefined && hints[service] < hints[first.service]) break;
    const found = recognizerOf(service).recognize(wire);
    if (found !== undefined) fitting.push({ service, operation: found.name });
  }
  const [first, second] = fitting;
  if (first !== undefined && second === undefined) return first;
  const names = fitting.map(({ service, operation }) => `${operation} of ${service}`).join(" or ");
  const reason =
    first === undefined
      ? `no operation of ${possible.join(", ")} has the shape ${wire.method} ${wire.path}`
      : `it could be ${names}, and nothing in it tells which`;
  return { service: null, operation: null, reason };
}
