import fc from "fast-check";
import { expect, test } from "vitest";
import { Tokens } from "../../../../src/fidelity/replay/tokens.ts";

test("replaces what was made up wherever it stands, quoted or not", () => {
  const tokens = new Tokens();
  tokens.learn({ kind: "etag", recorded: '"0x8D90E1A2B3C4D60"', actual: '"0x1111111111111111"' });
  tokens.learn({
    kind: "snapshot",
    recorded: "2021-05-03T10:00:01.1234567Z",
    actual: "2026-01-01T00:00:00.0000000Z",
  });

  expect(tokens.replaceIn("GET /a?snapshot=2021-05-03T10%3A00%3A01.1234567Z HTTP/1.1")).toBe(
    "GET /a?snapshot=2026-01-01T00%3A00%3A00.0000000Z HTTP/1.1",
  );
  expect(tokens.replaceIn('"0x8D90E1A2B3C4D60"')).toBe('"0x1111111111111111"');
  expect(tokens.replaceIn("/a?snapshot=2021-05-03T10:00:01.1234567Z&etag=0x8D90E1A2B3C4D60")).toBe(
    "/a?snapshot=2026-01-01T00:00:00.0000000Z&etag=0x1111111111111111",
  );
});

test("replaces plain values only where one of their kind is expected", () => {
  const tokens = new Tokens();
  tokens.learn({ kind: "marker", recorded: "b2", actual: "token" });

  expect(tokens.replaceIn("/box/b2")).toBe("/box/b2");
  expect(tokens.replaceWhole("marker", "b2")).toBe("token");
  expect(tokens.replaceWhole("etag", "b2")).toBe("b2");
});

test("never replaces what it has put in", () => {
  const tokens = new Tokens();
  tokens.learn({ kind: "lease", recorded: "aaaaaaaa-0000-0001", actual: "bbbbbbbb-0000-0002" });
  tokens.learn({ kind: "lease", recorded: "bbbbbbbb-0000-0002", actual: "cccccccc-0000-0003" });

  expect(tokens.replaceIn("aaaaaaaa-0000-0001 bbbbbbbb-0000-0002")).toBe(
    "bbbbbbbb-0000-0002 cccccccc-0000-0003",
  );
});

test("knows what the target never gave, until it does", () => {
  const tokens = new Tokens();
  tokens.learn({ kind: "version", recorded: "2021-05-03T10:00:01.7654321Z" });

  expect(tokens.missingIn("versionid=2021-05-03T10:00:01.7654321Z")).toBe("version");

  tokens.learn({ kind: "version", recorded: "2021-05-03T10:00:01.7654321Z", actual: "v-0123456789ab" });

  expect(tokens.missingIn("versionid=2021-05-03T10:00:01.7654321Z")).toBeUndefined();
});

/** Texts that overlap, and begin alike. */
const strange = fc.string({ unit: fc.constantFrom("0", "1"), minLength: 12, maxLength: 16 });

test("finds the same as one pattern of all that is known, the longest first", () => {
  fc.assert(
    fc.property(
      fc.array(strange, { minLength: 1, maxLength: 30 }),
      fc.string({ unit: fc.constantFrom("0", "1"), maxLength: 120 }),
      (known, text) => {
        const tokens = new Tokens();
        for (const recorded of known) tokens.learn({ kind: "etag", recorded, actual: `<${recorded}>` });
        const pattern = known.toSorted((one, other) => other.length - one.length).join("|");

        expect(tokens.replaceIn(text)).toBe(text.replace(new RegExp(pattern, "g"), "<$&>"));
      },
    ),
    { numRuns: 500 },
  );
});

test("knows thousands of values that begin alike, and what is missing among them", () => {
  const tokens = new Tokens();
  const at = (number: number) => `2021-05-03T10:00:01.${String(number).padStart(7, "0")}Z`;
  for (let number = 0; number < 5_000; number++) {
    tokens.learn({ kind: "snapshot", recorded: at(number), actual: `s-${at(number)}` });
    tokens.learn({ kind: "version", recorded: `v${at(number)}` });

    expect(tokens.replaceIn(`?snapshot=${at(number)}`)).toBe(`?snapshot=s-${at(number)}`);
    expect(tokens.missingIn(`?versionid=v${at(number)}`)).toBe("version");
  }
  expect(tokens.missingIn(`?versionid=v${at(5_000)}`)).toBeUndefined();
});
