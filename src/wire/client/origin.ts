import { isIP, connect as openPlain, type Socket } from "node:net";
import { connect as openSecure } from "node:tls";

/** Where requests go: a scheme, a host and a port. */
export interface Origin {
  /** `http://127.0.0.1:10000` */
  readonly name: string;
  readonly isSecure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** As a `Host` header names it. */
  readonly host: string;
}

/** The origin of an address, whatever stands behind it. */
export function originOf({ protocol, hostname, port, host }: URL): Origin {
  const isSecure = protocol === "https:";
  return {
    name: `${protocol}//${host}`,
    isSecure,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 443 : 80) : Number(port),
    host,
  };
}

/** Begins to connect; what is written meanwhile goes out as soon as it can. */
export function openSocket({ isSecure, hostname, port }: Origin): Socket {
  const options = { host: hostname, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 };
  if (!isSecure) return openPlain(options);
  // Certificates name hosts, and an address is not asked for by name.
  const servername = isIP(hostname) === 0 ? hostname : "";
  return openSecure({ ...options, servername, ALPNProtocols: ["http/1.1"] });
}
