import { once } from "node:events";
import { expect, test } from "vitest";
import { beforeSending } from "../../../../src/wire/index.ts";
import { breakOff } from "../../../../src/wire/proxy/upstream-link.ts";
import { dial, proxyTo, RawServer, Received } from "./peers.ts";

const get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

/** A target that answers every piece that it gets with the same bytes. */
function answering(answer: string): Promise<RawServer> {
  return RawServer.listen((socket) => socket.on("data", () => socket.write(answer)));
}

test("clients that leave without a word are let go", async () => {
  await using server = await answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const clients = await Promise.all(Array.from({ length: 20 }, () => dial(proxy.port)));

  for (const { socket } of clients) socket.end();

  await Promise.all(clients.map(({ received }) => received.until(({ ended }) => ended !== "no")));
  expect(clients.map(({ received }) => received.ended)).toEqual(clients.map(() => "end"));
  expect(recorded).toEqual([]);
});

test("a target that is not there is a 502 that says so", async () => {
  const gone = await answering("");
  const { port } = gone;
  await gone[Symbol.asyncDispose]();
  const { proxy, recorded } = await proxyTo(port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toContain("502 Bad Gateway");
  expect(received.text).toContain(`target at 127.0.0.1:${port} cannot be reached (ECONNREFUSED)`);
  expect(recorded).toMatchObject([
    { outcome: "upstream-failed", problem: expect.stringContaining("ECONNREFUSED") },
  ]);
});

test("a target that is not there is told of in the words of the service, where there are some", async () => {
  const { proxy } = await proxyTo(1, {
    away: (_found, { method }, problem) => ({
      status: 503,
      reason: "Service Unavailable",
      headers: [],
      body: Buffer.from(`${method}: ${problem}`),
    }),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toMatch(/^HTTP\/1.1 503 .*GET: target at 127.0.0.1:1 cannot be reached/s);
});

test.each([
  ["in the middle of its answer", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"],
  ["without an answer", ""],
])("a target that closes %s closes the client's connection too", async (where, answer) => {
  await using server = await RawServer.listen((socket) => socket.once("data", () => socket.end(answer)));
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe(answer);
  expect(recorded).toMatchObject([
    { outcome: "upstream-failed", problem: `target closed the connection ${where}` },
  ]);
});

test("a target that breaks off resets the client's connection", async () => {
  await using server = await RawServer.listen((socket) =>
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", () => socket.resetAndDestroy());
    }),
  );
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");

  expect(received.ended).toBe("reset");
  expect(recorded).toMatchObject([
    { outcome: "upstream-failed", problem: expect.stringContaining("ECONNRESET") },
  ]);
});

test.each([
  ["220 mail.example\r\n\r\n", "an answer that begins with", "upstream-failed"],
  ["HTTP/1.1 101 Switching Protocols\r\n\r\n", "a change of protocol", "upstream-failed"],
])("an answer that makes no sense is not passed on: %j", async (answer, problem, outcome) => {
  await using server = await answering(answer);
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe("");
  expect(recorded).toMatchObject([{ outcome }]);
  if (outcome !== "complete") expect(recorded[0]?.problem).toContain(problem);
});

test.each([
  ["GET", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab"],
  ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"],
  ["GET", "HTTP/1.1 204 No Content\r\n\r\n0\r\n\r\n"],
])(
  "bytes behind the answer to %s arrive as they would have, and end the connection: %j",
  async (method, answer) => {
    await using server = await answering(answer);
    const { proxy, recorded } = await proxyTo(server.port);
    await using _proxy = proxy;
    const { socket, received } = await dial(proxy.port);

    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
    await received.until(({ ended }) => ended !== "no");
    socket.destroy();

    expect([received.text, received.ended]).toEqual([answer, "end"]);
    expect(recorded).toMatchObject([{ outcome: "complete" }]);
  },
);

test("a client that leaves in the middle of its request takes the target's connection with it", async () => {
  let atTarget: Received | undefined;
  await using server = await RawServer.listen((socket) => {
    atTarget = new Received(socket);
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf");
  await expect.poll(() => atTarget?.text).toContain("half");
  socket.resetAndDestroy();
  await expect.poll(() => atTarget?.ended).not.toBe("no");

  expect(recorded).toMatchObject([{ outcome: "client-gone", request: { body: { size: 4, text: "half" } } }]);
});

test("a client that leaves before the answer is told of too", async () => {
  await using server = await RawServer.listen((socket) => {
    socket.resume().once("end", () => socket.end());
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket } = await dial(proxy.port);

  socket.write(get);
  await expect.poll(() => server.sockets.length).toBe(1);
  socket.destroy();

  await expect.poll(() => recorded).toMatchObject([{ outcome: "client-gone" }]);
});

test("an answer that comes before the request is whole is passed on at once", async () => {
  await using server = await RawServer.listen((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"));
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf");
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.destroy();

  expect(received.text).toContain("413 Too Large");
  expect(recorded).toMatchObject([
    { outcome: "complete", problem: "answered before the request was whole", response: { status: 413 } },
  ]);
});

test("an exchange that cannot be stored is not answered", async () => {
  await using server = await answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  const failures: unknown[] = [];
  const { proxy } = await proxyTo(server.port, {
    record: () => {
      throw new Error("no space is left");
    },
    onFailure: (error) => failures.push(error),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(get);
  await received.until(({ ended }) => ended !== "no");

  expect(received.text).toBe("");
  expect(failures).toMatchObject([{ message: "no space is left" }]);
});

test.each(["keep-alive", "close"])(
  "what is stored with others and cannot be is not answered: %s",
  async (connection) => {
    await using server = await RawServer.listen((socket) =>
      socket.on("data", () => {
        const answer = `HTTP/1.1 200 OK\r\nConnection: ${connection}\r\nContent-Length: 2\r\n\r\nok`;
        if (connection === "close") socket.end(answer);
        else socket.write(answer);
      }),
    );
    const noSpace = () => {
      throw new Error("no space is left");
    };
    const { proxy } = await proxyTo(server.port, { record: () => beforeSending(noSpace) });
    await using _proxy = proxy;
    const { socket, received } = await dial(proxy.port);

    socket.write(get);
    await received.until(({ ended }) => ended !== "no");

    expect(received.text).toBe("");
  },
);

test("faults: an answer of the service's own, a delay, a lost answer, a reset", async () => {
  let asked = 0;
  await using server = await RawServer.listen((socket) =>
    socket.on("data", () => {
      asked++;
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    }),
  );
  const body = Buffer.from("busy");
  const headers = [["Content-Length", "4"]] as const;
  const plan = [
    { label: "503", kind: "answer", answer: { status: 503, reason: "Busy", headers, body } },
    { label: "delay", kind: "delay", delayMs: 20 },
    { label: "lost", kind: "lost-answer" },
    { label: "reset", kind: "reset" },
  ] as const;
  let next = 0;
  const { proxy, recorded } = await proxyTo(server.port, { fault: () => plan[next++] });
  await using _proxy = proxy;

  const first = await dial(proxy.port);
  first.socket.write("PUT /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
  await first.received.until(({ text }) => text.endsWith("busy"));
  first.socket.write(get);
  await first.received.until(({ text }) => text.endsWith("ok"));
  first.socket.write(get);
  await first.received.until(({ ended }) => ended !== "no");
  const second = await dial(proxy.port);
  second.socket.write(get);
  await second.received.until(({ ended }) => ended !== "no");

  expect(first.received.text).toBe(
    "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusyHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
  );
  expect([first.received.ended, second.received.ended]).toEqual(["reset", "reset"]);
  expect(asked).toBe(2);
  expect(recorded.map(({ fault, outcome, response }) => [fault, outcome, response?.status])).toEqual([
    ["503", "complete", 503],
    ["delay", "complete", 200],
    ["lost", "complete", 200],
    ["reset", "upstream-failed", undefined],
  ]);
});

test.each([
  ["a single piece", false],
  ["its last request torn", true],
])("what a client sent ahead is passed on before its goodbye: %s", async (_, isTorn) => {
  await using server = await RawServer.listen((socket) => {
    const got = new Received(socket);
    void (async () => {
      await got.until(({ text }) => text.includes("/1"));
      await expect.poll(() => isGone).toBe(true);
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1");
      await got.until(({ text, ended }) => text.includes("/2") || ended !== "no");
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2");
      await got.until(({ ended }) => ended !== "no");
      socket.end();
    })();
  });
  let isGone = false;
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.end(`GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n${isTorn ? "" : "\r\n"}`, () => {
    isGone = true;
  });
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  const first = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1";
  expect(received.text).toBe(isTorn ? first : `${first}${first.slice(0, -1)}2`);
  expect(recorded.map(({ request, outcome }) => [request.target, outcome])).toEqual(
    isTorn
      ? [["/1", "complete"]]
      : [
          ["/1", "complete"],
          ["/2", "complete"],
        ],
  );
});

const waiting = "PUT /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";

test.each([undefined, 20])("a client that waits to send gets a fault at once: after %s", async (delayMs) => {
  await using server = await answering("");
  const headers = [["Content-Length", "4"]] as const;
  const answer = { status: 503, reason: "Busy", headers, body: Buffer.from("busy") };
  const wait = delayMs === undefined ? {} : { delayMs };
  const plan = [
    { label: "503", kind: "answer", answer, ...wait } as const,
    { label: "reset", kind: "reset", ...wait } as const,
  ];
  let next = 0;
  const { proxy, recorded } = await proxyTo(server.port, { fault: () => plan[next++] });
  await using _proxy = proxy;

  const first = await dial(proxy.port);
  first.socket.write(waiting);
  await first.received.until(({ ended }) => ended !== "no");
  const second = await dial(proxy.port);
  second.socket.write(waiting);
  await second.received.until(({ ended }) => ended !== "no");
  first.socket.destroy();

  expect(first.received.text).toBe("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbusy");
  expect([first.received.ended, second.received.ended]).toEqual(["end", "reset"]);
  expect(recorded.map(({ fault, outcome }) => [fault, outcome])).toEqual([
    ["503", "complete"],
    ["reset", "upstream-failed"],
  ]);
});

test("a client that waits to send is told to go on before its answer is lost", async () => {
  await using server = await RawServer.listen((socket) => {
    const got = new Received(socket);
    void (async () => {
      await got.until(({ text }) => text.endsWith("\r\n\r\n"));
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      await got.until(({ text }) => text.endsWith("body"));
      socket.write("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
    })();
  });
  const { proxy, recorded } = await proxyTo(server.port, {
    fault: () => ({ label: "lost", kind: "lost-answer" }),
  });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write(waiting);
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.write("body");
  await received.until(({ ended }) => ended !== "no");

  expect(received.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  expect(recorded).toMatchObject([{ fault: "lost", outcome: "complete", response: { status: 201 } }]);
});

test("a client that asks for the end of its connection gets it behind a fault's answer", async () => {
  await using server = await answering("");
  const answer = {
    status: 503,
    reason: "Busy",
    headers: [["Content-Length", "0"]],
    body: Buffer.alloc(0),
  } as const;
  const { proxy } = await proxyTo(server.port, { fault: () => ({ label: "503", kind: "answer", answer }) });
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.text).toBe("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
});

test("a socket that is broken off in the middle of its farewell is closed", async () => {
  await using server = await answering("");
  const { socket } = await dial(server.port);
  const errors: Error[] = [];
  socket.on("error", (error) => errors.push(error));

  socket.end();
  breakOff(socket);
  await once(socket, "close");

  expect(errors).toEqual([]);
});

test("a client that leaves without a word is let go", async () => {
  await using server = await answering("");
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.end();
  await received.until(({ ended }) => ended !== "no");
  socket.destroy();

  expect(received.ended).toBe("end");
  expect(recorded).toEqual([]);
});
