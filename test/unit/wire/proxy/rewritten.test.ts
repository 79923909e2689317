import { expect, test } from "vitest";
import { keeping, passingTo } from "./another-account.ts";
import { dial, proxyTo, RawServer, Received } from "./peers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

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

test.each([
  ["without a length", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", ""],
  ["with a length", ok, "Content-Length: 2\r\n"],
])("a client of HTTP/1.0 gets an answer %s, and the end of its connection", async (_, answer, framing) => {
  await using other = await keeping(answer, []);
  const { proxy, recorded } = await proxyTo(1, passingTo(other.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(
    "DELETE /a HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
  );
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe(`HTTP/1.1 200 OK\r\n${framing}Connection: close\r\n\r\nok`);
  expect(received.ended).toBe("end");
  expect(recorded).toMatchObject([{ outcome: "complete", response: { body: { text: "ok" } } }]);
});

test("a client that reads slowly is waited for, and nothing of the waiting stays", async () => {
  const size = 64 << 20;
  await using other = await RawServer.listen((socket) =>
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size));
    }),
  );
  const warnings: string[] = [];
  const listener = ({ name }: Error) => warnings.push(name);
  process.on("warning", listener);
  const { proxy, recorded } = await proxyTo(1, passingTo(other.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("DELETE /a HTTP/1.1\r\n\r\n");
  let length = 0;
  socket.removeAllListeners("data").on("data", (bytes: Buffer) => {
    length += bytes.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await expect.poll(() => length, { timeout: 20_000 }).toBeGreaterThan(size);
  socket.destroy();
  process.off("warning", listener);

  expect(received.ended).toBe("no");
  expect(recorded).toMatchObject([{ outcome: "complete", response: { body: { size } } }]);
  expect(warnings).toEqual([]);
});
