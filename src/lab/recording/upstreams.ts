import { isIP } from "node:net";
import type { Upstream } from "../../wire/index.ts";
import type { Reachable } from "../targets/environment.ts";

/** A server, and the services that it serves. */
interface ServedUpstream {
  readonly upstream: Upstream;
  readonly reachable: readonly Reachable[];
}

export type Upstreams = readonly ServedUpstream[];

/** The servers behind what can be reached: one URL may serve several services. */
export function upstreamsOf(reachable: readonly Reachable[]): Upstreams {
  const byOrigin = Map.groupBy(reachable, (one) => new URL(one.plainEndpoint ?? one.endpoint).origin);
  return [...byOrigin].map(([origin, served]) => ({
    upstream: upstreamAt(origin, served),
    reachable: served,
  }));
}

function upstreamAt(origin: string, served: readonly Reachable[]): Upstream {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    name: served.map(({ service }) => service).join(" and "),
    host,
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    // An address is no name that can be asked for.
    ...(isSecure && { tls: isIP(host) === 0 ? { servername: host } : {} }),
  };
}
