import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { HttpClient, type Origin, originOf } from "../../../../src/wire/index.ts";
import { RawServer } from "../proxy/peers.ts";

/** A server of raw sockets, and a client of it; both end with the test. */
export interface Serving {
  readonly server: RawServer;
  readonly origin: Origin;
  readonly client: HttpClient;
}

/** Serves each connection as told. */
export async function serving(
  serve: (socket: Socket) => void,
  options: { readonly patience?: number; readonly most?: number } = {},
): Promise<Serving> {
  const server = await RawServer.listen(serve);
  const client = new HttpClient({ patience: 5_000, ...options });
  onTestFinished(async () => {
    client[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });
  return { server, client, origin: originOf(new URL(`http://127.0.0.1:${server.port}`)) };
}

/** Answers each request, told by the empty line behind its head, with the next of these pieces; then with the last. */
export function answering(...answers: readonly (string | readonly string[])[]): (socket: Socket) => void {
  let count = 0;
  return (socket) => {
    let seen = "";
    socket.on("data", (bytes) => {
      seen += bytes.toString("latin1");
      if (!seen.includes("\r\n\r\n")) return;
      seen = "";
      const answer = answers[Math.min(count++, answers.length - 1)] ?? "";
      void writeSlowly(socket, typeof answer === "string" ? [answer] : answer);
    });
  };
}

/** Each piece in a packet of its own. */
async function writeSlowly(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece, "latin1");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const get = { method: "GET", target: "/", headers: [] } as const;
