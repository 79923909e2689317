import type { Socket } from "node:net";

const corked: Socket[] = [];
const first: (() => void)[] = [];
let isPlanned = false;

/**
 * Writes with all that is written in this turn of the loop: peers on the same machine wake with every write, and are
 * then in the way of what is still to be read.
 */
export function writeTogether(socket: Socket, bytes: Buffer): boolean {
  if (socket.writableCorked === 0) {
    socket.cork();
    corked.push(socket);
    plan();
  }
  return socket.write(bytes);
}

/** Has something done before anything goes out that is written together; if it throws, nothing of it does. */
export function beforeSending(work: () => void): void {
  if (!first.includes(work)) first.push(work);
  plan();
}

/** Does at once what has to be done before sending. */
export function settle(): void {
  const failures: unknown[] = [];
  for (const work of first.splice(0)) {
    try {
      work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 0) return;
  for (const socket of corked.splice(0)) drop(socket);
  throw failures[0];
}

/** Sends what waits. */
export function sendNow(socket: Socket): void {
  if (!settled()) drop(socket);
  else if (socket.writableCorked > 0) socket.uncork();
}

/** Says goodbye behind what waits. */
export function endNow(socket: Socket, bytes?: Buffer): void {
  sendNow(socket);
  if (socket.destroyed) return;
  if (bytes === undefined) socket.end();
  else socket.end(bytes);
}

function plan(): void {
  if (!isPlanned) setImmediate(sendAll);
  isPlanned = true;
}

function sendAll(): void {
  isPlanned = false;
  if (!settled()) return;
  for (const socket of corked.splice(0)) if (socket.writableCorked > 0) socket.uncork();
}

/** Whoever could not do its work has told so itself. */
function settled(): boolean {
  try {
    settle();
    return true;
  } catch {
    return false;
  }
}

/** What is not sent is thrown away with its connection. */
function drop(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
