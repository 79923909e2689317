import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as it came. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** What a server says to the request that is the how-manieth of all. */
export type Answering = (
  count: number,
  url: string,
) => {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A server that keeps what arrives, and is gone with the test. */
export async function answering(answer: Answering): Promise<{ endpoint: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    arrived.push({ method, url, headers });
    const { status, body = "", headers: more } = answer(arrived.length, url);
    request
      .resume()
      .on("end", () => response.writeHead(status, { "content-type": "application/xml", ...more }).end(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, arrived };
}
