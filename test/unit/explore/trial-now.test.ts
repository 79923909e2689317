import { expect, test } from "vitest";
import { type Trial, trialNow } from "../../../src/explore/index.ts";
import {
  array,
  body,
  header,
  type Input,
  int,
  map,
  object,
  operation,
  string,
} from "../../../src/model/index.ts";

const put = operation("Put", "PUT /", {
  input: [
    header("x-name?", string({ maxLength: 8, charset: "a-z= " }), "name"),
    header("x-count?", int({ min: 1, max: 9 }), "count"),
    body(
      "tags",
      object({ Set: array(object({ Key: string({ minLength: 1 }) }), { max: 3 }), Notes: map(string()) }),
    ),
  ],
  price: "write",
});

function now(tries: Trial, before: Input, after: Input): Trial {
  return trialNow(tries, before, after, put, {});
}

function mutated(how: string, path = "name"): Trial {
  return { kind: "mutated", path, how };
}

const tooLong: Trial = { kind: "breaks", path: "name", refinement: "maxLength" };

test.each<readonly [string, string, string, Trial]>([
  ["with =", "abc=def", "aaa", { kind: "valid" }],
  ["only a blank", " ", "a", { kind: "valid" }],
  ["with =", "abc=def", "a=", mutated("with =")],
  ["with =", "abc=def", "a=b", mutated("with =")],
  ["with =", "abc=def", "=", mutated("with =")],
  ["blank behind", "abc ", "a ", mutated("blank behind")],
  ["doubled", "abcabc", "aa", mutated("doubled")],
  ["made long", "ab".repeat(550), "a".repeat(1100), mutated("made long")],
  ["made long", "ab".repeat(550), "a".repeat(9), tooLong],
  ["upper case", "ABC", "A", mutated("upper case")],
  ["with #", "a#b", "é", { kind: "breaks", path: "name", refinement: "charset" }],
])("a text that was changed (%s) from %j to %j tries what is true of it", (how, before, after, tries) => {
  expect(now(mutated(how), { name: before }, { name: after })).toEqual(tries);
});

test("what was broken stays so as long as it is, and is what is broken otherwise", () => {
  expect(now(tooLong, { name: "abcdefghijk" }, { name: "aaaaaaaaa" })).toBe(tooLong);
  expect(now(tooLong, { name: "abcdefghijk" }, { name: "É" })).toMatchObject({ refinement: "charset" });
  expect(now(tooLong, { name: "abcdefghijk" }, { name: "a" })).toEqual({ kind: "valid" });
  expect(now(tooLong, { name: "abcdefghijk" }, {})).toEqual({ kind: "valid" });
});

test("numbers are compared with their bounds, and what is no number with its kind", () => {
  expect(now(mutated("huge", "count"), { count: 1e21 }, { count: 10 })).toMatchObject({ refinement: "max" });
  expect(now(mutated("as text", "count"), { count: "7" }, { count: "a" })).toMatchObject({
    refinement: "kind",
  });
  expect(now(mutated("ten times", "count"), { count: 70 }, { count: 2 })).toEqual({ kind: "valid" });
});

test("a list that was changed as a whole is so still, whatever its items are", () => {
  const twice = mutated("first item twice", "tags.Set");
  const list = (...keys: readonly string[]) => ({ tags: { Set: keys.map((Key) => ({ Key })), Notes: {} } });

  expect(now(twice, list("abc", "abc"), list("a", "a"))).toBe(twice);
  expect(now(twice, list("abc", "abc"), list("abc"))).toEqual({ kind: "valid" });
  expect(now(twice, list("a", "a", "b", "c"), list("a", "a", "b", "c"))).toBe(twice);
});

test("other values of the call change nothing, nor do those of other trials", () => {
  const dangling: Trial = { kind: "dangling", resource: "box", why: "never-made" };

  expect(now(tooLong, { name: "abcdefghijk", count: 7 }, { name: "abcdefghijk" })).toBe(tooLong);
  expect(now(dangling, { name: "abc" }, { name: "a" })).toBe(dangling);
});

test("what is missing is missing until all is well with what lacked it", () => {
  const missing: Trial = { kind: "breaks", path: "tags.Set", refinement: "missing" };
  const lacking = (note: string) => ({ tags: { Notes: { note } } });

  expect(now(missing, lacking("abc"), lacking("a"))).toBe(missing);
  expect(now(missing, lacking("abc"), { tags: { Set: [], Notes: {} } })).toEqual({ kind: "valid" });
});
