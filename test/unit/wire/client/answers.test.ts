import { createServer } from "node:http";
import { expect, test } from "vitest";
import { originOf } from "../../../../src/wire/index.ts";
import { answering, get, serving } from "./serving.ts";

const whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Kind: cat\r\n\r\nhello";

test("an answer is given with its status, reason, headers and body", async () => {
  const { client, origin } = await serving(answering(whole));

  const answer = await client.send(origin, get);

  expect(answer).toEqual({
    status: 200,
    reason: "OK",
    headers: [
      ["Content-Length", "5"],
      ["X-Kind", "cat"],
    ],
    body: Buffer.from("hello"),
  });
});

const readable: readonly [what: string, answer: string | readonly string[], status: number, body: string][] =
  [
    ["a byte at a time", [...whole], 200, "hello"],
    ["no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", 200, "ok"],
    ["no body at all", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", 204, ""],
    ["nothing that was changed", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", 304, ""],
    ["an interim answer first", ["HTTP/1.1 100 Continue\r\n\r\n", whole], 200, "hello"],
    [
      "two interim answers in one piece",
      `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 100\r\n\r\n${whole}`,
      200,
      "hello",
    ],
    [
      "chunks with an extension and trailers",
      [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nhel\r",
        "\n2\r\nl",
        "o\r\n0\r\nX-Sum: 7\r",
        "\n\r\n",
      ],
      200,
      "hello",
    ],
    ["chunks that are none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, ""],
    ["a header in Latin-1", "HTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\nContent-Length: 0\r\n\r\n", 200, ""],
  ];

test.each(readable)("an answer with %s is read", async (_, answer, status, body) => {
  const { client, origin } = await serving(answering(answer));

  const first = await client.send(origin, get);
  const second = await client.send(origin, get);

  for (const each of [first, second]) expect(each).toMatchObject({ status, body: Buffer.from(body) });
});

test.each([
  ["a length", ""],
  ["chunks, but packed", "Transfer-Encoding: gzip\r\n"],
])("a body without %s goes on until the connection ends", async (_, header) => {
  const { client, origin, server } = await serving((socket) => {
    socket.on("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\nhel`);
      setTimeout(() => socket.end("lo"), 10);
    });
  });

  const first = await client.send(origin, get);
  const second = await client.send(origin, get);

  expect([first.body.toString(), second.body.toString()]).toEqual(["hello", "hello"]);
  expect(server.sockets).toHaveLength(2);
});

test("a reset, too, ends an answer that has no other end", async () => {
  const { client, origin } = await serving((socket) => {
    socket.on("data", () => {
      socket.write("HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n");
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
  });

  const answer = await client.send(origin, get);

  expect(answer).toMatchObject({ status: 431, body: Buffer.alloc(0) });
});

test("the answer to HEAD has no body, whatever length it names, and the connection is kept", async () => {
  const { client, origin, server } = await serving(
    answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", whole),
  );

  const head = await client.send(origin, { ...get, method: "HEAD" });
  const next = await client.send(origin, get);

  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  expect(next.body.toString()).toBe("hello");
  expect(server.sockets).toHaveLength(1);
});

const broken: readonly [what: string, answer: string][] = [
  ["no HTTP", "220 mail.example.com ESMTP\r\n\r\n"],
  ["another version", "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello"],
  ["a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello"],
  ["a length below zero", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"],
  [
    "a length and chunks",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n"],
  [
    "a chunk that is longer than it says",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n",
  ],
  ["lines without a carriage return", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"],
  [
    "chunk lines without a carriage return",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\r\n0\r\n\r\n",
  ],
  ["a header that goes on in the next line", "HTTP/1.1 200 OK\r\nX-A: a\r\n b\r\nContent-Length: 0\r\n\r\n"],
  ["a header name with a blank", "HTTP/1.1 200 OK\r\nX A: a\r\nContent-Length: 0\r\n\r\n"],
  ["a control character in a value", "HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 0\r\n\r\n"],
  ["a head without an end", `HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`],
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: tea\r\n\r\n"],
];

test.each(broken)(
  "%s for an answer is a failure at once, and the connection is not used again",
  async (_, answer) => {
    const { client, origin, server } = await serving(answering(answer, whole));

    await expect(client.send(origin, get)).rejects.toMatchObject({ code: "EBADMSG" });

    expect((await client.send(origin, get)).status).toBe(200);
    expect(server.sockets).toHaveLength(2);
  },
);

test("what a server of Node answers is read, chunked and empty, kept alive", async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers["x-a"]}`);
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { client } = await serving(() => {});
  const origin = originOf(new URL(`http://[::1]:${port}`));
  const post = { method: "POST", target: "/a?b", headers: [["X-A", "é"]] } as const;

  const answers = [];
  for (const body of ["text é", Buffer.from([1, 2, 255]), "", Buffer.alloc(200_000, 7)]) {
    answers.push(await client.send(origin, { ...post, body }));
  }
  server.close();

  expect(answers.map(({ body }) => body)).toEqual([
    Buffer.from("text é"),
    Buffer.from([1, 2, 255]),
    Buffer.alloc(0),
    Buffer.alloc(200_000, 7),
  ]);
  expect(seen).toHaveLength(4);
});
