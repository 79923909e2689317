import type { HttpRequest } from "../model/index.ts";
import { evidenceOf } from "./evidence.ts";
import { type Hints, hintsOf } from "./hints.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { recognizerOf } from "./services.ts";
import { isPublicName } from "./shared/strange-hosts.ts";
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
 * there; then the request's shape; then what clients tell of themselves. What stays open is `null`, and so is what
 * only looks like one of the services' requests, with nothing in it that speaks for one of them.
 *
 * @example
 * identify({ method: "PUT", url: "http://127.0.0.1:10001/devstoreaccount1/jobs", headers: { "x-ms-version": "2024-11-04" } });
 * // { service: "azure-queue", operation: "Queue_Create" }
 */
export function identify(request: Omit<HttpRequest, "body">, options: IdentifyOptions = {}): Identification {
  const wire = readRequest(request);
  const evidence = evidenceOf(wire);
  if (evidence.foreign !== undefined) return unnamed(evidence.foreign);
  const allowed = options.services ?? serviceNames;
  const possible = evidence.services.filter((service) => allowed.includes(service));
  const [only] = possible;
  if (only === undefined) {
    return unnamed(`it is for ${evidence.services.join(" or ")}, not ${allowed.join(" or ")}`);
  }
  if (possible.length === 1) return recognizeAs(only, wire);
  const hints = hintsOf(wire, possible);
  if (!evidence.unproven || options.services !== undefined) return choose(possible, hints, wire);
  if (isPublicName(wire.host)) return unnamed(`its host ${wire.host} is none of the services' own`);
  const favoured = possible.filter((service) => hints[service] > 0);
  return favoured.length === 0
    ? unnamed("nothing in it says that it is for one of the services")
    : choose(favoured, hints, wire);
}

function unnamed(reason: string): Identification {
  return { service: null, operation: null, reason };
}

function recognizeAs(service: ServiceName, wire: WireRequest): Identification {
  const { recognize, whyNot } = recognizerOf(service);
  const found = recognize(wire);
  return found === undefined
    ? { service, operation: null, reason: whyNot(wire) }
    : { service, operation: found.name };
}

/** How much a name that the service would refuse speaks against it: less than a port, more than a custom. */
const strangeName = 3;

/** Where several services remain: of those that have such an operation, the one that the signs favour. */
function choose(possible: readonly ServiceName[], hints: Hints, wire: WireRequest): Identification {
  const ranked = possible.toSorted((a, b) => hints[b] - hints[a]);
  let best: { service: ServiceName; operation: string }[] = [];
  let score = Number.NEGATIVE_INFINITY;
  for (const service of ranked) {
    if (hints[service] < score) break;
    const { recognize, allowsNames } = recognizerOf(service);
    const operation = recognize(wire)?.name;
    const own = hints[service] - (allowsNames?.(wire) === false ? strangeName : 0);
    if (operation === undefined || own < score) continue;
    best = own > score ? [{ service, operation }] : [...best, { service, operation }];
    score = own;
  }
  const [first, second] = best;
  if (first !== undefined && second === undefined) return first;
  const names = best.map(({ service, operation }) => `${operation} of ${service}`).join(" or ");
  return unnamed(
    first === undefined
      ? `no operation of ${possible.join(", ")} has the shape ${wire.method} ${wire.path}`
      : `it could be ${names}, and nothing in it tells which`,
  );
}
