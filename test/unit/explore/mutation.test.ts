import fc from "fast-check";
import { expect, test } from "vitest";
import { interfaceOf, operationOf, serviceNames } from "../../../src/clouds/index.ts";
import { inputArbitrary, type Mutation, mutations, sampled } from "../../../src/explore/index.ts";
import {
  array,
  body,
  bool,
  bytes,
  header,
  type Input,
  int,
  map,
  object,
  operation,
  query,
  string,
  type Type,
} from "../../../src/model/index.ts";

function drawn(input: Input, type: Type, count = 600): Mutation[] {
  const put = operation("Put", "PUT /", { input: [body("thing", type)], price: "write" });
  return Array.from({ length: count }, (_, seed) => sampled(mutations(input, put, {}), seed));
}

function results(value: unknown, type: Type): Map<string, unknown> {
  return new Map(drawn({ thing: value }, type).map(({ how, input }) => [how, input["thing"]]));
}

test.each(serviceNames)("inputs of %s are changed in one parameter, or two change places", (service) => {
  const { operations, types } = interfaceOf(service);

  for (const operation of operations) {
    const input = sampled(inputArbitrary(operation, types), 5);
    for (let seed = 0; seed < 10; seed++) {
      const mutation = sampled(mutations(input, operation, types), seed);
      const names = new Set([...Object.keys(input), ...Object.keys(mutation.input)]);
      const changed = [...names].filter((name) => input[name] !== mutation.input[name]);
      const expected = mutation.how === "unchanged" ? 0 : mutation.how.startsWith("swapped with") ? 2 : 1;
      expect(changed.length, `${operation.name} ${mutation.how} at ${mutation.path}`).toBe(expected);
    }
  }
});

test("the same seed gives the same mutation", () => {
  const { types } = interfaceOf("azure-blob");
  const operation = operationOf("azure-blob", "Blob_SetTags");
  const input = sampled(inputArbitrary(operation, types), 1);

  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const arbitrary = () => mutations(input, operation, types);
      expect(sampled(arbitrary(), seed)).toEqual(sampled(arbitrary(), seed));
    }),
    { numRuns: 20 },
  );
});

test("texts change in many ways", () => {
  const texts = results("photos", string());

  expect(Object.fromEntries(texts)).toMatchObject({
    emptied: "",
    doubled: "photosphotos",
    "upper case": "PHOTOS",
    "blank inside": "pho tos",
    "start percent-encoded": "%70hotos",
    quoted: '"photos"',
    "parent before": "../photos",
    "two slashes": "pho//tos",
    decomposed: "phoe\u0301tos",
    "zero-width": "pho\u200btos",
    "with ?": "pho?tos",
  });
});

test("dates move, ranges are turned round, quotes go, and bits flip", () => {
  expect(results("Wed, 31 Jan 2024 10:00:00 GMT", string()).get("moved to the future")).toBe(
    "Sat, 31 Jan 2099 10:00:00 GMT",
  );
  expect(results("2024-01-31T10:00:00.1234567Z", string()).get("moved to the past")).toBe(
    "1999-01-31T10:00:00.1234567Z",
  );
  expect(results("bytes=0-511", string()).get("reversed")).toBe("bytes=512-0");
  expect(results("bytes=0-511", string()).get("open")).toBe("bytes=0-");
  expect(results('"0x1"', string()).get("quotes stripped")).toBe("0x1");
  expect(results("AAAAAAAAAAA=", string()).get("one bit flipped")).toBe("AQAAAAAAAAA=");
});

test("numbers, truth values and bytes change", () => {
  const numbers = results(5, int());

  expect([numbers.get("zero"), numbers.get("ten times"), numbers.get("as text")]).toEqual([0, 50, "5"]);
  expect(numbers.get("with a fraction")).toBe(5.5);
  expect(results(true, bool()).get("as text with a capital")).toBe("True");
  expect(results(Uint8Array.of(1, 2), bytes()).get("one bit flipped")).toEqual(Uint8Array.of(0, 2));
});

test("lists are turned round, and an item comes twice, also with another value", () => {
  const tags = [
    { Key: "a", Value: "1" },
    { Key: "b", Value: "2" },
  ];
  const lists = results(tags, array(object({ Key: string(), Value: string() })));

  expect(lists.get("reversed")).toEqual(tags.toReversed());
  expect(lists.get("first item twice")).toEqual([tags[0], ...tags]);
  expect(lists.get("first item twice, once with another value")).toEqual([
    ...tags,
    { Key: "a", Value: "1x" },
  ]);
});

test("names of a map come in other case, and twice but for case", () => {
  const maps = results({ owner: "me" }, map(string()));

  expect(maps.get("name in other case")).toEqual({ OWNER: "me" });
  expect(maps.get("name twice but for case")).toEqual({ owner: "me", OWNER: "me" });
});

test("parameters that may be left out are, and those of one type change places", () => {
  const get = operation("Get", "GET /", {
    input: [header("from", int()), header("to", int()), query("limit?", string())],
    price: "read",
  });
  const input = { from: 1, to: 2, limit: "x" };
  const all = Array.from({ length: 200 }, (_, seed) => sampled(mutations(input, get, {}), seed));

  expect(all).toContainEqual({ input: { from: 2, to: 1, limit: "x" }, path: "from", how: "swapped with to" });
  expect(all).toContainEqual({ input: { from: 1, to: 2 }, path: "limit", how: "dropped" });
});

test("what is known only later is left as it is", () => {
  const put = operation("Put", "PUT /", {
    input: [header("lease?", string()), body("blocks", array(string()))],
    price: "write",
  });
  const lease = { $from: 0, at: "header x-ms-lease-id" };
  const block = { $endpoint: "/photos/a.png" };
  const input = { lease, blocks: [block] };

  for (let seed = 0; seed < 100; seed++) {
    const mutation = sampled(mutations(input, put, {}), seed).input;
    expect([lease, undefined]).toContain(mutation["lease"]);
    expect((mutation["blocks"] as unknown[]).every((each) => each === block)).toBe(true);
  }
});
