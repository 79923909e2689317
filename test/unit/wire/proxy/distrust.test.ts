import { once } from "node:events";
import { createServer, connect as tcpConnect } from "node:net";
import { connect } from "node:tls";
import { expect, test } from "vitest";
import { dial, freshTrust, proxyTo, RawServer, secureSettings } from "./peers.ts";

const trust = await freshTrust();
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** A client's hello goes to that port, and then what a client says that does not know the authority. */
async function sendHelloAndAlert(port: number): Promise<void> {
  const relay = createServer((client) => {
    client.on("error", () => {});
    const server = tcpConnect(port, "127.0.0.1");
    server.on("error", () => {});
    client.once("data", (hello) => server.write(hello));
    server.once("data", () => server.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 48])));
    server.once("close", () => client.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const address = relay.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  const client = connect({ port: own, host: "127.0.0.1", maxVersion: "TLSv1.2" });
  client.on("error", () => {});
  await new Promise((resolve) => client.once("close", resolve));
  relay.close();
  await once(relay, "close");
}

/** A client of Node, which leaves without saying why. */
async function leaveInDistrust(port: number): Promise<void> {
  const client = connect({ port, host: "127.0.0.1" });
  client.on("error", () => {});
  await new Promise((resolve) => client.once("close", resolve));
}

test.each([
  [
    "says so",
    "a client does not trust the proxy's certificate: its requests are not recorded",
    sendHelloAndAlert,
  ],
  ["leaves", "a client left with its TLS handshake, without a request", leaveInDistrust],
])("a client that does not trust the certificate and %s is told of, once", async (_, note, visit) => {
  await using server = await RawServer.listen(
    (socket) => socket.on("data", () => socket.write(ok)),
    trust.authority,
  );
  const notes: string[] = [];
  const { proxy } = await proxyTo(server.port, {
    ...secureSettings(server.port, trust),
    onNote: (one) => notes.push(one),
  });
  await using _proxy = proxy;

  await visit(proxy.port);
  await visit(proxy.port);

  await expect.poll(() => notes).toEqual([expect.stringContaining(note)]);
  expect(notes[0]).toContain("docs/guide/record.md");
});

test("nothing is told of clients that trust it, or that are there when the proxy goes", async () => {
  await using server = await RawServer.listen(
    (socket) => socket.on("data", () => socket.write(ok)),
    trust.authority,
  );
  const notes: string[] = [];
  const { proxy, recorded } = await proxyTo(server.port, {
    ...secureSettings(server.port, trust),
    onNote: (one) => notes.push(one),
  });
  const idle = await dial(proxy.port, trust.ca);
  const { socket, received } = await dial(proxy.port, trust.ca);

  socket.end("GET / HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  socket.destroy();
  await proxy[Symbol.asyncDispose]();
  await idle.received.until(({ ended }) => ended !== "no");

  expect(recorded).toHaveLength(1);
  expect(notes).toEqual([]);
});
