import { type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { Upstream } from "./settings.ts";

/** Opens a connection to the target; what is written before it stands waits. */
export function connectTo({ host, port, tls }: Upstream): Socket {
  const socket = tcpConnect({ host, port, allowHalfOpen: true, noDelay: true });
  return tls === undefined ? socket : tlsConnect({ socket, ALPNProtocols: ["http/1.1"], ...tls });
}

/** Breaks a connection off as a crash would; over TLS that is a close without farewell. */
export function breakOff(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
