import fc from "fast-check";
import { expect, test } from "vitest";
import { dial, freshTrust, proxyTo, RawServer, Received, secureSettings, sendInPieces } from "./peers.ts";

/** What speaks TLS on both sides of the proxy does so with this. */
const trust = await freshTrust();

const token = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/)
  .filter((name) => !/^(content-length|transfer-encoding|upgrade|x-touchstone-test)$/i.test(name));
const value = fc.stringMatching(/^([!-~\xa0-\xff]([ -~]{0,20}[!-~])?)?$/);
const fields = fc
  .array(
    fc.tuple(
      token,
      fc.constantFrom(":", ": ", ":\t ", ":  "),
      value,
      fc.constantFrom("", " ", "\r\n  folded"),
    ),
    {
      maxLength: 6,
    },
  )
  .map((rows) => rows.map(([name, colon, text, tail]) => `${name}${colon}${text}${tail}\r\n`).join(""));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  fc.constant(""),
  fc.nat({ max: 200_000 }).map((length) => "\x00\xffab".repeat(length / 4)),
);
const target = fc.oneof(
  fc.constantFrom(
    "/",
    "/a//b/../c/./d",
    "/t(PartitionKey='a''b',RowKey='%2F')",
    "/k?x=1&&y=%zz&z",
    "/\xc3\xa4 b",
    "http://127.0.0.1/abs",
    "*",
  ),
  fc.stringMatching(/^\/[!-~]{0,40}$/),
);

/** How a body is framed: by its length, or in chunks with extensions and trailers. */
function framed(
  start: string,
  lines: string,
  body: string,
  chunk: number | undefined,
  trailers: string,
): string {
  if (chunk === undefined) return `${start}\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;
  const chunks = body.match(new RegExp(`[^]{1,${chunk}}`, "g")) ?? [];
  const written = chunks
    .map((part) => `${part.length.toString(16).toUpperCase()};a=b\r\n${part}\r\n`)
    .join("");
  return `${start}\r\n${lines}transfer-encoding: Chunked\r\n\r\n${written}0\r\n${trailers}\r\n`;
}

const chunkSize = fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: undefined });

const requests = fc
  .record({
    method: fc.constantFrom("GET", "PUT", "POST", "MERGE", "DELETE", "HEAD", "PATCH", "PROPFIND"),
    target,
    fields,
    body: content,
    chunk: chunkSize,
    trailers: fields,
    isBare: fc.boolean(),
  })
  .map(({ method, target: to, fields: lines, body, chunk, trailers, isBare }) => {
    const start = `${method} ${to} HTTP/1.1`;
    const wire = isBare ? `${start}\r\n${lines}\r\n` : framed(start, lines, body, chunk, trailers);
    return { method, wire };
  });

const answers = fc
  .record({
    status: fc.constantFrom(
      "200 OK",
      "201 Created",
      "206 ",
      "404 Not  Found",
      "500",
      "204 No Content",
      "304 Not Modified",
    ),
    fields,
    body: content,
    chunk: chunkSize,
    trailers: fields,
    informational: fc.constantFrom(
      "",
      "",
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n",
    ),
  })
  .map(({ status, fields: lines, body, chunk, trailers, informational }) => ({
    isBare: status.startsWith("204") || status.startsWith("304"),
    head: `HTTP/1.1 ${status}\r\n${lines}Content-Length: ${body.length}\r\n\r\n`,
    wire: framed(`HTTP/1.1 ${status}`, lines, body, chunk, trailers),
    informational,
  }));

test.each([
  ["HTTP", undefined, 120],
  ["HTTPS", trust, 60],
])(
  "what goes in comes out, on both sides, however it arrives: %s",
  { timeout: 120_000 },
  async (_, secure, numRuns) => {
    const cuts = fc.array(fc.nat(), { maxLength: 5 });
    const exchange = fc.record({ request: requests, answer: answers, cutRequest: cuts, cutAnswer: cuts });
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 3 }), async (exchanges) => {
        let arrived = "";
        const script = exchanges.map(({ request, answer, cutAnswer }) => {
          const final = request.method === "HEAD" || answer.isBare ? answer.head : answer.wire;
          return { length: request.wire.length, cutAnswer, answer: answer.informational + final };
        });
        await using server = await RawServer.listen((socket) => {
          const got = new Received(socket);
          void (async () => {
            let expected = 0;
            for (const { length, answer, cutAnswer } of script) {
              expected += length;
              await got.until(({ text }) => text.length >= expected);
              arrived = got.text;
              await sendInPieces(socket, Buffer.from(answer, "latin1"), cutAnswer);
            }
          })();
        }, secure?.authority);
        const settings = secure === undefined ? {} : secureSettings(server.port, secure);
        const { proxy, recorded } = await proxyTo(server.port, settings);
        await using _proxy = proxy;
        const { socket, received } = await dial(proxy.port, secure?.ca);

        let expected = "";
        for (const [at, { request, cutRequest }] of exchanges.entries()) {
          await sendInPieces(socket, Buffer.from(request.wire, "latin1"), cutRequest);
          expected += script[at]?.answer ?? "";
          await received.until(({ text }) => text.length >= expected.length);
        }
        socket.destroy();

        expect(received.text).toBe(expected);
        expect(arrived).toBe(exchanges.map(({ request }) => request.wire).join(""));
        expect(recorded.map(({ outcome, request }) => [outcome, request.method])).toEqual(
          exchanges.map(({ request }) => ["complete", request.method]),
        );
      }),
      { numRuns },
    );
  },
);

test.each([
  ["HTTP", undefined],
  ["HTTPS", trust],
])("an answer without a length ends with the connection: %s", async (_, secure) => {
  await using server = await RawServer.listen((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nX: 1\r\n\r\nto the very end"));
  }, secure?.authority);
  const settings = secure === undefined ? {} : secureSettings(server.port, secure);
  const { proxy, recorded } = await proxyTo(server.port, settings);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port, secure?.ca);

  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");

  expect(received.text).toBe("HTTP/1.1 200 OK\r\nX: 1\r\n\r\nto the very end");
  expect(received.ended).toBe("end");
  expect(recorded).toMatchObject([{ outcome: "complete", response: { body: { text: "to the very end" } } }]);
});

test.each([
  ["HTTP", undefined],
  ["HTTPS", trust],
])("a client that has said goodbye still gets its answer: %s", async (_, secure) => {
  await using server = await RawServer.listen((socket) => {
    const got = new Received(socket);
    void got
      .until(({ ended }) => ended !== "no")
      .then(({ text }) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`));
  }, secure?.authority);
  const settings = secure === undefined ? {} : secureSettings(server.port, secure);
  const { proxy, recorded } = await proxyTo(server.port, settings);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port, secure?.ca);

  socket.end("GET /a HTTP/1.1\r\n\r\n");
  await received.until(({ ended }) => ended !== "no");

  expect(received.text).toBe("HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\nGET /a HTTP/1.1\r\n\r\n");
  expect(recorded).toMatchObject([{ outcome: "complete" }]);
});

