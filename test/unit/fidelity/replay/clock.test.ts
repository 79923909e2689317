import { expect, test } from "vitest";
import { pausesIn, ReplayClock, spelledLike, wholeDate } from "../../../../src/fidelity/replay/clock.ts";

const moment = new Date("2026-11-16T03:04:05.678Z");

test.each([
  ["Mon, 03 May 2021 10:00:00 GMT", "Mon, 16 Nov 2026 03:04:05 GMT"],
  ["20210503T100000Z", "20261116T030405Z"],
  ["2021-05-03T10:00:00Z", "2026-11-16T03:04:05Z"],
  ["2021-05-03T10:00:00.1234567Z", "2026-11-16T03:04:05.6780000Z"],
  ["2021-05-03T10:00Z", "2026-11-16T03:04Z"],
  ["2021-05-03", "2026-11-16"],
])("a moment is spelled like %s", (sample, expected) => {
  expect(wholeDate(sample)).toBeInstanceOf(Date);
  expect(spelledLike(sample, moment)).toBe(expected);
});

test.each(["end", "", "2021", "rk-2021-05-03"])("%j is no date", (text) => {
  expect(wholeDate(text)).toBeUndefined();
});

test("a recording may be as long as it likes", () => {
  const began = Date.UTC(2021, 4, 3);
  const exchanges = Array.from({ length: 200_000 }, (_, second) => ({
    method: "GET",
    url: "https://gone.blob.core.windows.net/album/cover",
    headers: [],
    body: Buffer.alloc(0),
    credentials: "none" as const,
    at: new Date(began + second * 1000),
  }));

  expect(pausesIn(exchanges)).toBe(0);
  expect(() => new ReplayClock(exchanges)).not.toThrow();
});
