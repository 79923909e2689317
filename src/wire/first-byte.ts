import type { Socket } from "node:net";

const tlsHandshake = 0x16;

/**
 * Waits for a client's first byte, which tells whether it speaks TLS, and leaves it unread; a client that goes away
 * before it is let go. The socket is paused then, and its errors are the reader's.
 */
export function onFirstByte(socket: Socket, tell: (isTls: boolean) => void): void {
  const letGo = () => socket.destroy();
  socket.once("error", letGo);
  socket.once("end", letGo);
  socket.once("data", (first: Buffer) => {
    socket.off("end", letGo);
    socket.pause();
    socket.unshift(first);
    tell(first[0] === tlsHandshake);
    socket.off("error", letGo);
  });
}
