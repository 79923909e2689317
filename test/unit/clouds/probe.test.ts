import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffStates, type Plain, type State } from "../../../src/clouds/index.ts";
import { plain, usersOwn } from "../../../src/clouds/shared/probe-state.ts";

const state: fc.Arbitrary<State> = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  .map((fields) => plain(fields, new Set()) as State);

describe("differences between states", () => {
  test("there are none between a state and itself", () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(diffStates(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  test("there are some wherever the data differ", () => {
    fc.assert(
      fc.property(state, state, (a, b) => {
        expect(diffStates(a, b).length > 0).toBe(JSON.stringify(a) !== JSON.stringify(b));
      }),
    );
  });

  test("each names its place, and both values", () => {
    const a: State = { blobs: { cat: { length: 5, tags: { name: "Tom" } } } };
    const b: State = { blobs: { cat: { length: 7, tags: {} }, dog: { length: 1 } } };

    expect(diffStates(a, b)).toEqual([
      { path: ["blobs", "cat", "length"], a: 5, b: 7, unreadable: false },
      { path: ["blobs", "cat", "tags", "name"], a: "Tom", b: undefined, unreadable: false },
      { path: ["blobs", "dog"], a: undefined, b: { length: 1 }, unreadable: false },
    ]);
  });

  test("what is absent on one side differs as a whole", () => {
    const absent: Plain = { absent: "404 NoSuchCORSConfiguration" };

    expect(diffStates({ cors: absent }, { cors: { rules: [] } })).toEqual([
      { path: ["cors"], a: absent, b: { rules: [] }, unreadable: false },
    ]);
  });

  test("what could not be read is said to be so", () => {
    const unreadable: Plain = { unreadable: "501 NotImplemented" };

    expect(diffStates({ cors: unreadable }, { cors: { absent: "404" } })).toMatchObject([
      { path: ["cors"], unreadable: true },
    ]);
  });
});

describe("plain data", () => {
  test("is in order, and without what says nothing", () => {
    const value = { b: 1, etag: "x", a: { etag: "y", at: new Date(0), bytes: Buffer.from("a"), big: 1n } };

    expect(JSON.stringify(plain(value, new Set(["etag"])))).toBe(
      '{"a":{"at":"1970-01-01T00:00:00.000Z","big":"1","bytes":"YQ=="},"b":1}',
    );
  });

  test("keeps what users have named so themselves", () => {
    const value = { metadata: { etag: "own" }, item: usersOwn({ etag: "own" }) };

    expect(plain(value, new Set(["etag"]))).toEqual({ metadata: { etag: "own" }, item: { etag: "own" } });
  });
});
