import { expect, test } from "vitest";
import {
  any,
  array,
  attribute,
  body,
  defaultInput,
  field,
  header,
  headers,
  int,
  long,
  map,
  object,
  operation,
  path,
  query,
  ref,
  string,
  union,
  validate,
  wire,
  writeRequest,
} from "../../../src/model/index.ts";

const types = {
  Rules: object({
    Version: attribute(string()),
    Rules: wire("Rule", array(object({ Id: string(), "Days?": int() }), { flat: true })),
    Tags: array(string(), { element: "Tag" }),
  }),
};

test("writes every part of a request in its place", () => {
  const put = operation("PutRules", "PUT /{bucket}/{key+}?rules&kind=all", {
    headers: { "x-mode": "strict" },
    input: [
      path("bucket", string()),
      path("key", string()),
      query("part?", int()),
      query("kind", string()),
      header("x-owner?", string(), "owner"),
      headers("x-meta-?", map(string()), "metadata"),
      body("RuleSet", ref("Rules"), "rules"),
    ],
    price: "write",
  });
  const input = {
    bucket: "b c",
    key: "a/ä?",
    part: 3,
    owner: "me",
    metadata: { Color: "red" },
    rules: { Version: "1", Rules: [{ Id: "a<b", Days: 2 }, { Id: "c" }], Tags: ["x"] },
  };

  const request = writeRequest(put, input, types);

  expect(request).toEqual({
    method: "PUT",
    url: "/b%20c/a/%C3%A4%3F?rules&kind=all&part=3",
    headers: {
      "x-mode": "strict",
      "x-owner": "me",
      "x-meta-Color": "red",
      "Content-Type": "application/xml",
    },
    body:
      '<?xml version="1.0" encoding="utf-8"?><RuleSet Version="1"><Rule><Id>a&#60;b</Id><Days>2</Days></Rule>' +
      "<Rule><Id>c</Id></Rule><Tags><Tag>x</Tag></Tags></RuleSet>",
  });
});

test("doubles quotes inside quotes", () => {
  const get = operation("Get", "GET /{table}(Key='{key}')", {
    input: [path("table", string()), path("key", string())],
    price: "read",
  });

  expect(writeRequest(get, { table: "t", key: "O'Hara" }, {}).url).toBe("/t(Key='O''Hara')");
});

test("gathers the members of a JSON body, bytes as base64", () => {
  const put = operation("PutItem", "POST /", {
    input: [field("Name", string()), field("Data?", string())],
    price: "write",
  });

  const { body: written } = writeRequest(put, { Name: "n", Data: new Uint8Array([1, 2]) }, {});

  expect(written).toBe('{"Name":"n","Data":"AQI="}');
});

test("counts the body itself where the length is a parameter", () => {
  const put = operation("Put", "PUT /{name}", {
    input: [
      path("name", string()),
      header("Content-Length", int({ min: 0 })),
      body("body", { kind: "bytes" }),
    ],
    price: "write",
  });

  const { headers: written } = writeRequest(
    put,
    { name: "n", contentLength: 99, body: new Uint8Array(5) },
    {},
  );

  expect(written["Content-Length"]).toBe("5");
});

test("makes defaults that tell the operation from its neighbours", () => {
  const diff = operation("Diff", "GET /{blob}?comp=pages", {
    has: ["query prev or header x-prev"],
    input: [path("blob", string({ minLength: 3 })), query("prev?", string({ format: "date-time" }))],
    price: "read",
  });

  const input = defaultInput(diff, {});

  expect(input).toEqual({ blob: "aaa", prev: "2024-01-31T10:00:00Z" });
  expect(validate(string({ format: "date-time" }), input["prev"])).toEqual([]);
});

test("refuses to write a path without its parameter", () => {
  const remove = operation("Remove", "DELETE /{messageid}", {
    input: [path("messageid", string(), "messageId")],
    price: "delete",
  });

  expect(() => writeRequest(remove, {}, {})).toThrow(
    expect.objectContaining({ code: "TS_MISSING_PARAMETER", message: "Remove needs messageId" }),
  );
});

test("writes fields of the user's choice under any name into XML", () => {
  const put = operation("Put", "PUT /", {
    input: [body("Tags", map(map(string())), "tags")],
    price: "write",
  });

  const { body: written } = writeRequest(put, { tags: { constructor: { key: "a" } } }, {});

  expect(written).toContain("<Tags><constructor><key>a</key></constructor></Tags>");
});

test("writes bigints as the numbers that they are", () => {
  const scan = operation("Scan", "POST /", {
    bodyFormat: "json",
    input: [
      field("Limit", long()),
      field("Deep", map(long())),
      query("at", long()),
      header("x-of", any(), "of"),
    ],
    price: "read",
  });
  const input = { Limit: 2n ** 63n - 1n, Deep: { a: 5n }, at: 7n, of: { n: 9n, bytes: Buffer.from("a") } };

  const request = writeRequest(scan, input, {});

  expect(request.body).toBe('{"Limit":9223372036854775807,"Deep":{"a":5}}');
  expect(request.url).toBe("/?at=7");
  expect(request.headers).toMatchObject({ "x-of": '{"n":9,"bytes":"YQ=="}' });
});

test("writes a union as the alternative that the value is of", () => {
  const put = operation("Put", "PUT /", {
    bodyFormat: "xml",
    input: [
      body(
        "Set",
        object({ Items: union(string(), array(string(), { flat: true })), Mode: union(int(), string()) }),
      ),
    ],
    price: "write",
  });
  const written = (Items: unknown, Mode: unknown) => writeRequest(put, { Set: { Items, Mode } }, {}).body;

  expect(written(["a", "b"], "x")).toContain("<Set><Items>a</Items><Items>b</Items><Mode>x</Mode></Set>");
  expect(written("a,b", 1)).toContain("<Set><Items>a,b</Items><Mode>1</Mode></Set>");
});
