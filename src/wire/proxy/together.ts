import type { Socket } from "node:net";

const corked: Socket[] = [];

/**
 * Writes with all that is written in this turn of the loop: peers on the same machine wake with every write, and are
 * then in the way of what is still to be read.
 */
export function writeTogether(socket: Socket, bytes: Buffer): boolean {
  if (socket.writableCorked === 0) {
    socket.cork();
    if (corked.push(socket) === 1) setImmediate(sendAll);
  }
  return socket.write(bytes);
}

function sendAll(): void {
  for (const socket of corked.splice(0)) sendNow(socket);
}

/** Sends what waits. */
export function sendNow(socket: Socket): void {
  if (socket.writableCorked > 0) socket.uncork();
}
