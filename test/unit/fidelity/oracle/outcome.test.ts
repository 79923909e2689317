import { expect, test } from "vitest";
import { type CallResult, isSuccess, operationOf } from "../../../../src/clouds/index.ts";
import { isMinor } from "../../../../src/fidelity/oracle/minor.ts";
import { isRefusal, messageOf, outcomeOf } from "../../../../src/fidelity/oracle/outcome.ts";
import { ownWords } from "../../../../src/fidelity/oracle/own-words.ts";

const answer = { kind: "answered", via: "sdk", headers: {}, body: new Uint8Array(), attempts: 1 } as const;

test("an outcome is a status and a code, and what was said has nothing that is another every time", () => {
  const refusal: CallResult = {
    ...answer,
    status: 409,
    code: "LeaseLost",
    message: "The lease is lost.\nRequestId:1f8\nTime:2024-01-31T10:00:00Z",
  };
  const failure: CallResult = { kind: "failed", via: "raw", message: "socket hang up", attempts: 1 };

  expect([refusal, failure].map(outcomeOf)).toEqual([
    { status: 409, code: "LeaseLost" },
    { status: null, code: null },
  ]);
  expect([refusal, failure, { ...answer, status: 200 }].map(messageOf)).toEqual([
    "The lease is lost.",
    "socket hang up",
    null,
  ]);
});

test("a success did what it was to do: neither a 3xx nor a 2xx with a code is one", () => {
  const statuses = [null, 200, 204, 304, 404];

  expect(statuses.map((status) => isSuccess({ status, code: null }))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(isSuccess({ status: 200, code: "InternalError" })).toBe(false);
});

test.each([
  [{ status: 200 }, false],
  [{ status: 304 }, true],
  [{ status: 404, code: "NoSuchKey" }, true],
  [{ status: 200, code: "AccessDenied" }, true],
  [{ status: 200, code: "InternalError" }, false],
  [{ status: 500, code: "InternalError" }, false],
])("%j is refused: %j", (said, isRefused) => {
  expect(isRefusal({ ...answer, ...said })).toBe(isRefused);
});

test("a side's own words are told in ours", () => {
  const words = ownWords({ endpoint: "http://127.0.0.1:10000/acme", readSas: "sv=1&sig=x" });

  expect(words("http://127.0.0.1:10000/acme/c/b?sv=1&sig=x at 127.0.0.1:10000 of acme")).toBe(
    "(endpoint)/c/b?(signature) at (host) of acme",
  );
  expect(words("arn:aws:dynamodb:ddblocal:000000000000:table/a")).toBe("arn:aws:dynamodb:(account):table/a");
});

test("only a header that may be missing is minor", () => {
  const deletion = operationOf("azure-blob", "Blob_Delete");
  const lacking = { place: "response.header.x-ms-delete-type-permanent", emulator: null, reference: "true" };

  expect(isMinor(deletion, lacking)).toBe(true);
  expect(isMinor(deletion, { ...lacking, emulator: "false" })).toBe(false);
  expect(isMinor(deletion, { ...lacking, place: "response.header.x-ms-version" })).toBe(false);
  expect(isMinor(deletion, { ...lacking, place: "response.status" })).toBe(false);
});
