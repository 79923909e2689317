import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { identify, type ServiceName } from "../../../src/clouds/index.ts";

/** An answer as it goes through. */
export interface Passing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a proxy does instead of passing on. */
export interface Lies {
  /** Answers in the emulator's place, which hears nothing of it. */
  readonly instead?: (operation: string, path: string) => Passing | undefined;
  /** Changes what the emulator has answered. */
  readonly change?: (operation: string, answer: Passing, path: string) => Passing;
}

/** A real proxy before a real emulator, that does what it is told. */
export interface LyingProxy extends AsyncDisposable {
  readonly origin: string;
  lies: Lies;
}

export async function startLyingProxy(service: ServiceName, upstream: string): Promise<LyingProxy> {
  const server = createServer((request, response) => {
    const answered = buffer(request).then(async (body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { method = "", url = "" } = request;
      const operation = identify({ method, url, headers }, { services: [service] }).operation ?? "";
      const { instead, change = (_, answer) => answer } = proxy.lies;
      const [path = ""] = url.split("?");
      const answer =
        instead?.(operation, path) ?? change(operation, await passedOn(upstream, request, body), path);
      const { "content-length": length, "transfer-encoding": _, ...kept } = answer.headers;
      const framed = {
        "content-length": method === "HEAD" && length !== undefined ? length : String(answer.body.length),
      };
      response.writeHead(answer.status, { ...kept, ...framed }).end(answer.body);
    });
    // Where the emulator hangs up, so does the proxy.
    answered.catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: LyingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies: {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
  return proxy;
}

async function passedOn(
  upstream: string,
  { method, url, rawHeaders }: IncomingMessage,
  body: Buffer,
): Promise<Passing> {
  const { hostname, port } = new URL(upstream);
  const request = send({ hostname, port, method, path: url, headers: rawHeaders });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  );
  return { status: answer.statusCode ?? 0, headers, body: await buffer(answer) };
}
