import fc from "fast-check";
import { expect, test } from "vitest";
import { callerNames, type Sequence, type Step } from "../../../../src/explore/index.ts";
import {
  readSequence,
  readValue,
  writtenSequence,
  writtenValue,
} from "../../../../src/fidelity/findings/written.ts";

/** Lone surrogates too, and names that look like the forms' own. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 700 }))
    .map(([piece, times]) => piece.repeat(times)),
  fc.constantFrom("$from", "$bytes", "$long", "$$x", "at", "$endpoint", "$repeat", "__proto__"),
);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.nat(600).map((length) => new Uint8Array(length)),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 300 }))
    .map(([piece, times]) => {
      return new Uint8Array(Array.from({ length: times }, () => [...piece]).flat());
    }),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    bytes,
    fc.double(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, { $from: 0, at: "header x-ms-lease-id" }, { $endpoint: "/a/b", signed: true }, -0),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const step = fc.record<Step>({
  operation: fc.constantFrom("Blob_Delete", "PutItem"),
  input: fc.dictionary(text, value, { maxKeys: 4, noNullPrototype: true }),
  caller: fc.constantFrom(...callerNames),
  tries: fc.constantFrom<Step["tries"]>(
    { kind: "valid" },
    { kind: "breaks", path: "a[].b", refinement: "maxLength" },
    { kind: "dangling", resource: "blob", why: "deleted" },
  ),
});

test("a sequence reads back to the same", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (sequence) => {
      expect(readSequence(JSON.parse(JSON.stringify(writtenSequence(sequence))))).toEqual(sequence);
    }),
  );
});

test("values of every kind are told apart once they are JSON", () => {
  fc.assert(
    fc.property(value, (any) => {
      expect(readValue(JSON.parse(JSON.stringify(writtenValue(any))))).toStrictEqual(any);
    }),
  );
});

test.each([
  ["a".repeat(1025), { $repeat: ["a", 1025] }],
  ["ab".repeat(300), { $repeat: ["ab", 300] }],
  ["short", "short"],
  ["\ud800x", { $utf16: [0xd800, 0x78] }],
  [new Uint8Array(512), { $zeros: 512 }],
  [Buffer.from("a".repeat(1024)), { $bytes: ["YQ==", 1024] }],
  [Buffer.from("hello"), { $bytes: "aGVsbG8=" }],
  [2n ** 63n, { $long: "9223372036854775808" }],
  [Number.NaN, { $number: "NaN" }],
  [{ $bytes: 1 }, { $$bytes: 1 }],
  [{ $from: "me" }, { $$from: "me" }],
  [
    { $from: 2, at: "body Id" },
    { $from: 2, at: "body Id" },
  ],
])("%o is written shortly", (given, written) => {
  expect(writtenValue(given)).toEqual(written);
});

test("what goes without saying is not written, and what is undefined is not there", () => {
  const sequence: Sequence = [
    {
      operation: "Queue_Create",
      input: { queueName: "ts000001", timeout: undefined },
      caller: "owner",
      tries: { kind: "valid" },
    },
    {
      operation: "Queue_Delete",
      input: { queueName: "ts000001" },
      caller: "anonymous",
      tries: { kind: "unauthorised" },
      via: "raw",
    },
  ];

  expect(writtenSequence(sequence)).toStrictEqual([
    { operation: "Queue_Create", input: { queueName: "ts000001" } },
    {
      operation: "Queue_Delete",
      caller: "anonymous",
      input: { queueName: "ts000001" },
      tries: { kind: "unauthorised" },
      via: "raw",
    },
  ]);
});

test.each([
  [{}],
  [[{ operation: "A" }]],
  [[{ operation: "A", input: {}, caller: "somebody" }]],
  [[{ operation: "A", input: { a: { $long: "many" } } }]],
  [[{ operation: "A", input: { a: { $repeat: ["a", -1] } } }]],
  [[{ operation: "A", input: { a: { $zeros: "x" } } }]],
])("%j is no sequence", (written) => {
  expect(() => readSequence(written)).toThrow(expect.objectContaining({ code: "TS_CATALOGUE" }));
});
