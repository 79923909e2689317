import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface Load {
  readonly port: number;
  /** The authority's certificate, for HTTPS. */
  readonly ca?: string;
  /** The bytes of one request, which is answered with a Content-Length. */
  readonly request: Buffer;
  readonly connections: number;
  /** Ends after so long, or after so many answers. */
  readonly ms?: number;
  readonly count?: number;
}

/** Requests a second, each connection sending its next request when the answer to the last is there. */
export async function requestsPerSecond({
  ms = Number.POSITIVE_INFINITY,
  count,
  ...load
}: Load): Promise<number> {
  const started = performance.now();
  let answered = 0;
  const isOver = () =>
    performance.now() - started >= ms || (count !== undefined && answered + load.connections > count);
  await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = dial(load);
      await new Promise<void>((resolve, reject) => {
        eachAnswer(socket, () => {
          answered++;
          if (!isOver()) socket.write(load.request);
          else {
            socket.destroy();
            resolve();
          }
        });
        socket.once("error", reject);
        socket.write(load.request);
      });
    }),
  );
  return answered / ((performance.now() - started) / 1000);
}

function dial({ port, ca }: Load): Socket {
  const host = "127.0.0.1";
  return ca === undefined ? connect({ port, host, noDelay: true }) : connectTls({ port, host, ca });
}

/** Calls back for every answer; reads no more of it than where it ends. */
function eachAnswer(socket: Socket, callback: () => void): void {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      text = text.slice(end + 4 + length);
      callback();
    }
  });
}
