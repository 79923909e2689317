import type { HttpRequest, Operation } from "../model/index.ts";
import { evidenceOf } from "./evidence.ts";
import { type Hints, hintsOf } from "./hints.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { recognizerOf } from "./services.ts";
import type { Addressing } from "./shared/recognizer.ts";
import { isPublicName } from "./shared/strange-hosts.ts";
import { readRequest, type WireRequest } from "./shared/wire-request.ts";
import { unexpected } from "./unexpected.ts";

/** Whose request it is; where no operation could be named, why. */
export type Identification =
  | { readonly service: ServiceName; readonly operation: string; readonly reason?: never }
  | { readonly service: ServiceName | null; readonly operation: null; readonly reason: string };

/** What the caller knows about a request that it does not say itself. */
export interface IdentifyOptions {
  /** The services that the request can be meant for, where the caller knows; all five otherwise. */
  readonly services?: readonly ServiceName[];
  /**
   * Where accounts and buckets stand on hosts that are none of the clouds' own: first in the path, or in the host.
   * Where it is not said, both are tried, and what could be two operations stays open.
   */
  readonly addressing?: Addressing;
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
  const { addressing, services: allowed = serviceNames } = options;
  const possible = evidence.services.filter((service) => allowed.includes(service));
  const [only] = possible;
  if (only === undefined) {
    return unnamed(`it is for ${evidence.services.join(" or ")}, not ${allowed.join(" or ")}`);
  }
  if (possible.length === 1) return recognizeAs(only, wire, addressing);
  const hints = hintsOf(wire, possible, addressing);
  if (!evidence.unproven || options.services !== undefined) return choose(possible, hints, wire, addressing);
  if (isPublicName(wire.host)) return unnamed(`its host ${wire.host} is none of the services' own`);
  const favoured = possible.filter((service) => hints[service] > 0);
  return favoured.length === 0
    ? unnamed("nothing in it says that it is for one of the services")
    : choose(favoured, hints, wire, addressing);
}

function unnamed(reason: string, service: ServiceName | null = null): Identification {
  return { service, operation: null, reason };
}

/** An operation that a request may perform, read as of that service and at that path. */
interface Candidate {
  readonly service: ServiceName;
  readonly operation: Operation;
  readonly path: string;
}

function recognizeAs(service: ServiceName, wire: WireRequest, addressing?: Addressing): Identification {
  const { readings, recognize, whyNot } = recognizerOf(service);
  const paths = readings(wire, addressing);
  const candidates = paths.flatMap((path): Candidate[] => {
    const operation = recognize(wire, path);
    return operation === undefined ? [] : [{ service, operation, path }];
  });
  return candidates.length === 0
    ? unnamed(whyNot(wire, paths[0] ?? wire.path), service)
    : oneOf(candidates, wire, service);
}

/** How much a name that the service would refuse speaks against it: less than a port, more than a custom. */
const strangeName = 3;

/** Less than a port or a client's own name weighs: against those, no other service is chosen for its shape alone. */
const strongSign = 6;

/** Where several services remain: of those that have such an operation, the one that the signs favour. */
function choose(
  possible: readonly ServiceName[],
  hints: Hints,
  wire: WireRequest,
  addressing?: Addressing,
): Identification {
  const ranked = possible.toSorted((a, b) => hints[b] - hints[a]);
  const least = Math.max(...possible.map((service) => hints[service])) - strongSign;
  let best: Candidate[] = [];
  let score = Number.NEGATIVE_INFINITY;
  for (const service of ranked) {
    if (hints[service] < score || hints[service] <= least) break;
    const { readings, recognize, allowsNames } = recognizerOf(service);
    for (const path of readings(wire, addressing)) {
      const operation = recognize(wire, path);
      const own = hints[service] - (allowsNames?.(path) === false ? strangeName : 0);
      if (operation === undefined || own < score) continue;
      const candidate = { service, operation, path };
      best = own > score ? [candidate] : [...best, candidate];
      score = own;
    }
  }
  return best.length === 0
    ? unnamed(`no operation of ${possible.join(", ")} has the shape ${wire.method} ${wire.path}`)
    : oneOf(best, wire, null);
}

/** The one operation that candidates agree on, or else the one that has most use for what the request carries. */
function oneOf(
  candidates: readonly Candidate[],
  wire: WireRequest,
  service: ServiceName | null,
): Identification {
  const agreed = agreement(candidates) ?? agreement(likeliest(candidates, wire));
  if (agreed !== undefined) return { service: agreed.service, operation: agreed.operation.name };
  const open = likeliest(candidates, wire);
  const names = open.map(({ operation, ...at }) => `${operation.name} of ${at.service} at ${at.path}`);
  return unnamed(`it could be ${names.join(" or ")}, and nothing in it tells which`, service);
}

function agreement(candidates: readonly Candidate[]): Candidate | undefined {
  const [first, ...others] = candidates;
  return others.every(({ operation }) => operation === first?.operation) ? first : undefined;
}

function likeliest(candidates: readonly Candidate[], wire: WireRequest): readonly Candidate[] {
  const counts = candidates.map(({ operation }) => unexpected(operation, wire));
  const least = Math.min(...counts);
  return candidates.filter((_, at) => counts[at] === least);
}
