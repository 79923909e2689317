import { expect, test } from "vitest";
import { lackingOf } from "../../../../src/clouds/shared/probe-lacking.ts";
import type { Clients } from "../../../../src/clouds/shared/sdk-clients.ts";

/** What is said of an operation after these answers to it. */
function lackingAfter(...statuses: readonly number[]) {
  const lacking = lackingOf({} as Clients);
  for (const status of statuses)
    lacking.note(
      "GetBucketPolicy",
      { kind: "answered", via: "raw", status, headers: {}, body: new Uint8Array(), attempts: 1 },
      String(status),
    );
  return lacking;
}

test.each([
  [[501, 501, 501], "501"],
  [[405, 405, 405], "405"],
  [[501, 501], undefined],
  [[501, 501, 200, 501], undefined],
  [[404, 404, 404, 404], undefined],
])("after %j an operation is taken to be lacking: %s", (statuses, said) => {
  expect(lackingAfter(...statuses).said("GetBucketPolicy")).toBe(said);
});

test("it is asked again now and then, since what it said may have been due to what there was", () => {
  const lacking = lackingAfter(405, 405, 405);
  const asked = Array.from({ length: 200 }, () => lacking.said("GetBucketPolicy")).filter(
    (said) => said === undefined,
  );

  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(10);
});
