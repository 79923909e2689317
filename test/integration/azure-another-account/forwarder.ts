import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request as sendTls } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { TouchstoneError } from "../../../src/model/index.ts";
import type { Attribution, RawHeader, RequestHead, Rewriter, SentRequest } from "../../../src/wire/index.ts";

/** What a client has got, and what was sent for it. */
interface Forwarded {
  readonly head: RequestHead;
  readonly sent?: SentRequest;
  readonly status: number;
  readonly headers: readonly RawHeader[];
  /** Where the rewriter had to see it. */
  readonly body?: string;
  readonly refused?: string;
}

/** The least that passes requests through a rewriter; whose they are is said by the test. */
export interface Forwarder extends AsyncDisposable {
  readonly origin: string;
  readonly forwarded: Forwarded[];
  by: Attribution;
  rewriter: Rewriter;
}

interface Upstream {
  readonly port: number;
  readonly authority: Buffer;
}

export async function startForwarder(rewriter: Rewriter, upstream: Upstream): Promise<Forwarder> {
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch((error: unknown) => refuse(incoming, outgoing, error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const forwarder: Forwarder = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwarded: [],
    by: { tier: 1, file: "a.test.ts", test: "first" },
    rewriter,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };

  function headOf(incoming: IncomingMessage): RequestHead {
    const { method = "", url: target = "" } = incoming;
    return {
      method,
      target,
      headers: pairs(incoming.rawHeaders),
      origin: forwarder.origin,
      by: forwarder.by,
    };
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const head = headOf(incoming);
    const whole = forwarder.rewriter.needsBody(head) ? await buffer(incoming) : undefined;
    const sent = await forwarder.rewriter.request(head, whole);
    const answer = await send(sent, incoming, upstream);
    const response = {
      status: answer.statusCode ?? 0,
      reason: answer.statusMessage ?? "",
      headers: pairs(answer.rawHeaders),
    };
    const needed = forwarder.rewriter.needsResponseBody(head, response);
    const got = needed ? await buffer(answer) : undefined;
    const returned = await forwarder.rewriter.response(head, response, got);
    const { status, reason } = response;
    forwarder.forwarded.push({
      head,
      sent,
      status,
      headers: returned.headers,
      ...(returned.body !== undefined && { body: returned.body.toString() }),
    });
    const unframed = returned.headers.filter(
      ([name]) => !needed || !/^(?:content-length|transfer-encoding)$/i.test(name),
    );
    outgoing.writeHead(status, reason, unframed.flat());
    if (needed) outgoing.end(returned.body ?? got);
    else answer.pipe(outgoing);
  }

  /** Kept for the test, and told to the client as an error that no SDK tries again. */
  function refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
    const refused = error instanceof TouchstoneError ? error.message : String(error);
    forwarder.forwarded.push({ head: headOf(incoming), status: 0, headers: [], refused });
    outgoing.writeHead(400, { "x-ms-error-code": "CannotSend" }).end();
  }

  return forwarder;
}

async function send(sent: SentRequest, body: IncomingMessage, { port, authority }: Upstream) {
  const request = sendTls({
    host: "127.0.0.1",
    port,
    ca: authority,
    checkServerIdentity: () => undefined,
    method: sent.method,
    path: sent.target,
    headers: sent.headers.flat(),
  });
  const answered = once(request, "response");
  if (sent.body === undefined) body.pipe(request);
  else request.end(sent.body);
  const [answer] = (await answered) as [IncomingMessage];
  return answer;
}

function pairs(raw: readonly string[]): RawHeader[] {
  return Array.from(
    { length: raw.length / 2 },
    (_, at): RawHeader => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""],
  );
}
