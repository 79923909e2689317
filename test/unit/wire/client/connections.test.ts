import { getEventListeners, once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { BrokenOff, clientAnswers, HttpClient, originOf } from "../../../../src/wire/index.ts";
import { answering, get, serving } from "./serving.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("requests one after the other share a connection, those at once have their own", async () => {
  const { client, origin, server } = await serving(answering(ok));

  for (let count = 0; count < 5; count++) await client.send(origin, get);
  const alone = server.sockets.length;
  await Promise.all([client.send(origin, get), client.send(origin, get), client.send(origin, get)]);

  expect([alone, server.sockets.length]).toEqual([1, 3]);
});

const unkept: readonly [why: string, answer: string][] = [
  ["the server says so", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"],
  ["it is of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"],
  [
    "it would be closed in a second",
    "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 2\r\n\r\nok",
  ],
  ["more came than was asked for", `${ok}${ok}`],
];

test.each(unkept)("a connection is not used again where %s", async (_, answer) => {
  const { client, origin, server } = await serving(answering(answer));

  const bodies = [await client.send(origin, get), await client.send(origin, get)].map(
    ({ body }) => `${body}`,
  );

  expect(bodies).toEqual(["ok", "ok"]);
  expect(server.sockets).toHaveLength(2);
});

test("a connection of HTTP/1.0 is used again where the server wants it", async () => {
  const { client, origin, server } = await serving(
    answering("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"),
  );

  await client.send(origin, get);
  await client.send(origin, get);

  expect(server.sockets).toHaveLength(1);
});

test("bytes that come while nobody waits are not taken for the next answer", async () => {
  const { client, origin, server } = await serving(answering(ok));
  await client.send(origin, get);

  server.sockets[0]?.write("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
  await once(server.sockets[0] as Socket, "end");
  const { status } = await client.send(origin, get);

  expect(status).toBe(200);
});

test("a kept connection that was closed meanwhile is not used", async () => {
  const { client, origin, server } = await serving(answering(ok));
  await client.send(origin, get);

  server.sockets[0]?.end();
  await once(server.sockets[0] as Socket, "close");
  const { status } = await client.send(origin, get);

  expect(status).toBe(200);
  expect(server.sockets).toHaveLength(2);
});

test("a request on a kept connection that ends without an answer has failed, and is not sent again", async () => {
  let requests = 0;
  const { client, origin } = await serving((socket) => {
    socket.on("data", () => {
      requests++;
      if (requests === 1) socket.write(ok);
      else socket.end();
    });
  });
  await client.send(origin, get);

  const second = client.send(origin, get);

  await expect(second).rejects.toMatchObject({ code: "ECONNRESET", message: "socket hang up" });
  expect(requests).toBe(2);
});

test("a connection that is reset has failed with its code", async () => {
  const { client, origin } = await serving((socket) => {
    socket.on("data", () => socket.resetAndDestroy());
  });

  await expect(client.send(origin, get)).rejects.toMatchObject({ code: "ECONNRESET" });
});

test("a port where nobody listens refuses", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  const { client } = await serving(() => {});
  const onLeaving = vi.fn();
  const port = typeof address === "object" ? address?.port : 0;

  const sending = client.send(originOf(new URL(`http://127.0.0.1:${port}`)), get, { onLeaving });

  await expect(sending).rejects.toMatchObject({ code: "ECONNREFUSED", syscall: "connect" });
  expect(onLeaving).toHaveBeenCalledOnce();
});

test.each([
  ["with a length", "HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\nhel"],
  ["in chunks", "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhel"],
])("an answer %s that breaks off is none, and says which it was", async (_, answer) => {
  const { client, origin } = await serving((socket) => {
    socket.on("data", () => socket.end(answer));
  });

  const error = await client.send(origin, get).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(BrokenOff);
  expect(error).toMatchObject({ status: 404, code: "ECONNRESET", message: "aborted" });
});

test.each([
  ["nothing comes", ""],
  ["the head does not end", "HTTP/1.1 200 OK\r\n"],
  ["the body does not end", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"],
])("nobody waits longer than they are patient where %s", async (_, answer) => {
  const { client, origin, server } = await serving(answering(answer), { patience: 100 });

  const sending = client.send(origin, get);

  await expect(sending).rejects.toMatchObject({ code: "ETIMEDOUT", message: "no answer in 100 ms" });
  await vi.waitFor(() => expect(server.sockets[0]?.readableEnded).toBe(true));
});

test("a body that drips is over when time is, though there is always something", async () => {
  const { client, origin } = await serving(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const timer = setInterval(() => socket.write("."), 10);
      socket.on("close", () => clearInterval(timer));
    },
    { patience: 150 },
  );

  await expect(client.send(origin, get)).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("each request has its own time, also on a connection that has waited", async () => {
  const { client, origin } = await serving(answering(ok), { patience: 120 });

  const answers = [];
  for (let count = 0; count < 3; count++) {
    answers.push(await client.send(origin, get));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  expect(answers).toHaveLength(3);
});

test("a signal gives up all that it was given to, and nothing else", async () => {
  const { client, origin } = await serving((socket) => {
    socket.on("data", (bytes) => {
      if (bytes.toString().includes("/other")) setTimeout(() => socket.write(ok), 50);
    });
  });
  const giving = new AbortController();
  const { signal } = giving;

  const given = [client.send(origin, get, { signal }), client.send(origin, get, { signal })];
  const other = client.send(origin, { ...get, target: "/other" });
  giving.abort();

  for (const each of await Promise.allSettled(given)) {
    expect(each).toMatchObject({ status: "rejected", reason: { name: "AbortError", code: "ABORT_ERR" } });
  }
  expect((await other).status).toBe(200);
});

test("what is given up before it is sent does not leave", async () => {
  const { client, origin, server } = await serving(answering(ok));
  const onLeaving = vi.fn();

  const sending = client.send(origin, get, { signal: AbortSignal.abort(), onLeaving });

  await expect(sending).rejects.toMatchObject({ name: "AbortError" });
  expect(onLeaving).not.toHaveBeenCalled();
  expect(server.sockets).toEqual([]);
});

test("a signal is listened to once, and no longer than its clients are there", async () => {
  const { server, client, origin } = await serving(answering(ok));
  const other = new HttpClient({ patience: 5_000 });
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, "abort").length;

  for (const each of [client, client, other]) await each.send(origin, get, { signal });
  const before = listeners();
  client[Symbol.dispose]();
  const between = listeners();
  other[Symbol.dispose]();

  expect([before, between, listeners()]).toEqual([2, 1, 0]);
  expect(server.sockets).toHaveLength(2);
});

test("a signal that has let a request end in peace does not disturb the next", async () => {
  const { client, origin, server } = await serving(answering(ok, ok, ok));
  const giving = new AbortController();
  await client.send(origin, get, { signal: giving.signal });

  const next = client.send(origin, get);
  giving.abort();

  expect((await next).status).toBe(200);
  expect(server.sockets).toHaveLength(1);
});

test("a client that is closed gives up what is under way, closes what is idle, and sends no more", async () => {
  const { client, origin, server } = await serving(answering(ok, ""));
  await client.send(origin, get);
  const under = client.send(origin, get);

  client[Symbol.dispose]();

  await expect(under).rejects.toThrow("the client is closed");
  await expect(client.send(origin, get)).rejects.toThrow("the client is closed");
  await vi.waitFor(() => expect(server.sockets.every((socket) => socket.readableEnded)).toBe(true));
});

test("hundreds of megabytes are sent, and come back only as far as they are kept", async () => {
  const size = 256 * 1024 * 1024;
  let received = 0;
  const server = createHttpServer((request, response) => {
    request.on("data", (bytes: Buffer) => {
      received += bytes.length;
    });
    request.on("end", () => {
      response.writeHead(200, { "content-length": size });
      const piece = Buffer.alloc(1024 * 1024, 1);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", write).on("error", () => {});
      write();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = originOf(new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`));
  using client = new HttpClient({ patience: 30_000, most: 3_000_000 });

  const { body } = await client.send(origin, {
    method: "PUT",
    target: "/",
    headers: [],
    body: Buffer.alloc(size),
  });
  server.closeAllConnections();
  server.close();

  expect(received).toBe(size);
  expect(body).toEqual(Buffer.alloc(3_000_000, 1));
});

test("every answer that has come is told of, with where it came from", async () => {
  const { client, origin } = await serving(answering(ok));
  const told = vi.fn();
  clientAnswers.subscribe(told);

  await client.send(origin, get);
  clientAnswers.unsubscribe(told);

  expect(told.mock.calls.map(([message]) => message as unknown)).toEqual([{ origin: origin.name }]);
});

test("where an answer comes before the whole request has left, the rest is not sent", async () => {
  const over = Promise.withResolvers<void>();
  let received = 0;
  const { client, origin } = await serving((socket) => {
    socket.on("end", () => over.resolve()).on("error", () => over.resolve());
    socket.once("data", () => {
      socket.pause();
      socket.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    socket.on("data", (bytes: Buffer) => {
      received += bytes.length;
    });
    void over.promise.then(() => socket.destroy());
    setTimeout(() => socket.resume(), 300);
  });
  const body = new Uint8Array(64 * 1024 * 1024);

  const { status } = await client.send(origin, { method: "PUT", target: "/", headers: [], body });
  await over.promise;

  expect(status).toBe(400);
  expect(received).toBeLessThan(body.length);
});

test("a connection on which more was sent than was said is not used again", async () => {
  let connections = 0;
  const ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  const { client, origin } = await serving((socket) => {
    connections++;
    answering(ok)(socket);
  });
  const longer = { method: "PUT", target: "/", headers: [["Content-Length", "1"]], body: "abc" } as const;

  await client.send(origin, longer);
  await client.send(origin, get);

  expect(connections).toBe(2);
});
