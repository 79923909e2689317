import fc from "fast-check";
import { expect, test } from "vitest";
import { requestFraming, responseFraming } from "../../../../src/wire/http/framing.ts";
import { type Head, readHead } from "../../../../src/wire/http/head.ts";
import { MessageReader } from "../../../../src/wire/http/message-reader.ts";

/** A message as it was read: what its bytes were, and what was in them. */
interface ReadMessage {
  startLine: string;
  headers: [string, string][];
  raw: string;
  content: string;
  trailers: [string, string][];
}

function reading(framing: (head: Head) => ReturnType<typeof requestFraming>) {
  const messages: ReadMessage[] = [];
  let current: ReadMessage | undefined;
  const reader = new MessageReader({
    head: (head, raw) => {
      current = {
        startLine: head.startLine,
        headers: head.headers.map(([n, v]) => [n, v]),
        raw: raw.toString("latin1"),
        content: "",
        trailers: [],
      };
      return framing(head);
    },
    body: (raw, content) => {
      if (current === undefined) return;
      current.raw += raw.toString("latin1");
      current.content += content?.toString("latin1") ?? "";
    },
    end: (raw, trailers) => {
      if (current === undefined) return;
      messages.push({
        ...current,
        raw: current.raw + raw.toString("latin1"),
        trailers: trailers.map(([n, v]) => [n, v]),
      });
      current = undefined;
    },
  });
  return { reader, messages };
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [
    0,
    ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const token = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/)
  .filter((name) => !/^(content-length|transfer-encoding)$/i.test(name));
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const headers = fc.array(fc.tuple(token, fc.constantFrom(":", ": ", ":\t "), value), { maxLength: 5 });
const content = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
const path = fc.constantFrom(
  "/",
  "/a//b/../c",
  "/t(PartitionKey='a''b',RowKey='%2F')",
  "/k?x=1&y=%zz",
  "/\xc3\xa4",
);

/** A request as bytes, with what should be read from it. */
const requests = fc
  .record({
    method: fc.constantFrom("GET", "PUT", "POST", "MERGE"),
    path,
    headers,
    content,
    way: fc.constantFrom("length", "chunked"),
    before: fc.constantFrom("", "", "\r\n"),
    chunk: fc.integer({ min: 1, max: 90 }),
    trailers: headers,
  })
  .map((r) => {
    const lines = r.headers.map(([name, colon, text]) => `${name}${colon}${text}\r\n`).join("");
    const start = `${r.method} ${r.path} HTTP/1.1`;
    if (r.way === "length") {
      const wire = `${r.before}${start}\r\n${lines}Content-Length: ${r.content.length}\r\n\r\n${r.content}`;
      return { wire, start, content: r.content, trailers: [] as [string, string][] };
    }
    const chunks = r.content.match(new RegExp(`[^]{1,${r.chunk}}`, "g")) ?? [];
    const body = chunks.map((part) => `${part.length.toString(16)};ext=1\r\n${part}\r\n`).join("");
    const after = r.trailers.map(([name, colon, text]) => `${name}${colon}${text}\r\n`).join("");
    const wire = `${r.before}${start}\r\n${lines}Transfer-Encoding: chunked\r\n\r\n${body}0\r\n${after}\r\n`;
    return {
      wire,
      start,
      content: r.content,
      trailers: r.trailers.map(([name, , text]): [string, string] => [name, text]),
    };
  });

test("finds the same messages however their bytes arrive, and loses no byte", () => {
  fc.assert(
    fc.property(fc.array(requests, { minLength: 1, maxLength: 4 }), fc.array(fc.nat()), (sent, places) => {
      const { reader, messages } = reading(requestFraming);

      for (const part of cut(Buffer.from(sent.map(({ wire }) => wire).join(""), "latin1"), places)) {
        let rest = part;
        while (rest.length > 0) rest = reader.push(rest);
      }

      expect(messages.map(({ raw }) => raw)).toEqual(sent.map(({ wire }) => wire));
      expect(
        messages.map(({ startLine, content, trailers }) => ({ start: startLine, content, trailers })),
      ).toEqual(sent.map(({ start, content, trailers }) => ({ start, content, trailers })));
      expect(reader.close()).toBe(true);
    }),
  );
});

test("keeps names, order and repeats of headers, and unfolds folded ones", () => {
  const head = readHead(
    Buffer.from("GET / HTTP/1.1\r\nX-A: 1\r\nx-a:2\r\nX-Long: a\r\n  b\r\n\r\nrest", "latin1"),
  );

  expect(head?.headers).toEqual([
    ["X-A", "1"],
    ["x-a", "2"],
    ["X-Long", "a b"],
  ]);
  expect(head?.length).toBe("GET / HTTP/1.1\r\nX-A: 1\r\nx-a:2\r\nX-Long: a\r\n  b\r\n\r\n".length);
});

test.each([
  ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "HEAD", "none"],
  ["HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "GET", "none"],
  ["HTTP/1.1 204 No Content\r\n\r\n", "PUT", "none"],
  ["HTTP/1.1 100 Continue\r\n\r\n", "PUT", "none"],
  ["HTTP/1.1 200 OK\r\n\r\n", "GET", "until-close"],
  ["HTTP/1.1 200 OK\r\ncontent-length: 5, 5\r\n\r\n", "GET", "length"],
])("knows how %j to %s ends", (text, method, kind) => {
  const head = readHead(Buffer.from(text)) as Head;

  expect(responseFraming(head, Number(head.startLine.split(" ")[1]), method).kind).toBe(kind);
});

test.each([
  [
    "Content-Length: 1\r\nTransfer-Encoding: chunked",
    "both a Content-Length and a Transfer-Encoding, so that its end can be read in two ways",
  ],
  ["Content-Length: 1\r\nContent-Length: 2", "lengths that differ: 1 and 2"],
  ["Content-Length: 1, 2", "lengths that differ: 1 and 2"],
  ["Content-Length: -1", "a Content-Length that is no length: -1"],
  ["Transfer-Encoding: gzip", "a Transfer-Encoding that does not end with chunked: gzip"],
  ["nonsense", "a header line without a name"],
  ["Content-Length : 34", "a header name with a blank or a control character in it"],
  ["Content-Length\t: 34", "a header name with a blank or a control character in it"],
  ["X y: 1", "a header name with a blank or a control character in it"],
  ["\0Transfer-Encoding: chunked", "a header name with a blank or a control character in it"],
  ["Content-Length\xa0: 34", "a header name that only resembles Content-Length or Transfer-Encoding"],
  ['"Transfer-Encoding": chunked', "a header name that only resembles Content-Length or Transfer-Encoding"],
  ["X: 1\rContent-Length: 34", "a header line with a carriage return in it"],
  ["\r\n".repeat(40), "nothing but empty lines"],
])("refuses %j by name", (lines, message) => {
  const { reader } = reading(requestFraming);

  const isEmpty = lines.trim() === "";
  const head = `${isEmpty ? lines : ""}PUT / HTTP/1.1\r\n${isEmpty ? "" : lines}\r\n\r\n`;
  expect(() => reader.push(Buffer.from(head, "latin1"))).toThrow(message);
});

test("an answer without a length ends with the connection; one cut short is told", () => {
  const open = reading((head) => responseFraming(head, 200, "GET"));
  open.reader.push(Buffer.from("HTTP/1.1 200 OK\r\n\r\nto the end"));
  const short = reading((head) => responseFraming(head, 200, "GET"));
  short.reader.push(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));

  expect([open.reader.close(), short.reader.close()]).toEqual([true, false]);
  expect(open.messages.map(({ content }) => content)).toEqual(["to the end"]);
  expect(short.messages).toEqual([]);
});

