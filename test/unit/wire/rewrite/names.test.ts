import { describe, expect, test } from "vitest";
import { Names, nameRules } from "../../../../src/wire/index.ts";

const setUp = { tier: 1, file: "a.test.ts" } as const;
const one = { ...setUp, test: "one" };
const two = { ...setUp, test: "two" };

describe("names of a run", () => {
  test("are each test's own, but for what its set-up has made", () => {
    const names = new Names({ run: "k3x9" });
    const shared = names.there("bucket", "shared", setUp);

    expect(names.there("bucket", "shared", one)).toBe(shared);
    expect(names.there("bucket", "mine", one)).not.toBe(names.there("bucket", "mine", two));
    expect(names.there("bucket", "mine", one)).toBe(names.there("bucket", "mine", one));
  });

  test("stay what they are, whoever uses the same name later", () => {
    const names = new Names();
    const first = names.there("bucket", "mine", one);

    names.there("bucket", "mine", setUp);
    names.there("bucket", "mine", { tier: 1 });

    expect(names.there("bucket", "mine", one)).toBe(first);
  });

  test("of a test are what its file's tear-down and a server that it started mean", () => {
    const names = new Names();
    const mine = names.there("bucket", "mine", one);

    expect(names.there("bucket", "mine", setUp)).toBe(mine);
    expect(names.there("bucket", "mine", { tier: 4 })).toBe(mine);
    expect(names.there("bucket", "mine", two)).not.toBe(mine);
    expect(names.all).toHaveLength(2);
  });

  test("are those of the tests around, and of the tests inside", () => {
    const names = new Names();
    const outer = { ...setUp, test: "a.test.ts > stores" };
    const inner = { ...setUp, test: "a.test.ts > stores > photos" };
    const other = { ...setUp, test: "a.test.ts > stores photos" };
    const made = names.there("bucket", "outer", outer);
    const madeInside = names.there("bucket", "inner", inner);

    expect(names.there("bucket", "outer", inner)).toBe(made);
    expect(names.there("bucket", "inner", outer)).toBe(madeInside);
    expect(names.there("bucket", "outer", other)).not.toBe(made);
    expect(names.there("bucket", "inner", other)).not.toBe(madeInside);
  });

  test("of several tests: what belongs to none of them means the one that was used last", () => {
    const names = new Names();
    const [first, second] = [names.there("bucket", "mine", one), names.there("bucket", "mine", two)];

    expect(names.there("bucket", "mine", setUp)).toBe(second);
    names.there("bucket", "mine", one);
    expect(names.there("bucket", "mine", setUp)).toBe(first);
    expect(names.there("bucket", "mine", { tier: 4 })).toBe(first);
  });

  test("of another file's tests are not taken, nor any where several files have used the name", () => {
    const names = new Names();
    const mine = names.there("bucket", "mine", one);
    const others = names.there("bucket", "mine", { tier: 1, file: "b.test.ts" });

    const unmarked = names.there("bucket", "mine", { tier: 4 });

    expect(new Set([mine, others, unmarked]).size).toBe(3);
  });

  test("of tables that exist are found in any case", () => {
    const names = new Names({ existing: { Orders: "AcmeOrders" } });

    expect(names.there("azureTable", "orders", one)).toBe("AcmeOrders");
    expect(names.isExisting("azureTable", "ORDERS")).toBe(true);
    expect(names.isExisting("bucket", "ORDERS")).toBe(false);
  });

  test("of the run's own set-up are every file's", () => {
    const names = new Names();
    const global = names.there("bucket", "global", { tier: 1 });

    expect(names.there("bucket", "global", one)).toBe(global);
  });

  test("are found only by those who use them", () => {
    const names = new Names({ existing: { kept: "acme-kept" } });
    const mine = names.there("bucket", "mine", one);

    expect(names.ownOf("bucket", mine, one)).toBe("mine");
    expect(names.ownOf("bucket", mine, two)).toBeUndefined();
    expect(names.ownOf("bucket", "acme-kept", two)).toBe("kept");
    expect(names.find("bucket", "unused", one)).toBeUndefined();
    expect(names.all).toHaveLength(1);
  });

  test("fit into what the service allows", () => {
    const names = new Names();
    const long = names.there("bucket", "a".repeat(63), one);

    expect(long.length).toBe(nameRules.bucket.maxLength);
    expect(names.own(long)).toBe("a".repeat(63));
  });

  test("come back in messages, and those of what exists where they stand alone", () => {
    const names = new Names({ existing: { kept: "acme-kept" } });
    const mine = names.there("bucket", "mine", one);

    const text = `${mine}, acme-kept/k, acme-kept.s3, acme-kept-2 and acme-kept.`;

    expect(names.restoreMessage(text)).toBe("mine, kept/k, acme-kept.s3, acme-kept-2 and kept.");
    expect(names.restore(text)).toBe(text.replace(mine, "mine"));
  });
});
