import { expect, test } from "vitest";
import { Redactor } from "../../../../src/wire/index.ts";
import { dial, proxyTo, RawServer } from "./peers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/** A target that answers every piece that it gets with the same bytes. */
function answering(answer: string): Promise<RawServer> {
  return RawServer.listen((socket) => socket.on("data", () => socket.write(answer)));
}

test.each([
  [
    "PUT /a HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "400 Bad Request",
    "the request has both a Content-Length and a Transfer-Encoding",
  ],
  [
    "PUT /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "400 Bad Request",
    "the request has lengths that differ: 1 and 2",
  ],
  ["GET /a HTTP/1.1\r\nnonsense\r\n\r\n", "400 Bad Request", "a header line without a name"],
  [
    "PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "400 Bad Request",
    "a chunk without a size",
  ],
  [
    "GET /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "501 Not Implemented",
    "the request asks to change to websocket, but only HTTP/1.1 is passed on",
  ],
  ["CONNECT a:443 HTTP/1.1\r\n\r\n", "501 Not Implemented", "the request asks for a tunnel"],
  ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "501 Not Implemented", "the request begins HTTP/2"],
])("refuses %j by name", async (request, status, problem) => {
  await using server = await answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(request);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toContain(status);
  expect(received.text).toContain(problem);
  expect(recorded).toMatchObject([{ outcome: "refused", problem: expect.stringContaining(problem) }]);
});

test("a client of HTTP/2 that would do with HTTP/1.1 is passed on", async () => {
  await using server = await answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(
    "GET / HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\n\r\n",
  );
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.destroy();

  expect(recorded).toMatchObject([{ outcome: "complete", response: { status: 200 } }]);
});

test("a refusal does not quote what could not be read, which may be half a secret", async () => {
  const secret = "a-secret-that-is-longer-than-anything-that-would-be-quoted-in-a-message";
  await using server = await answering(ok);
  const { proxy, recorded } = await proxyTo(server.port, { redactor: new Redactor([secret]) });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(`GET /a HTTP/1.1\r\nAuthorization\r\n${secret}\r\n\r\n`);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(recorded).toMatchObject([
    { outcome: "refused", problem: "the request has a header line without a name" },
  ]);
  expect(JSON.stringify(recorded)).not.toContain("a-secret");
});

const lateness = "the request's head was not whole 0.2 seconds after its first byte";

test.each(["at first", "behind another request"])(
  "a head that is never finished is refused %s",
  async (when) => {
    await using server = await answering(ok);
    const { proxy, recorded } = await proxyTo(server.port, { headMs: 200 });
    await using _proxy = proxy;
    const { socket, received } = await dial(proxy.port);

    if (when !== "at first") socket.write("GET /before HTTP/1.1\r\n\r\n");
    socket.write("GET /a HTTP/1.1\r\n");
    const trickle = setInterval(() => socket.write("X-More: 1\r\n"), 20);
    await received.until(({ ended }) => ended !== "no");
    clearInterval(trickle);
    socket.destroy();

    expect(received.text).toContain("408 Request Timeout");
    expect(received.text).toContain(lateness);
    expect(recorded.at(-1)).toMatchObject({
      outcome: "refused",
      problem: lateness,
      response: { status: 408 },
    });
    expect(recorded).toHaveLength(when === "at first" ? 1 : 2);
  },
);

test("a client may idle, be slow with its body, and wait long for its answer", async () => {
  await using server = await RawServer.listen((socket) => {
    socket.on("data", (bytes) => {
      if (bytes.toString().endsWith("end")) setTimeout(() => socket.write(ok), 150);
    });
  });
  const { proxy, recorded } = await proxyTo(server.port, { headMs: 50 });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 120));

  for (let round = 1; round <= 2; round++) {
    socket.write("PUT /a HTTP/1.1\r\nContent-Length: 6\r\n\r\n");
    await pause();
    socket.write("the");
    await pause();
    socket.write("end");
    await received.until(({ text }) => text === ok.repeat(round));
    await pause();
  }
  socket.destroy();

  expect(recorded.map(({ outcome }) => outcome)).toEqual(["complete", "complete"]);
});

test("what is no request is freed of secrets like all others", async () => {
  const secret = "a-secret-of-the-config";
  await using server = await answering(ok);
  const { proxy, recorded } = await proxyTo(server.port, { redactor: new Redactor([secret]) });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(`{"key":"${secret}"}\r\n\r\n`);
  await received.until(({ text }) => text === ok);
  socket.destroy();

  expect(recorded).toMatchObject([{ request: { method: '{"key":"REDACTED"}', target: "" } }]);
});
