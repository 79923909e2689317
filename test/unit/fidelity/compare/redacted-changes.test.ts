import { expect, test } from "vitest";
import { redactedTest } from "../../../../src/fidelity/compare/redacted-changes.ts";
import { withoutKeys } from "../../../../src/fidelity/sides/side-keys.ts";

const key = "Zk7pQ2x/secret+1234/of-somebody!";
const ours = { redact: (text: string) => text };
const somebodys = withoutKeys([key]);

test.each([
  ["a", { a: somebodys, b: ours }],
  ["b", { a: ours, b: somebodys }],
])("the key of %s is taken out of what either has answered", (_, targets) => {
  const refused = { status: 403, code: `Not${key}`, parts: [`403 Not${key}`] };
  const where = { index: 0, operation: "HeadObject" };

  const redacted = redactedTest(
    {
      test: "one",
      answers: [
        {
          ...where,
          recording: "one",
          service: "s3",
          a: refused,
          b: refused,
          recorded: refused,
          recordedIs: "neither",
        },
        {
          ...where,
          recording: "one",
          service: "s3",
          a: null,
          b: null,
          recorded: null,
          recordedIs: "neither",
        },
      ],
      values: [{ ...where, place: `response.header.x-${key}`, a: `of ${key}`, b: `${key.slice(0, 12)}…` }],
    },
    targets,
  );

  const told = { status: 403, code: "NotREDACTED", parts: ["403 NotREDACTED"] };
  expect(redacted).toMatchObject({
    answers: [
      { a: told, b: told, recorded: told },
      { a: null, b: null, recorded: null },
    ],
    values: [{ place: "response.header.x-REDACTED", a: "of REDACTED", b: "REDACTED…" }],
  });
});