test("names of headers may be in any script", () => {
  const head = readHead(Buffer.from("GET / HTTP/1.1\r\nx-ms-meta-h\xf6he: 1\r\n\r\n", "latin1"));

  expect(head?.headers).toEqual([["x-ms-meta-h\xf6he", "1"]]);
});

test.each([
  ["a head", "GET / HTTP/1.1\r\n", "\r\n"],
  ["trailers", "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "\r\n"],
])("%s may be long and come byte by byte, in no time that grows with the square", (what, before, after) => {
  const { reader, messages } = reading(requestFraming);
  const lines = "a:b\n".repeat(60_000);
  const bytes = Buffer.from(before + lines + after);

  for (let at = 0; at < bytes.length; at++) reader.push(bytes.subarray(at, at + 1));

  expect(messages).toHaveLength(1);
  expect(messages[0]?.raw).toBe(bytes.toString("latin1"));
  expect(messages[0]?.[what === "trailers" ? "trailers" : "headers"]).toHaveLength(60_000);
});

test.each([
  ["a head of more than 262144 bytes", "GET / HTTP/1.1\r\n"],
  ["trailers of more than 262144 bytes", "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"],
])("refuses %s", (message, before) => {
  const { reader } = reading(requestFraming);
  const piece = Buffer.from("a:b\r\n".repeat(1_000));

  reader.push(Buffer.from(before));

  expect(() => {
    for (let count = 0; count < 60; count++) reader.push(piece);
  }).toThrow(message);
});
