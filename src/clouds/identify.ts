import type { HttpRequest, Operation } from "../model/index.ts";
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
  const found = recognizerOf(service).recognize(wire);
  return typeof found === "string"
    ? { service, operation: null, reason: found }
    : { service, operation: found.name };
}

/** Where several services remain: those that have such an operation, then those that the hints favour. */
function choose(possible: readonly ServiceName[], wire: WireRequest): Identification {
  const fitting = possible
    .map((service) => ({ service, found: recognizerOf(service).recognize(wire) }))
    .filter((match): match is { service: ServiceName; found: Operation } => typeof match.found !== "string");
  const hints = hintsOf(wire, possible);
  const best = Math.max(...fitting.map(({ service }) => hints[service]));
  const favoured = fitting.filter(({ service }) => hints[service] === best);
  const [first, second] = favoured;
  if (first !== undefined && second === undefined)
    return { service: first.service, operation: first.found.name };
  const reason =
    first === undefined
      ? `no operation of ${possible.join(", ")} has the shape ${wire.method} ${wire.path}`
      : `it could be ${favoured.map(({ service, found }) => `${found.name} of ${service}`).join(" or ")}, and nothing in it tells which`;
  return { service: null, operation: null, reason };
}
