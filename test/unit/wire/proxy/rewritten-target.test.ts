import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { Rewriter } from "../../../../src/wire/index.ts";
import type { ProxySettings } from "../../../../src/wire/proxy/settings.ts";
import { dial, proxyTo, RawServer, type Received } from "./peers.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** A target that answers every request at once, as long as it is there. */
async function answering(answer: string): Promise<RawServer> {
  return RawServer.listen((socket: Socket) => {
    socket.on("data", () => socket.write(answer));
  });
}

/** Looks at all but GET on the way to the target itself, or to another account; DELETE is answered here. */
function lookingAt(
  port: number,
  more: Partial<Rewriter> = {},
  way: "the target" | "another account" = "the target",
): Partial<ProxySettings> {
  const rewriter: Rewriter = {
    ...(way === "the target" && { isTarget: true }),
    needsBody: () => false,
    answer: ({ method }) =>
      method === "DELETE"
        ? { status: 409, reason: "Conflict", headers: [["Content-Length", "3"]], body: Buffer.from("own") }
        : undefined,
    request: async ({ method, target, headers }) => ({
      origin: `http://127.0.0.1:${port}`,
      method,
      target,
      headers,
    }),
    needsResponseBody: () => false,
    response: async (_, { headers }) => ({ headers }),
    ...more,
  };
  return {
    idleMs: 150,
    rewriterOf: ({ operation }) => (operation === "GETSomething" ? undefined : rewriter),
  };
}

async function isEnded(received: Received, ms: number): Promise<boolean> {
  const later = new Promise<void>((resolve) => setTimeout(resolve, ms));
  await Promise.race([received.until(({ ended }) => ended !== "no"), later]);
  return received.ended !== "no";
}

