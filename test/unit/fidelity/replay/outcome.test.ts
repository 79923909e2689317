import { describe, expect, test } from "vitest";
import { differInEffect, outcomeOf, sameOutcome } from "../../../../src/fidelity/replay/outcome.ts";

function answered(status: number, type: string, body: string, more: Record<string, string> = {}) {
  return {
    status,
    headers: Object.entries({ "Content-Type": type, ...more }),
    body: Buffer.from(body),
  };
}

function batch(...parts: readonly string[]) {
  const text = parts.map((part) => `--b\r\n\r\nHTTP/1.1 ${part}\r\n\r\n`).join("");
  return outcomeOf(answered(202, "multipart/mixed; boundary=b", `${text}--b--`));
}

describe("an outcome", () => {
  test.each([
    ["in XML", answered(404, "application/xml", "<Error><Code>BlobNotFound</Code></Error>"), "BlobNotFound"],
    [
      "in XML with a prefix",
      answered(400, "application/xml", "<m:error><m:code>InvalidInput</m:code></m:error>"),
      "InvalidInput",
    ],
    [
      "in OData",
      answered(404, "application/json", '{"odata.error":{"code":"TableNotFound"}}'),
      "TableNotFound",
    ],
    [
      "in JSON of Amazon's",
      answered(400, "application/x-amz-json-1.0", '{"__type":"a.b#Throttled"}'),
      "Throttled",
    ],
    ["in a header", answered(304, "", "", { "x-ms-error-code": "ConditionNotMet" }), "ConditionNotMet"],
    [
      "by the body where a header has another, as calls have it",
      answered(416, "application/xml", "<Error><Code>InvalidRange</Code></Error>", {
        "x-ms-error-code": "Range Not Satisfiable",
      }),
      "InvalidRange",
    ],
    ["nowhere", answered(400, "application/json", '{"odata.error":{"code":""}}'), null],
    ["not in a success", answered(200, "application/json", '{"code":"mine"}'), null],
  ])("has its code %s", (_, answer, code) => {
    expect(outcomeOf(answer)).toEqual({ status: answer.status, code });
  });

  test.each([
    ["CopyObject", "InternalError"],
    ["GetObject", null],
    ["unknown", null],
  ])("of %s that succeeds with an error in its body has the code %j", (operation, code) => {
    const answer = answered(200, "application/xml", "<Error><Code>InternalError</Code></Error>");

    expect(outcomeOf(answer, { service: "s3", operation })).toEqual({ status: 200, code });
  });

  test("of a batch is that of its parts", () => {
    const fine = batch("204 No Content", "204 No Content");
    const refused = batch("404 Not Found\r\nx-ms-error-code: BlobNotFound");

    expect(refused).toEqual({ status: 202, code: "BlobNotFound", parts: ["404 BlobNotFound"] });
    expect(sameOutcome(fine, batch("204 No Content", "204 No Content"))).toBe(true);
    expect(sameOutcome(fine, batch("204 No Content"))).toBe(false);
  });

  test("differs in effect only where something may have changed", () => {
    const one = { status: 400, code: "InvalidInput" };

    expect(differInEffect(one, { status: 404, code: null })).toBe(false);
    expect(differInEffect(one, { status: 201, code: null })).toBe(true);
    expect(differInEffect(batch("400 Bad"), batch("404 Gone"))).toBe(false);
    expect(differInEffect(batch("400 Bad"), batch("202 Accepted"))).toBe(true);
  });
});
