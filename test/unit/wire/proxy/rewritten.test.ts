import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { Rewriter } from "../../../../src/wire/index.ts";
import type { ProxySettings } from "../../../../src/wire/proxy/settings.ts";
import { dial, proxyTo, RawServer, Received } from "./peers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Sends everything as it is to another port. */
function passingTo(port: number): Partial<ProxySettings> {
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
async function keeping(answer: string, got: Received[]): Promise<RawServer> {
  return RawServer.listen((socket: Socket) => {
    got.push(new Received(socket));
    socket.once("data", () => socket.write(answer));
  });
}

test("the rest of a body that was answered early goes nowhere, and the next request is read", async () => {
  const atEmulator: Received[] = [];
  await using emulator = await keeping(ok, atEmulator);
  await using other = await keeping("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n", []);
  const { proxy, recorded } = await proxyTo(emulator.port, passingTo(other.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);
  const smuggled = "GET /smuggled HTTP/1.1\r\n\r\n";

  socket.write(`PUT /a HTTP/1.1\r\nContent-Length: ${4 + smuggled.length}\r\n\r\nhalf`);
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.write(`${smuggled}GET /next HTTP/1.1\r\n\r\n`);
  await received.until(({ text }) => text.endsWith("ok"));
  socket.destroy();

  expect(atEmulator.map(({ text }) => text)).toEqual(["GET /next HTTP/1.1\r\n\r\n"]);
  expect(recorded).toMatchObject([
    { outcome: "complete", problem: "answered before the request was whole", response: { status: 413 } },
    { outcome: "complete", request: { target: "/next" }, response: { status: 200 } },
  ]);
});

test("an exchange with another account that cannot be stored is told, and not answered", async () => {
  await using other = await keeping(ok, []);
  const failures: unknown[] = [];
  const { proxy } = await proxyTo(1, {
    ...passingTo(other.port),
    record: () => {
      throw new Error("no space is left");
    },
    onFailure: (error) => failures.push(error),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("DELETE /a HTTP/1.1\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");

  expect(received.text).not.toContain("ok");
  expect(failures).toMatchObject([{ message: "no space is left" }]);
});

test.each(["stop", "fault"] as const)("the other account's connection goes with ours: %s", async (end) => {
  const atOther: Received[] = [];
  await using other = await RawServer.listen((socket) => atOther.push(new Received(socket)));
  const { proxy, recorded } = await proxyTo(1, passingTo(other.port));
  await using _proxy = proxy;
  const { socket } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");
  await expect.poll(() => atOther[0]?.text).toContain("half");
  if (end === "stop") await proxy[Symbol.asyncDispose]();
  else socket.write("no chunk\r\n");
  await expect.poll(() => atOther[0]?.ended).not.toBe("no");
  socket.destroy();

  expect(recorded).toMatchObject([{ outcome: end === "stop" ? "upstream-failed" : "refused" }]);
});

test.each([
  ["that asks for it", "DELETE /a HTTP/1.1\r\nConnection: Close\r\n\r\n", false],
  ["that says goodbye", "DELETE /a HTTP/1.1\r\n\r\n", true],
])("a client %s gets the end of its connection behind the answer", async (_, request, isHalfClosed) => {
  await using other = await keeping(`HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n${ok.slice(17)}`, []);
  const { proxy, recorded } = await proxyTo(1, passingTo(other.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  if (isHalfClosed) socket.end(request);
  else socket.write(request);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  const told = isHalfClosed ? "" : "Connection: close\r\n";
  expect(received.text).toBe(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${told}\r\nok`);
  expect(received.ended).toBe("end");
  expect(recorded).toMatchObject([{ outcome: "complete", response: { status: 200 } }]);
});

test("an emulator that closes its connection meanwhile does not end an exchange with another account", async () => {
  const atOther: Received[] = [];
  await using other = await RawServer.listen((socket) => atOther.push(new Received(socket)));
  await using emulator = await keeping(ok, []);
  const { proxy, recorded } = await proxyTo(emulator.port, passingTo(other.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("GET /a HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  socket.write("DELETE /b HTTP/1.1\r\n\r\n");
  await expect.poll(() => atOther.length).toBe(1);
  emulator.sockets[0]?.end();
  await expect.poll(() => emulator.sockets[0]?.destroyed).toBe(true);
  other.sockets[0]?.write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.write("GET /c HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  socket.destroy();

  expect(recorded.map(({ outcome, response }) => [outcome, response?.status])).toEqual([
    ["complete", 200],
    ["complete", 202],
    ["complete", 200],
  ]);
});