test("an idle client is left when the target leaves, and not before", async () => {
  await using target = await answering(ok);
  const { proxy } = await proxyTo(target.port, lookingAt(target.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  const before = await isEnded(received, 400);
  target.sockets[0]?.end();
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(before).toBe(false);
  expect(received.ended).toBe("end");
});

test("another account that leaves after each answer does not take the client along", async () => {
  const closing = ok.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
  await using account = await RawServer.listen((socket: Socket) => {
    socket.on("data", () => socket.end(closing));
  });
  const { proxy } = await proxyTo(account.port, {
    ...lookingAt(account.port, {}, "another account"),
    idleMs: 60_000,
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  for (let answers = 1; answers <= 3; answers++) {
    socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
    await received.until(({ text }) => text.split("\r\n\r\nok").length > answers);
  }
  const isLeft = await isEnded(received, 200);
  socket.destroy();

  expect(isLeft).toBe(false);
  expect(account.sockets).toHaveLength(3);
});

test("a client is not left by the connection that it has not used last", async () => {
  await using target = await answering(ok);
  const { proxy } = await proxyTo(target.port, lookingAt(target.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);
  const ask = async (method: string, answers: number) => {
    socket.write(`${method} /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n`);
    await received.until(({ text }) => text.split("ok").length > answers);
  };

  await ask("GET", 1);
  await ask("PUT", 2);
  target.sockets[0]?.end();
  const afterLink = await isEnded(received, 300);
  await ask("GET", 3);
  target.sockets[1]?.end();
  const afterOnward = await isEnded(received, 300);
  await ask("PUT", 4);
  socket.destroy();

  expect([afterLink, afterOnward]).toEqual([false, false]);
  expect(received.ended).toBe("no");
});

test("a client that was answered here is left after a while, of which it is told", async () => {
  await using target = await answering(ok);
  const { proxy } = await proxyTo(target.port, lookingAt(target.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("DELETE /a HTTP/1.1\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe(
    "HTTP/1.1 409 Conflict\r\nContent-Length: 3\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nown",
  );
  expect(target.sockets).toEqual([]);
});

test.each([
  ["Keep-Alive: timeout=7\r\n", "no"],
  ["Connection: close\r\n", "end"],
])("what the target says of its connection holds for the client's: %j", async (said, ended) => {
  await using target = await answering(ok.replace("Content-Length", `${said}Content-Length`));
  const { proxy } = await proxyTo(target.port, lookingAt(target.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  await isEnded(received, 200);
  socket.destroy();

  expect(received.text).toBe(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${said}\r\nok`);
  expect(received.ended).toBe(ended);
});

test.each([
  ["the target", "0\r\nX-Sum: 1\r\n\r\n"],
  ["another account", "0\r\n\r\n"],
] as const)("what follows a body of chunks goes to %s as %j", async (way, end) => {
  let asked = "";
  await using target = await RawServer.listen((socket: Socket) => {
    socket.on("data", (bytes) => {
      asked += String(bytes);
      if (/\r\n0\r\n.*\r\n$/s.test(asked)) socket.write(ok);
    });
  });
  const { proxy } = await proxyTo(target.port, lookingAt(target.port, {}, way));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nhi\r\n");
  socket.write("0\r\nX-Sum: 1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("ok"));
  socket.destroy();

  expect(asked.slice(asked.indexOf("\r\n\r\n") + 4)).toBe(`2\r\nhi\r\n${end}`);
});

const followed =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n2\r\nok\r\n0\r\nx-sum: 7\r\n\r\n";

test.each([
  ["as it comes", {}],
  ["looked at", { needsResponseBody: () => true }],
])("what follows an answer that is not changed is passed on with it, where that is %s", async (_, more) => {
  await using target = await answering(followed);
  const { proxy, recorded } = await proxyTo(target.port, lookingAt(target.port, more));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("0\r\nx-sum: 7\r\n\r\n"));
  socket.destroy();

  expect(received.text).toMatch(/Trailer: x-sum\r\n.*\r\n\r\n2\r\nok\r\n0\r\nx-sum: 7\r\n\r\n$/s);
  expect(recorded[0]?.response?.trailers).toEqual([["x-sum", "7"]]);
});

test.each([
  ["another answer", { needsResponseBody: () => true, response: answeringOtherwise }, "the target"],
  ["another account's answer", {}, "another account"],
] as const)("nothing follows %s", async (_, more, way) => {
  await using target = await answering(followed);
  const { proxy } = await proxyTo(target.port, lookingAt(target.port, more, way));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toMatch(/own$|ok\r\n0\r\n\r\n$/);
  expect(received.text).not.toContain("x-sum: 7");
});

async function answeringOtherwise(): Promise<{ status: number; headers: []; body: Buffer }> {
  return { status: 409, headers: [], body: Buffer.from("own") };
}

test("an answer in the place of an empty one has its own length and body", async () => {
  await using target = await answering("HTTP/1.1 204 No Content\r\n\r\n");
  const own = { status: 404, reason: "Not Found", headers: [["Content-Length", "4"]] as const };
  const settings = lookingAt(target.port, {
    response: async () => ({ ...own, body: Buffer.from("gone") }),
  });
  const { proxy } = await proxyTo(target.port, settings);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("gone"));
  socket.write("HEAD /a HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.destroy();

  const head = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\n";
  expect(received.text).toBe(`${head}gone${head}`);
});

test.each([
  ["as it is", {}],
  ["with another in its place", { response: answeringOtherwise }],
] as const)("a client goes on behind an answer to HEAD that names no length, %s", async (_, more) => {
  await using target = await answering("HTTP/1.1 403 Forbidden\r\nKeep-Alive: timeout=5\r\n\r\n");
  const { proxy } = await proxyTo(target.port, { ...lookingAt(target.port, more), idleMs: 60_000 });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("HEAD /a HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  const isLeft = await isEnded(received, 300);
  socket.destroy();

  expect(isLeft).toBe(false);
});

test("an answer that is too long to be looked at is passed on as it comes", async () => {
  const body = "x".repeat(300_000);
  const answer = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  await using target = await answering(answer);
  const bodies: (number | undefined)[] = [];
  const settings = lookingAt(target.port, {
    needsResponseBody: () => true,
    responseLimit: 100_000,
    response: async (_, { headers }, whole) => {
      bodies.push(whole?.length);
      return { headers };
    },
  });
  const { proxy, recorded } = await proxyTo(target.port, settings);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ text }) => text.endsWith("0\r\n\r\n"));
  socket.destroy();

  expect(bodies).toEqual([undefined]);
  expect(recorded).toMatchObject([{ outcome: "complete", response: { body: { size: body.length } } }]);
});

test("a target that breaks off breaks its client's connection off", async () => {
  await using target = await RawServer.listen((socket) =>
    socket.once("data", () => socket.resetAndDestroy()),
  );
  const { proxy, recorded } = await proxyTo(target.port, lookingAt(target.port));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe("");
  expect(recorded).toMatchObject([{ outcome: "upstream-failed" }]);
});

test("a target that is not there is told of", async () => {
  const { proxy } = await proxyTo(1, lookingAt(1));
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toMatch(/^HTTP\/1.1 502 Bad Gateway.*the target cannot be reached/s);
});

/** The words of a proxy whose clients read no others. */
const away: ProxySettings["away"] = (_found, _request, problem) => ({
  status: 503,
  reason: "Service Unavailable",
  headers: [["Content-Length", String(problem.length)]],
  body: Buffer.from(problem),
});

test("a target that is not there is told of in the words of the service, where there are some", async () => {
  const { proxy, recorded } = await proxyTo(1, { ...lookingAt(1), away });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toMatch(/^HTTP\/1.1 503 .*Connection: close.*the target cannot be reached/s);
  expect(recorded).toMatchObject([{ outcome: "upstream-failed", response: { status: 503 } }]);
});

test.each([
  ["dies of a request is told of", true, /^HTTP\/1.1 503 .*the connection to the target broke/s],
  ["only breaks off breaks its client's connection off", false, /^$/],
])("a target that %s, where there are words for it", async (_says, dies, said) => {
  await using target = await RawServer.listen((socket) =>
    socket.once("data", () => {
      if (dies) target.leave();
      socket.resetAndDestroy();
    }),
  );
  const { proxy, recorded } = await proxyTo(target.port, { ...lookingAt(target.port), away });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toMatch(said);
  expect(recorded).toMatchObject([{ outcome: "upstream-failed" }]);
});