test("a client that waits for 100 Continue gets it before it sends its body", async () => {
  await using server = await RawServer.listen((socket) => {
    const got = new Received(socket);
    void (async () => {
      await got.until(({ text }) => text.endsWith("\r\n\r\n"));
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      await got.until(({ text }) => text.endsWith("body"));
      socket.write("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
    })();
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("PUT /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  await received.until(({ text }) => text === "HTTP/1.1 100 Continue\r\n\r\n");
  socket.write("body");
  await received.until(({ text }) => text.includes("201 Created"));
  socket.destroy();

  expect(recorded).toMatchObject([
    { outcome: "complete", request: { body: { text: "body" } }, response: { status: 201 } },
  ]);
});

test("requests sent ahead are passed on one after the other", async () => {
  await using server = await RawServer.listen((socket) => {
    const got = new Received(socket);
    void (async () => {
      for (let count = 1; count <= 3; count++) {
        await got.until(({ text }) => text.split("\r\n\r\n").length > count);
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${count}`);
      }
    })();
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n");
  await received.until(({ text }) => text.endsWith("3"));
  socket.destroy();

  expect(recorded.map(({ request, response }) => [request.target, response?.body?.text])).toEqual([
    ["/1", "1"],
    ["/2", "2"],
    ["/3", "3"],
  ]);
});

test("the marker is cut out, wherever it stands, and says whose request it is", async () => {
  let arrived = "";
  await using server = await RawServer.listen((socket) => {
    socket.on("data", (chunk: Buffer) => {
      arrived += chunk.toString("latin1");
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
  });
  const { proxy, recorded } = await proxyTo(server.port);
  await using _proxy = proxy;
  const { socket, received } = await dial(proxy.port);

  socket.write("GET / HTTP/1.1\r\nA: 1\r\nX-Touchstone-Test: file=a.ts&test=a%20b\r\nB:2\r\n\r\n");
  await received.until(({ text }) => text.endsWith("\r\n\r\n"));
  socket.destroy();

  expect(arrived).toBe("GET / HTTP/1.1\r\nA: 1\r\nB:2\r\n\r\n");
  expect(recorded).toMatchObject([
    {
      by: { tier: 1, file: "a.ts", test: "a b" },
      request: {
        headers: [
          ["A", "1"],
          ["B", "2"],
        ],
      },
    },
  ]);
});
