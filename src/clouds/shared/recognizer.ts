import type { Operation } from "../../model/index.ts";
import type { WireRequest } from "./wire-request.ts";

/** How one service knows its own requests. */
export interface Recognizer {
  /** The operation that the request performs, if it is this service's and performs any. */
  readonly recognize: (request: WireRequest) => Operation | undefined;
  /** Whether the names in a request's path can be this service's; asked where the request could be for several. */
  readonly allowsNames?: (request: WireRequest) => boolean;
  /** Why a request of this service that was not recognised performs no operation. */
  readonly whyNot: (request: WireRequest) => string;
}

/** Says that a service has no operation of a request's shape: the parts that operations are told by. */
export function noOperation(service: string, { method, query }: WireRequest, path: string): string {
  if (method === "OPTIONS") return `OPTIONS asks what CORS allows; it is no operation of ${service}`;
  const told = ["restype", "comp"].flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)}`] : []));
  return `no operation of ${service} has the shape ${method} ${[path, ...told].join(" ")}`;
}
