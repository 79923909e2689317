import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as performRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { TouchstoneError } from "../../../src/model/index.ts";
import { attributionOf, markerHeader } from "../../../src/wire/attribution/marker.ts";
import type { RawHeader, RequestHead, Rewriter } from "../../../src/wire/index.ts";
import { type ArrivedRequest, type Expected, unchunked, whyRefused } from "./signature-verifier.ts";

/** A server of a test's own, and what came to it. */
export interface TestServer {
  readonly origin: string;
  readonly port: number;
  readonly close: () => void;
}

/** Hosts below localhost are this machine, whatever its resolver says. */
export const hereAgent = new Agent({
  keepAlive: false,
  lookup: (_name, options, done) =>
    options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
});

export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<TestServer> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const reason = error instanceof TouchstoneError ? `${error.code}: ${error.message}` : String(error);
      if (!response.headersSent) response.writeHead(501, { "x-touchstone-problem": encodeURI(reason) });
      response.end(reason);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, port, close };
}

const framing = ["content-length", "transfer-encoding", "connection", "keep-alive"];

/** Passes requests on through a rewriter, as the proxy does. */
export function forwarder(rewriter: Rewriter): Promise<TestServer> {
  return listen(async (request, response) => {
    const headers = headersOf(request.rawHeaders);
    const marker = headers.find(([name]) => name.toLowerCase() === markerHeader)?.[1];
    const head: RequestHead = {
      method: request.method ?? "",
      target: request.url ?? "",
      headers: headers.filter(([name]) => name.toLowerCase() !== markerHeader),
      origin: `http://127.0.0.1:${request.socket.localPort}`,
      by: attributionOf(marker, { tier: 4 }),
    };
    const body = rewriter.needsBody(head) ? await buffer(request) : undefined;
    const sent = await rewriter.request(head, body);
    const { port } = new URL(sent.origin);
    const outgoing = performRequest({
      ...{ host: "127.0.0.1", port, method: sent.method, path: sent.target, agent: hereAgent },
      headers: framed(sent.headers, sent.body).flat(),
    });
    if (sent.body !== undefined) outgoing.end(sent.body);
    else if (body === undefined) request.pipe(outgoing);
    else outgoing.end();
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    const answered = {
      status: answer.statusCode ?? 0,
      reason: answer.statusMessage ?? "",
      headers: headersOf(answer.rawHeaders),
    };
    const document = rewriter.needsResponseBody(head, answered) ? await buffer(answer) : undefined;
    const returned = await rewriter.response(head, answered, document);
    response.writeHead(answered.status, framed(returned.headers, returned.body).flat());
    if (returned.body === undefined) answer.pipe(response);
    else response.end(returned.body);
  });
}

function framed(headers: readonly RawHeader[], body: Buffer | undefined): RawHeader[] {
  const hopless = headers.filter(([name]) => !["connection", "keep-alive"].includes(name.toLowerCase()));
  if (body === undefined) return hopless;
  const bare = hopless.filter(([name]) => !framing.includes(name.toLowerCase()));
  return [...bare, ["Content-Length", String(body.length)]];
}

function headersOf(raw: readonly string[]): RawHeader[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""]);
}

/** What came to a gate. */
export interface Arrival extends ArrivedRequest {
  readonly host: string;
  readonly refused: string | undefined;
}

export interface Gate extends TestServer {
  readonly arrivals: Arrival[];
}

export interface GateOptions {
  readonly expected: Expected;
  /** What stands behind; where nothing does, every request is answered with 200 and this document. */
  readonly behind:
    | string
    | ((arrival: Arrival) => { readonly headers?: IncomingHttpHeaders; readonly body: string });
  /** The name before which buckets stand, for hosts that have them. */
  readonly server?: string;
}

/** Stands before an emulator, which checks no signature, and lets in only what the other account's key has signed. */
export async function gate({ expected, behind, server = "s3.localhost" }: GateOptions): Promise<Gate> {
  const arrivals: Arrival[] = [];
  const listening = await listen(async (request, response) => {
    const arrived = {
      method: request.method ?? "",
      target: request.url ?? "",
      rawHeaders: request.rawHeaders,
      body: await buffer(request),
    };
    const refused = whyRefused(arrived, expected);
    const arrival = { ...arrived, host: request.headers.host ?? "", refused };
    arrivals.push(arrival);
    if (refused !== undefined) return refuse(response, refused, expected);
    if (typeof behind === "string") return passOn(arrival, request.headers, response, behind, server);
    const { headers = {}, body } = behind(arrival);
    response.writeHead(200, { "content-type": "application/xml", ...headers }).end(body);
  });
  return { ...listening, arrivals };
}

function refuse(response: ServerResponse, why: string, { key, service }: Expected): void {
  const body =
    service === "s3"
      ? `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>${why}</Message><AWSAccessKeyId>${key.id}</AWSAccessKeyId></Error>`
      : JSON.stringify({ __type: "com.amazon.coral.service#InvalidSignatureException", message: why });
  response.writeHead(403).end(body);
}

async function passOn(
  { method, target, host, body }: Arrival,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  behind: string,
  server: string,
): Promise<void> {
  const name = host.replace(/:\d+$/, "");
  const inPath = name.endsWith(`.${server}`) ? `/${name.slice(0, -server.length - 1)}${target}` : target;
  const isFramed = headers["x-amz-content-sha256"] === "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
  const plain = isFramed ? unchunked(body, String(headers["x-amz-trailer"])) : body;
  const { "transfer-encoding": _, ...kept } = headers;
  if (isFramed) delete kept["content-encoding"];
  const isS3 = headers["x-amz-target"] === undefined;
  // s3rver knows one key of its own, and takes what is signed by nobody; that it is S3's, such a header tells it.
  if (isS3) delete kept.authorization;
  if (isS3) kept["x-amz-date"] ??= "now";
  const { port } = new URL(behind);
  const outgoing = performRequest({
    ...{ host: "127.0.0.1", port, method, path: isS3 ? withoutSignature(inPath) : inPath, agent: hereAgent },
    headers: { ...kept, host: `127.0.0.1:${host.split(":")[1]}`, "content-length": plain?.length ?? 0 },
  });
  outgoing.end(plain);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  // As S3 does where a bucket was addressed by its host.
  const address = new RegExp(`http://127[.]0[.]0[.]1:\\d+/${name.slice(0, -server.length - 1)}/`, "g");
  const isDocument = inPath !== target && answer.headers["content-type"]?.includes("xml") === true;
  const content = await buffer(answer);
  const told = isDocument
    ? Buffer.from(content.toString("latin1").replace(address, `http://${host}/`), "latin1")
    : content;
  response.writeHead(
    answer.statusCode ?? 500,
    framed(headersOf(answer.rawHeaders), method === "HEAD" ? undefined : told).flat(),
  );
  response.end(told);
}

function withoutSignature(target: string): string {
  const [path = "", query] = target.split("?");
  if (query === undefined) return path;
  return `${path}?${query
    .split("&")
    .filter((pair) => !/^X-Amz-/.test(pair))
    .join("&")}`;
}
