import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Exchange, toHar } from "../../../../src/wire/index.ts";
import { exampleExchange, exampleHeader } from "./example-trace.ts";

async function harOf(...exchanges: readonly Partial<Exchange>[]) {
  const pieces = await Array.fromAsync(
    toHar(exampleHeader, exchanges.map(exampleExchange), { version: "0.1.0" }),
  );
  return JSON.parse(pieces.join("")).log;
}

test("is a whole archive for no exchange, one and many", async () => {
  for (const count of [0, 1, 3]) {
    const log = await harOf(...Array.from({ length: count }, (_, index) => ({ id: index + 1 })));

    expect(log).toMatchObject({
      version: "1.2",
      creator: { name: "touchstone", version: "0.1.0" },
      pages: [],
    });
    expect(log.entries).toHaveLength(count);
  }
});

test("has every field that HAR asks for, and ours beside them", async () => {
  const { entries } = await harOf({ fault: "throttle" });

  expect(entries[0]).toEqual({
    startedDateTime: "2026-11-15T10:00:01.000Z",
    time: 4.2,
    request: {
      method: "PUT",
      url: "http://127.0.0.1:10000/devstoreaccount1/photos?restype=container",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [{ name: "Host", value: "127.0.0.1:10000" }],
      queryString: [{ name: "restype", value: "container" }],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 201,
      statusText: "Created",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [{ name: "ETag", value: '"0x1"' }],
      content: { size: 0, mimeType: "application/octet-stream" },
      redirectURL: "",
      headersSize: -1,
      bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: 4.2, receive: 0 },
    connection: "3",
    _touchstone: {
      id: 1,
      service: "azure-blob",
      operation: "Container_Create",
      tier: 1,
      test: "photos.test.ts > adds",
      file: "photos.test.ts",
      outcome: "complete",
      fault: "throttle",
    },
  });
});

test("shows bodies as text, as base64, cut, and without their packing", async () => {
  const sha256 = "0".repeat(64);
  const request = {
    method: "PUT",
    target: "/c/b?a=%zz&b",
    headers: [["Content-Type", "text/plain"]],
  } as const;
  const response = { status: 200, reason: "OK" };
  const zipped = gzipSync("hello");

  const { entries } = await harOf(
    {
      request: { ...request, body: { size: 5, sha256, text: "hello" } },
      response: {
        ...response,
        headers: [["content-type", "text/xml"]],
        body: { size: 9, sha256, text: "<a/>", cut: true },
      },
    },
    {
      request: { ...request, body: { size: 2, sha256, base64: "//4=" } },
      response: {
        ...response,
        headers: [["Content-Encoding", "gzip"]],
        body: { size: zipped.length, sha256, base64: zipped.toString("base64") },
      },
    },
  );

  expect(entries[0].request.postData).toEqual({ mimeType: "text/plain", text: "hello" });
  expect(entries[0].request.url).toBe("http://127.0.0.1:10000/c/b?a=%zz&b");
  expect(entries[0].request.queryString).toEqual([
    { name: "a", value: "%zz" },
    { name: "b", value: "" },
  ]);
  expect(entries[0].response.content).toEqual({
    size: 9,
    mimeType: "text/xml",
    text: "<a/>",
    comment: "cut: the whole has 9 bytes",
  });
  expect(entries[1].request.postData).toEqual({ mimeType: "text/plain", text: "//4=", _encoding: "base64" });
  expect(entries[1].response).toMatchObject({
    bodySize: zipped.length,
    content: { size: 5, text: Buffer.from("hello").toString("base64"), encoding: "base64" },
  });
});

test("shows an exchange without an answer as browsers do", async () => {
  const { response: _, ...unanswered } = exampleExchange({
    outcome: "upstream-failed",
    problem: "ECONNREFUSED",
  });

  const pieces = await Array.fromAsync(toHar(exampleHeader, [unanswered]));

  const [entry] = JSON.parse(pieces.join("")).log.entries;
  expect(entry.response).toMatchObject({ status: 0, headers: [], _error: "ECONNREFUSED" });
  expect(entry._touchstone).toMatchObject({ outcome: "upstream-failed", problem: "ECONNREFUSED" });
});
