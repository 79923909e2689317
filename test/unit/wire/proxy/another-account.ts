import type { Socket } from "node:net";
import type { Rewriter } from "../../../../src/wire/index.ts";
import type { ProxySettings } from "../../../../src/wire/proxy/settings.ts";
import { RawServer, Received } from "./peers.ts";

/** Sends everything as it is to another port. */
export function passingTo(port: number): Partial<ProxySettings> {
  const rewriter: Rewriter = {
    needsBody: () => false,
    request: async ({ method, target, headers }) => ({
      origin: `http://127.0.0.1:${port}`,
      method,
      target,
      headers,
    }),
    needsResponseBody: () => false,
    response: async (_, { headers }) => ({ headers }),
  };
  return { rewriterOf: ({ operation }) => (operation === "GETSomething" ? undefined : rewriter) };
}

/** A server that keeps what it gets, and answers each connection's first bytes. */
export async function keeping(answer: string, got: Received[]): Promise<RawServer> {
  return RawServer.listen((socket: Socket) => {
    got.push(new Received(socket));
    socket.once("data", () => socket.write(answer));
  });
}
