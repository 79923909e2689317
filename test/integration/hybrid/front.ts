import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer that a front gives instead of its server's. */
export interface FrontAnswer {
  readonly status: number;
  /** That of an error; without one it is a success that says nothing. */
  readonly code?: string;
}

export interface Front extends Disposable {
  /** The server's address, at the front's port. */
  readonly endpoint: string;
}

/** A server before another one, which answers some requests itself, or never: XML errors as Azure and S3 write them. */
export async function frontOf(
  endpoint: string,
  answer: (request: IncomingMessage) => FrontAnswer | "never" | undefined,
): Promise<Front> {
  const { hostname, port, pathname } = new URL(endpoint);
  const server = createServer((incoming, outgoing) => {
    const own = answer(incoming);
    if (own === "never") return;
    if (own !== undefined) {
      incoming.resume().once("end", () => {
        const { status, code } = own;
        if (code === undefined) {
          outgoing.writeHead(status).end();
          return;
        }
        outgoing.writeHead(status, { "x-ms-error-code": code, "content-type": "application/xml" });
        outgoing.end(
          `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The front says so.</Message></Error>`,
        );
      });
      return;
    }
    const { method, url: path, headers } = incoming;
    const sent = request({ host: hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${address.port}${pathname === "/" ? "" : pathname}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
