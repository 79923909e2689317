import { expect, test } from "vitest";
import { type Step, tokenOf, tokenPattern } from "../../../../src/explore/index.ts";
import { FreshNames, prefixOn } from "../../../../src/fidelity/pair/fresh-names.ts";
import type { Input } from "../../../../src/model/index.ts";

function step(input: Input): Step {
  return { operation: "PutItem", input, caller: "owner", tries: { kind: "valid" } };
}

const [one, two] = [tokenOf(1), tokenOf(46_655)];

test("tokens are replaced wherever they stand, by names of the same length", () => {
  const input = {
    Bucket: `${one}-logs`,
    Policy: JSON.stringify({ Resource: [`arn:aws:s3:::${one}/*`, `arn:aws:s3:::${two}`] }),
    RequestItems: { [two]: [{ n: 1n, at: new Date(0) }] },
    CopySource: { $endpoint: `/${one}/a?snapshot=x`, signed: true },
    Body: new Uint8Array([255, ...Buffer.from(` ${one} `), 254]),
    Other: "ts000001x and its000001 are no tokens",
  };

  const naming = new FreshNames().next([step(input)]);
  const fresh = naming.fresh(input);

  const [first, second] = [...naming.names];
  expect(fresh).toEqual({
    Bucket: `${first}-logs`,
    Policy: JSON.stringify({ Resource: [`arn:aws:s3:::${first}/*`, `arn:aws:s3:::${second}`] }),
    RequestItems: { [second ?? ""]: [{ n: 1n, at: new Date(0) }] },
    CopySource: { $endpoint: `/${first}/a?snapshot=x`, signed: true },
    Body: new Uint8Array([255, ...Buffer.from(` ${first} `), 254]),
    Other: "ts000001x and its000001 are no tokens",
  });
  expect(first).toHaveLength(one.length);
  expect(naming.original(JSON.stringify(fresh["Policy"]))).toBe(JSON.stringify(input.Policy));
});

test("no performance has a name that another had, or one that is a token", () => {
  const names = new FreshNames();
  const sequence = [step({ TableName: one }), step({ TableName: two }), step({ TableName: one })];

  const all = Array.from({ length: 2_000 }, () => [...names.next(sequence).names]).flat();

  expect(new Set(all).size).toBe(4_000);
  expect(all.filter((name) => tokenPattern.test(name) || name.length !== one.length)).toEqual([]);
});

test("a sequence without tokens stays as it is", () => {
  const naming = new FreshNames().next([step({ TableName: "users" })]);

  expect(naming.fresh({ TableName: "users" })).toEqual({ TableName: "users" });
  expect(naming.original("users")).toBe("users");
});

test("names are new in each run where others may have been before, and the same where nobody was", () => {
  const [ours, theirs] = [{ isOurs: true }, { isOurs: false }];

  expect(prefixOn(ours, ours)).toBeUndefined();
  const prefixes = Array.from({ length: 20 }, () => prefixOn(ours, theirs) ?? "");
  expect(new Set(prefixes).size).toBeGreaterThan(15);
  expect(prefixes.filter((prefix) => !/^[g-su-z][0-9a-z]{3}$/.test(prefix))).toEqual([]);
});
