import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Something before an emulator that passes everything on, until it is to hang. */
export interface HangingRelay extends AsyncDisposable {
  readonly origin: string;
  /** How often something was answered through it. */
  readonly answered: number;
  /** Takes everything from now on, and passes nothing on. */
  hang(): void;
}

export async function startHangingRelay(upstream: string): Promise<HangingRelay> {
  const { hostname, port } = new URL(upstream);
  const sockets = new Set<Socket>();
  let isHanging = false;
  let answered = 0;
  const server = createServer((socket) => {
    const behind = connect(Number(port), hostname);
    for (const each of [socket, behind]) {
      sockets.add(each);
      each.on("error", () => each.destroy()).on("close", () => sockets.delete(each));
    }
    socket.on("data", (bytes) => isHanging || behind.write(bytes)).on("close", () => behind.destroy());
    behind.on("close", () => isHanging || socket.destroy());
    behind.on("data", (bytes) => {
      if (isHanging) return;
      answered++;
      socket.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get answered() {
      return answered;
    },
    hang() {
      isHanging = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}
