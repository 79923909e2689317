import { expect, test } from "vitest";
import { identifyLine } from "../../../src/clouds/index.ts";

const named = { method: "GET", url: "https://acme.blob.core.windows.net/c/b" };
const unnamed = { method: "GET", url: "http://localhost:3000/users" };
const download = { service: "azure-blob", operation: "Blob_Download" };

function written(record: object): unknown {
  const { line } = identifyLine(JSON.stringify(record)) as { line: string };
  return JSON.parse(line);
}

test("headers may be null as well as left out, and come out as they went in", () => {
  expect(written({ ...named, headers: null })).toEqual({ ...named, headers: null, ...download });
  expect(written(named)).toEqual({ ...named, ...download });
});

test.each([
  ["a line that is named", { reason: "retry" }, { reason: "retry", ...download }],
  ["a line with an old name", { reason: "retry", operation: "Old" }, { reason: "retry", ...download }],
])("keeps a reason of the user's own: %s", (_, given, expected) => {
  expect(written({ ...named, ...given })).toEqual({ ...named, ...expected });
});

test("keeps bytes as they are where a reason is all that the line has", () => {
  const line = '{"reason": 1.0, "method":"GET","url":"https://acme.blob.core.windows.net/c/b"}';

  expect(identifyLine(line)).toMatchObject({
    line: `${line.slice(0, -1)},"service":"azure-blob","operation":"Blob_Download"}`,
  });
});

test("gives a reason of ours in place of the user's", () => {
  expect(written({ ...unnamed, reason: "retry" })).toEqual({
    ...unnamed,
    service: null,
    operation: null,
    reason: "nothing in it says that it is for one of the services",
  });
});

test("drops the reason that we gave before", () => {
  const before = { service: null, operation: null, reason: "nothing in it tells which" };

  expect(written({ ...named, ...before })).toEqual({ ...named, ...download });
});

test.each([
  [{ method: 1 }, "has a method that is not a string, but a number"],
  [{ method: ["GET"] }, "has a method that is not a string, but a list"],
  [{ method: null }, "has no method"],
  [{ method: "" }, "has an empty method"],
  [{ method: "GET", url: {} }, "has a url that is not a string, but an object"],
  [{ method: "GET", url: "" }, "has an empty url"],
])("says what is wrong with %j", (record, problem) => {
  expect(identifyLine(JSON.stringify(record))).toEqual({ problem });
});

test("a line comes back as it was, with the names added", () => {
  const line =
    '{ "method":"GET", "url":"https://acme.blob.core.windows.net/c/b", "n": 12345678901234567890 }';

  expect(identifyLine(line)).toMatchObject({
    line: '{ "method":"GET", "url":"https://acme.blob.core.windows.net/c/b", "n": 12345678901234567890,"service":"azure-blob","operation":"Blob_Download"}',
  });
});

test("a line has its old names replaced", () => {
  const line =
    '{"operation":"Wrong","method":"GET","url":"https://acme.blob.core.windows.net/c/b","headers":[["Accept","x"]]}';

  const { line: written } = identifyLine(line) as { line: string };

  expect(JSON.parse(written)).toMatchObject({ service: "azure-blob", operation: "Blob_Download" });
});

test("takes headers as lists of values, pairs and named pairs", () => {
  const target = "DynamoDB_20120810.GetItem";
  const shapes = [
    { "X-Amz-Target": [target] },
    [["X-Amz-Target", target]],
    [{ name: "X-Amz-Target", value: target }],
  ];

  for (const headers of shapes) {
    expect(identifyLine(JSON.stringify({ method: "POST", url: "/", headers }))).toMatchObject({
      identification: { operation: "GetItem" },
    });
  }
});

test("joins headers that are repeated", () => {
  const headers = [
    ["Accept", "text/plain"],
    ["accept", "application/json;odata=nometadata"],
  ];
  const url = "http://127.0.0.1/devstoreaccount1/users";

  expect(identifyLine(JSON.stringify({ method: "GET", url, headers: headers.toReversed() }))).toMatchObject({
    identification: { operation: "Table_QueryEntities" },
  });
});

test.each([
  ["{", "not JSON"],
  ["\u001b[31m", "\\x1b[31m"],
  ["[]", "not an object"],
  ["null", "not an object"],
  ['{"url":"/"}', "has no method"],
  ['{"method":"GET"}', "has no url"],
  ['{"method":"GET","url":"/","headers":"x"}', "has headers that are neither"],
])("refuses %s", (line, problem) => {
  expect(identifyLine(line)).toEqual({ problem: expect.stringContaining(problem) });
});

test.each([
  [
    "between others",
    '{ "id": 12345678901234567890, "operation" : {"a":[1,"}"]}, "method":"GET","url":"https://acme.blob.core.windows.net/c/b" }',
    '{ "id": 12345678901234567890, "method":"GET","url":"https://acme.blob.core.windows.net/c/b"',
  ],
  [
    "first",
    '{"service":"a,\\"b","method":"GET", "url":"https://acme.blob.core.windows.net/c/b","n":1.0}',
    '{"method":"GET", "url":"https://acme.blob.core.windows.net/c/b","n":1.0',
  ],
  [
    "last, and twice",
    '{"operation":1,"method":"GET","url":"https://acme.blob.core.windows.net/c/b","x":{"service":1e2},"service":null,"operation":2}',
    '{"method":"GET","url":"https://acme.blob.core.windows.net/c/b","x":{"service":1e2}',
  ],
  [
    "under an escaped name",
    '{"\\u0073ervice":"x","method":"GET","url":"https://acme.blob.core.windows.net/c/b"}',
    '{"method":"GET","url":"https://acme.blob.core.windows.net/c/b"',
  ],
])("leaves the rest of a line as it was where old names stand %s", (_, line, rest) => {
  expect(identifyLine(line)).toMatchObject({
    line: `${rest},"service":"azure-blob","operation":"Blob_Download"}`,
  });
});
