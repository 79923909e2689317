import type { Operation } from "../../model/index.ts";
import type { WireRequest } from "./wire-request.ts";

/** Where a server has its accounts or buckets: in its name, or at the beginning of the path. */
export type Addressing = "host" | "path";

/** How one service knows its own requests. */
export interface Recognizer {
  /**
   * The paths from the service's root that a request may mean: several where its host does not tell how accounts or
   * buckets are addressed, and the caller does not either.
   */
  readonly readings: (request: WireRequest, addressing?: Addressing) => readonly string[];
  /** The operation that the request performs at that path, if it is this service's and performs any. */
  readonly recognize: (request: WireRequest, path: string) => Operation | undefined;
  /** Whether the names in a path can be this service's; asked where the request could be several things. */
  readonly allowsNames?: (path: string) => boolean;
  /** Why a request of this service that was not recognised performs no operation. */
  readonly whyNot: (request: WireRequest, path: string) => string;
}

/** Says that a service has no operation of a request's shape: the parts that operations are told by. */
export function noOperation(service: string, { method, query }: WireRequest, path: string): string {
  if (method === "OPTIONS") return `OPTIONS asks what CORS allows; it is no operation of ${service}`;
  const told = ["restype", "comp"].flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)}`] : []));
  return `no operation of ${service} has the shape ${method} ${[path, ...told].join(" ")}`;
}
