import { expect, test } from "vitest";
import {
  array,
  body,
  bytes,
  defineInterface,
  header,
  type Interface,
  map,
  object,
  operation,
  optional,
  path,
  query,
  ref,
  resolve,
  string,
  type Type,
  typesReachedFrom,
  union,
} from "../../../src/model/index.ts";

function define(more: Partial<Interface>): Interface {
  return defineInterface({ name: "thing", title: "Thing", version: "1", types: {}, operations: [], ...more });
}

function flawsOf(more: Partial<Interface>): string[] {
  try {
    define(more);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: "TS_INTERFACE" });
    return (error as { hint: string }).hint.split("\n");
  }
}

test("refuses an interface that does not hold together", () => {
  const flaws = flawsOf({
    types: { A: array(ref("Nowhere")) },
    operations: [
      operation("Get", "GET /{id}", { needs: ["name"], price: "read" }),
      operation("Get", "GET /", { price: "read" }),
    ],
  });

  expect(flaws).toEqual([
    "Get is there twice",
    "Get: the path's {id} is no parameter",
    "Get: name is no parameter",
    "type A: there is no type Nowhere",
  ]);
});

test("refuses that something be as long as what has no length, or is not there", () => {
  const put = operation("Put", "PUT /", {
    input: [
      header("range", string({ format: "page-range" })),
      header("rest", string({ format: "byte-range-from" })),
      body("body", bytes()),
    ],
    sameLength: ["range and body", "rest and body", "span and body"],
    price: "write",
  });

  expect(flawsOf({ operations: [put] })).toEqual(["Put: rest has no length", "Put: span is no parameter"]);
});

test("looks for resources only where the types are sound", () => {
  const get = operation("Get", "GET /", {
    output: ref("A"),
    produces: { thing: "body Name" },
    price: "read",
  });

  expect(flawsOf({ types: { A: ref("A") }, operations: [get] })).toEqual([
    "type A: it is nothing but itself",
  ]);
  expect(flawsOf({ operations: [get] })).toEqual(["Get: there is no type A"]);
});

test("refuses references to types that are not there, also in the headers of an answer", () => {
  const get = operation("Get", "GET /", {
    outputHeaders: { "x-owner": ref("Owner") },
    output: map(ref("Tag")),
    price: "read",
  });

  expect(flawsOf({ operations: [get] })).toEqual([
    "Get: there is no type Owner",
    "Get: there is no type Tag",
  ]);
});

test("refuses resources that are not where they are said to be", () => {
  const put = operation("Put", "PUT /{id}", {
    input: [path("id", string()), body("Tags", map(array(object({ Key: string() }))), "tags")],
    outputHeaders: { ETag: string() },
    output: string(),
    produces: {
      tag: ["request tags[][].Key", "request tags[].Key"],
      name: "request tags[name]",
      etag: ["header etag", "header x-etag", "body [].ETag"],
    },
    consumes: { thing: ["id", "id.part"] },
    price: "write",
  });

  expect(flawsOf({ operations: [put] })).toEqual([
    "Put: id.part is no parameter",
    "Put: there is no request tags[].Key",
    "Put: there is no header x-etag",
    "Put: there is no body [].ETag",
  ]);
});

test("refuses presences that no request could have", () => {
  const input = [query("copy?", string())];
  const told = operation("Told", "GET /", { has: ["query copy or header x-copy"], input, price: "read" });
  const untold = operation("Untold", "GET /", { has: ["header x-copy"], input, price: "read" });

  expect(flawsOf({ operations: [told, untold] })).toEqual(["Untold: header x-copy is no parameter"]);
});

test("refuses examples that their own type refuses, and patterns without an example", () => {
  const types = {
    Wrong: string({ pattern: "[a-z]+", example: "A" }),
    Missing: object({ "name?": string({ pattern: "[a-z]+" }) }),
    Right: string({ pattern: "[a-z]+", example: "a" }),
  };

  expect(flawsOf({ types })).toEqual([
    'type Wrong: the example "A" is "A", but must match [a-z]+',
    "type Missing: the pattern [a-z]+ needs an example",
  ]);
});

test.each<[string, Readonly<Record<string, Type>>]>([
  ["by its own name", { A: ref("A") }],
  ["by another", { A: ref("B"), B: ref("A") }],
  ["if it is there", { A: optional(ref("A")) }],
  ["or something else", { A: union(string(), ref("A")) }],
])("refuses a type that is itself, %s", (_, types) => {
  expect(flawsOf({ types })).toContain("type A: it is nothing but itself");
});

test.each<[string, Readonly<Record<string, Type>>, string[]]>([
  ["a field", { Node: object({ next: ref("Node") }) }, ["Node"]],
  ["a list that is never empty", { Node: object({ all: array(ref("Node"), { min: 1 }) }) }, ["Node"]],
  ["another", { A: object({ b: ref("B") }), B: object({ a: ref("A") }) }, ["A", "B"]],
  ["all alternatives", { A: union(object({ a: ref("A") }), object({ b: ref("A") })) }, ["A"]],
  ["the least number of fields", { A: object({ "a?": ref("A") }, { minFields: 1 }) }, ["A"]],
])("refuses a type that needs itself: by %s", (_, types, names) => {
  expect(flawsOf({ types })).toEqual(
    names.map((name) => `type ${name}: it needs another of its kind, and so no value of it ever ends`),
  );
});

test("refuses a set of characters that is empty", () => {
  expect(flawsOf({ types: { None: string({ charset: "" }) } })).toEqual([
    "type None: the charset  allows no character",
  ]);
});

test("allows a type that holds itself", () => {
  expect(
    flawsOf({ types: { Tree: object({ "left?": ref("Tree"), children: array(ref("Tree")) }) } }),
  ).toEqual([]);
});

test("refuses a resource that is made of what nobody produces", () => {
  const create = operation("Create", "PUT /{bucket}", {
    input: [path("bucket", string())],
    produces: { bucket: "request bucket" },
    price: "write",
  });

  expect(flawsOf({ operations: [create], madeOf: { source: "{endpoint}/{bucket}/{key}" } })).toEqual([
    "source is made of key, which no operation produces",
  ]);
});

test("an operation may expect no answer", () => {
  const note = operation("Note", "POST /notes", {
    input: [header("x-text", string())],
    oneWay: true,
    status: 202,
    price: "write",
  });

  expect(define({ operations: [note] }).operations[0]?.kind).toBe("one-way");
});

test("says which type is missing", () => {
  expect(() => resolve(ref("constructor"), { A: string() })).toThrow(
    expect.objectContaining({ code: "TS_UNKNOWN_TYPE", message: "there is no type named constructor" }),
  );
});

test("finds the named types that types refer to, also in a circle", () => {
  const types = {
    Tree: object({ "left?": ref("Tree"), tags: array(ref("Tag")) }),
    Tag: string(),
    Other: string(),
  };

  expect(Object.keys(typesReachedFrom([ref("Tree")], types))).toEqual(["Tree", "Tag"]);
});
