import { describe, expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { compareTraces } from "../../../src/clouds/canonical/compare.ts";
import { learnNoise } from "../../../src/clouds/canonical/noise.ts";
import { readAll, type Sketch } from "./exchanges.ts";

const json = [["Content-Type", "application/json"]] as const;

/** A row that the service answers with; it was written by somebody else. */
function row(fields: object, extra: Partial<Sketch> = {}): Sketch {
  return {
    method: "GET",
    target: "/devstoreaccount1/people(PartitionKey='a',RowKey='b')",
    headers: [["DataServiceVersion", "3.0"]],
    status: 200,
    answer: json,
    answerBody: JSON.stringify(fields),
    ...extra,
  };
}

function insert(fields: object, given: object = fields): Sketch {
  return row(given, {
    method: "POST",
    target: "/devstoreaccount1/people",
    headers: [["DataServiceVersion", "3.0"], ...json],
    body: JSON.stringify(fields),
    status: 201,
  });
}

function blob(name: string, text: string): Sketch {
  return {
    method: "GET",
    target: `/devstoreaccount1/c/${name}`,
    status: 200,
    answer: [["Content-Type", "text/plain"]],
    answerBody: text,
  };
}

/** Whether what the cloud did is the same, with the noise of two runs on the emulator. */
function isSame(first: readonly Sketch[], second: readonly Sketch[], cloud: readonly Sketch[]): boolean {
  const { places, isStable } = learnNoise(readAll(first), readAll(second));
  expect(isStable).toBe(true);
  const noise = new Set(places);
  const [own, there] = [first, cloud].map((sketches) => canonicalise(readAll(sketches), { noise }));
  if (own === undefined || there === undefined) throw new Error("no traces");
  const isEqual = compareTraces(own, there).differences.length === 0;
  expect(own.fingerprint === there.fingerprint).toBe(isEqual);
  return isEqual;
}

describe("where the service makes something up", () => {
  const [first, second] = [row({ id: "k3j9x81m" }), row({ id: "p0d7w24q" })];

  test("something else of that kind is the same", () => {
    expect(isSame([first], [second], [row({ id: "z1x2c3v4" })])).toBe(true);
  });

  test.each([
    ["nothing", {}],
    ["an empty text", { id: "" }],
    ["null", { id: null }],
    ["a number", { id: 81723641 }],
    ["a list", { id: ["k3j9x81m"] }],
    ["an object", { id: { value: "k3j9x81m" } }],
    ["two of them", { id: "k3j9x81m", id2: "k3j9x81m" }],
    ["a text of words", { id: "no id here" }],
    ["something much longer", { id: "k3j9x81mk3j9x81mk3j9x81m" }],
    ["a text in another case", { id: "K3J9X81M" }],
  ])("%s is not", (_, fields) => {
    expect(isSame([first], [second], [row(fields)])).toBe(false);
  });

  test("only the word that differed is noise, not those around it", () => {
    const [one, two] = [row({ said: "job k3j9x81m succeeded" }), row({ said: "job p0d7w24q succeeded" })];

    expect(isSame([one], [two], [row({ said: "job z1x2c3v4 succeeded" })])).toBe(true);
    expect(isSame([one], [two], [row({ said: "job z1x2c3v4 failed" })])).toBe(false);
  });

  test("what was the same at that place stays what it is", () => {
    const [one, two] = [
      [blob("a", "k3j9x81m"), blob("b", "hello")],
      [blob("a", "p0d7w24q"), blob("b", "hello")],
    ];

    expect(isSame(one, two, [blob("a", "z1x2c3v4"), blob("b", "hello")])).toBe(true);
    expect(isSame(one, two, [blob("a", "z1x2c3v4"), blob("b", "HELLO")])).toBe(false);
  });

  test("also where whole texts are noise", () => {
    const [one, two] = [
      [blob("a", "k3j9+x81m/aa"), blob("b", "hello")],
      [blob("a", "p0d7w24q33=bb"), blob("b", "hello")],
    ];

    expect(isSame(one, two, [blob("a", "z1x2/c3v4+dd"), blob("b", "hello")])).toBe(true);
    expect(isSame(one, two, [blob("a", "z1x2/c3v4+dd"), blob("b", "goodbye")])).toBe(false);
  });
});

describe("what differs between two runs without being noise", () => {
  test.each<[string, Sketch, Sketch]>([
    ["a status", row({}), row({}, { status: 202 })],
    ["a count", row({ all: [1, 2] }), row({ all: [1, 2, 3] })],
    ["a small number", row({ count: 3 }), row({ count: 4 })],
    ["a flag", row({ isDone: true }), row({ isDone: false })],
    ["a state", row({ state: "pending" }), row({ state: "succeeded" })],
    ["a type", row({ id: "81723641" }), row({ id: 81723642 })],
    ["an order", row({ all: ["a11111", "b22222"] }), row({ all: ["b22222", "a11111"] })],
    [
      "an error code",
      row({}, { status: 409, answer: [["x-ms-error-code", "Conflict20261115"]] }),
      row({}, { status: 409, answer: [["x-ms-error-code", "Conflict20261116"]] }),
    ],
    [
      "a parameter",
      row({}, { target: "/devstoreaccount1/people()?$top=5" }),
      row({}, { target: "/devstoreaccount1/people()?$top=7" }),
    ],
  ])("%s: the test is not stable, and nothing is masked", (_, one, two) => {
    const { places, isStable } = learnNoise(readAll([one]), readAll([two]));

    expect(isStable).toBe(false);
    expect(places).toEqual([]);
  });
});

describe("where the test makes something up", () => {
  const [one, two, three] = ["k3j9x81m", "p0d7w24q", "z1x2c3v4"].map((id) => ({
    RowKey: id,
    PartitionKey: "a",
    size: 5,
  }));

  test("what is read must be what was written", () => {
    if (one === undefined || two === undefined || three === undefined) throw new Error("no rows");
    const [first, second] = [[insert(one)], [insert(two)]];

    expect(isSame(first, second, [insert(three)])).toBe(true);
    expect(isSame(first, second, [insert(three, { ...three, RowKey: "q9w8e7r6" })])).toBe(false);
    expect(isSame(first, second, [insert(three, { ...three, RowKey: three.RowKey.toUpperCase() })])).toBe(
      false,
    );
    expect(isSame(first, second, [insert(three, { ...three, size: 6 })])).toBe(false);
  });

  test("also where it is only a part of what is read", () => {
    const told = (id: string, path: string): Sketch =>
      insert({ RowKey: id }, { RowKey: id, link: `http://127.0.0.1:10000/devstoreaccount1/${path}/x` });
    const [first, second] = [[told("k3j9x81m", "k3j9x81m")], [told("p0d7w24q", "p0d7w24q")]];

    expect(isSame(first, second, [told("z1x2c3v4", "z1x2c3v4")])).toBe(true);
    expect(isSame(first, second, [told("z1x2c3v4", "q9w8e7r6")])).toBe(false);
  });

  test("of two that were written each must come back in its place", () => {
    const both = (a: string, b: string, c = a, d = b): Sketch[] => [
      insert({ RowKey: a, first: "yes" }, { RowKey: a }),
      insert({ RowKey: b, first: "no" }, { RowKey: b }),
      row({ all: [c, d] }, { target: "/devstoreaccount1/people()" }),
    ];
    const [first, second] = [both("k3j9x81m", "p0d7w24q"), both("a1s2d3f4", "g5h6j7k8")];

    expect(isSame(first, second, both("z1x2c3v4", "q9w8e7r6"))).toBe(true);
    expect(isSame(first, second, both("z1x2c3v4", "q9w8e7r6", "q9w8e7r6", "z1x2c3v4"))).toBe(false);
    expect(isSame(first, second, both("z1x2c3v4", "q9w8e7r6", "z1x2c3v4", "z1x2c3v4"))).toBe(false);
  });
});

test("noise of one service says nothing about the same operation of another", () => {
  const properties = (service: "queue" | "blob", version: string): Sketch => ({
    method: "GET",
    target: "/devstoreaccount1?restype=service&comp=properties",
    headers: service === "queue" ? [["Host", "devstoreaccount1.queue.core.windows.net"]] : [],
    status: 200,
    answer: [["Content-Type", "application/xml"]],
    answerBody: `<StorageServiceProperties><Version>${version}</Version></StorageServiceProperties>`,
  });
  const { places } = learnNoise(
    readAll([properties("blob", "k3j9x81m")]),
    readAll([properties("blob", "p0d7w24q")]),
  );

  expect(places).toHaveLength(1);
  expect(places[0]).toMatch(/^azure-blob Service_GetProperties /);
});

test("two runs that came in another order teach nothing that is not so", () => {
  const upload = (name: string): Sketch => ({
    method: "PUT",
    target: `/devstoreaccount1/c/${name}`,
    headers: [["x-ms-blob-type", "BlockBlob"]],
    body: `this is ${name}`,
    status: 201,
  });
  const names = ["a", "b", "c"];

  const lesson = learnNoise(readAll(names.map(upload)), readAll(names.toReversed().map(upload)));

  expect(lesson).toEqual({ places: [], isStable: true });
});

test("what is known to be noise already is not learned again", () => {
  const [first, second] = [readAll([row({ id: "k3j9x81m" })]), readAll([row({ id: "p0d7w24q" })])];
  const { places } = learnNoise(first, second);

  expect(learnNoise(first, second, { noise: new Set(places) })).toEqual({ places: [], isStable: true });
});
