import { expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../src/clouds/index.ts";
import {
  breakagesOf,
  inputArbitrary,
  inputProblems,
  plainerInputs,
  plainness,
  sampled,
} from "../../../src/explore/index.ts";
import {
  array,
  body,
  bytes,
  header,
  type Input,
  int,
  map,
  type Operation,
  object,
  operation,
  query,
  string,
  type Type,
  type Types,
} from "../../../src/model/index.ts";

function putting(type: Type): Operation {
  return operation("Put", "PUT /", { input: [body("thing", type)], price: "write" });
}

/** Goes on to plainer inputs as long as the trouble stays. */
function minimised(
  input: Input,
  operation: Operation,
  types: Types,
  isTrouble: (input: Input) => boolean,
): Input {
  for (const plainer of plainerInputs(input, operation, types)) {
    if (isTrouble(plainer.input)) return minimised(plainer.input, operation, types, isTrouble);
  }
  return input;
}

test.each(serviceNames)("every candidate of %s is plainer, and no less valid", (service) => {
  const { operations, types } = interfaceOf(service);

  const wrong = operations.flatMap((operation) => {
    const valid = sampled(inputArbitrary(operation, types), 3);
    const broken = breakagesOf(operation, types)
      .slice(0, 3)
      .map(({ inputs }) => sampled(inputs, 3));
    return [valid, ...broken].flatMap((input) => {
      const before = plainness(input);
      const problems = inputProblems(operation, input, types).length;
      return [...plainerInputs(input, operation, types)]
        .filter(
          (plainer) =>
            plainness(plainer.input) >= before ||
            inputProblems(operation, plainer.input, types).length > problems,
        )
        .map(({ path }) => `${operation.name} ${path}`);
    });
  });

  expect(wrong).toEqual([]);
});

test("nothing but what is required is left where nothing else matters", () => {
  const { types, operations } = interfaceOf("s3");
  const put = operations.find(({ name }) => name === "PutObject") ?? expect.fail();
  const input = sampled(inputArbitrary(put, types), 8);

  const least = minimised(input, put, types, () => true);

  expect(Object.keys(least).toSorted()).toEqual(
    put.parameters
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test("what is too long shrinks to one more than is allowed", () => {
  const type = string({ maxLength: 256 });
  const tooLong = (input: Input) => String(input["thing"]).length > 256;

  expect(minimised({ thing: "é#".repeat(3000) }, putting(type), {}, tooLong)).toEqual({
    thing: "a".repeat(257),
  });
});

test("the one strange character stays", () => {
  const isStrange = (input: Input) => String(input["thing"]).includes("#");

  expect(minimised({ thing: "Photos/of #1/éé" }, putting(string()), {}, isStrange)).toEqual({ thing: "#" });
});

test("the one item that matters stays, with nothing that may be left out", () => {
  const type = array(object({ Key: string({ minLength: 1 }), "Value?": string() }));
  const list = Array.from({ length: 20 }, (_, index) => ({ Key: `key${index}`, Value: "x" }));
  const hasOne = (input: Input) =>
    (input["thing"] as { Key: string }[]).some(({ Key }) => Key.endsWith("13"));

  expect(minimised({ thing: list }, putting(type), {}, hasOne)).toEqual({ thing: [{ Key: "13" }] });
});

test("numbers come down to the bound that they break", () => {
  const isTooMuch = (input: Input) => Number(input["thing"]) > 32;

  expect(minimised({ thing: 100_000 }, putting(int({ min: 1, max: 32 })), {}, isTooMuch)).toEqual({
    thing: 33,
  });
});

test("bytes and maps grow smaller", () => {
  const isLong = (input: Input) => (input["thing"] as Uint8Array).length >= 10;
  const hasTwo = (input: Input) => Object.keys(input["thing"] as object).length >= 2;
  const entries = { one: "1", two: "2", three: "3", four: "4" };

  expect(minimised({ thing: new Uint8Array(999).fill(7) }, putting(bytes()), {}, isLong)).toEqual({
    thing: new Uint8Array(10),
  });
  expect(
    Object.keys(minimised({ thing: entries }, putting(map(string())), {}, hasTwo)["thing"] as object),
  ).toHaveLength(2);
});

test("of parameters of which one is needed, one stays", () => {
  const get = operation("Get", "GET /", {
    input: [query("a?", string()), query("b?", string())],
    needs: ["a or b"],
    price: "read",
  });

  expect(minimised({ a: "1", b: "2" }, get, {}, () => true)).toEqual({ b: "a" });
});

test("what is known only later is dropped or left as it is, and tokens stay", () => {
  const put = operation("Put", "PUT /", {
    input: [header("lease?", string()), header("held", string()), header("container", string())],
    price: "write",
  });
  const reference = { $from: 0, at: "header x-ms-lease-id" };

  const least = minimised({ lease: reference, held: reference, container: "ts000001 " }, put, {}, () => true);

  expect(least).toEqual({ held: reference, container: "ts000001" });
});

test("things of a list that have names of their own keep them apart", () => {
  const { operations, types } = interfaceOf("azure-blob");
  const setTags = operations.find(({ name }) => name === "Blob_SetTags");
  if (setTags === undefined) expect.fail("no operation");
  const tagsOf = (input: Input) => Object(input["tags"])["BlobTagSet"] as { Key: string }[];
  const input = {
    containerName: "photos",
    blob: "a",
    tags: {
      BlobTagSet: [
        { Key: "apply", Value: "one" },
        { Key: "length", Value: "two" },
      ],
    },
  };

  const plain = minimised(input, setTags, types, (other) => tagsOf(other)?.length === 2);

  expect(new Set(tagsOf(plain).map(({ Key }) => Key)).size).toBe(2);
  expect(tagsOf(plain).every(({ Key }) => Key.length === 1)).toBe(true);
});
