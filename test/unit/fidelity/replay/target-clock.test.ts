import { expect, test } from "vitest";
import { TargetClock } from "../../../../src/fidelity/replay/target-clock.ts";

test.each([0, -3_000, 3_000])("a second is over on a clock that is %d ms ahead of ours", async (ahead) => {
  const clock = new TargetClock(ahead === 0);
  const there = () => Date.now() + ahead;
  const begun = Math.floor(there() / 1000) * 1000;
  clock.note(new Date(begun).toUTCString());

  await clock.passed(begun);

  expect(there()).toBeGreaterThanOrEqual(begun + 1000);
});

test("a date that is far away is not waited for", async () => {
  const clock = new TargetClock(true);
  const began = Date.now();

  await clock.passed(Date.now() + 3_600_000);

  expect(Date.now() - began).toBeLessThan(60_000);
});
