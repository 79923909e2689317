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
