import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { createServer, type Server, request as tlsRequest } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Authority, localAuthority, TwoProtocolFront } from "../../../src/wire/index.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-front-"));
let authority: Authority;

beforeAll(async () => {
  authority = await localAuthority(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A server that speaks HTTPS only and gives every body back, behind a front. */
async function raise(): Promise<{ server: Server; front: TwoProtocolFront }> {
  const { certificate: cert, key } = authority.certify(["127.0.0.1"]);
  const server = createServer({ cert, key }, (request, response) => request.pipe(response)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const front = await TwoProtocolFront.listen(0, { port, authorityFile: authority.certificateFile });
  onTestFinished(async () => {
    await front[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return { server, front };
}

async function echo(scheme: "http" | "https", port: number, body: Buffer): Promise<Buffer> {
  const ask = scheme === "http" ? plainRequest : tlsRequest;
  const ca = readFileSync(authority.certificateFile);
  const sent = ask({ host: "127.0.0.1", port, method: "PUT", agent: false, ca });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [Parameters<typeof buffer>[0]];
  return buffer(response);
}

test.each(["http", "https"] as const)("carries %s both ways, whole", async (scheme) => {
  const { front } = await raise();
  const large = Buffer.alloc(8 * 1024 * 1024, "gold ");

  const back = await Promise.all(
    [Buffer.alloc(0), Buffer.from("x"), large].map((body) => echo(scheme, front.port, body)),
  );

  expect(back.map(({ length }) => length)).toEqual([0, 1, large.length]);
  expect(back[2]?.equals(large)).toBe(true);
});

test("ends a connection whose server is gone, and serves the next", async () => {
  const { server, front } = await raise();
  const socket = connect(front.port, "127.0.0.1");
  socket.resume().write("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
  await once(server, "request");

  server.closeAllConnections();

  await once(socket, "close");
  expect((await echo("http", front.port, Buffer.from("again"))).toString()).toBe("again");
});

test("lets go of clients that leave without a word", async () => {
  const { front } = await raise();
  const clients = Array.from({ length: 20 }, () => connect(front.port, "127.0.0.1").resume());
  await Promise.all(clients.map((client) => once(client, "connect")));

  for (const client of clients) client.end();

  await Promise.all(clients.map((client) => once(client, "close")));
  expect((await echo("http", front.port, Buffer.from("next"))).toString()).toBe("next");
});

test("closes what is open when it is disposed", async () => {
  const { front } = await raise();
  const socket = connect(front.port, "127.0.0.1");
  await once(socket, "connect");

  await front[Symbol.asyncDispose]();

  await once(socket, "close");
  await expect(echo("http", front.port, Buffer.from("x"))).rejects.toThrow("ECONNREFUSED");
});
