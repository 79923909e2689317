import fc from "fast-check";
import { expect, test } from "vitest";
import { dateOf, decoded, sdkDocument, spanOf } from "../../../../src/clouds/shared/sdk-azure-values.ts";

test("a range is where it begins and how long it is", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 31 }), (offset, count) => {
      expect(spanOf(`bytes=${offset}-${offset + count - 1}`)).toEqual({ offset, count });
    }),
  );
});

test.each([
  ["bytes=512-", { offset: 512 }],
  ["bytes=-512", {}],
  ["0-511", {}],
  [undefined, {}],
])("the range %s is %o", (range, span) => {
  expect(spanOf(range)).toEqual(span);
});

test("only what is Base64 to the letter is taken for bytes", () => {
  expect(decoded("aGk=")).toEqual(Buffer.from("hi"));
  expect(decoded("aGk")).toBeUndefined();
  expect(decoded("no base64!")).toBeUndefined();
  expect(decoded(undefined)).toBeUndefined();
});

test("only what is a date is taken for one", () => {
  expect(dateOf("Wed, 31 Jan 2024 10:00:00 GMT")).toEqual(new Date("2024-01-31T10:00:00Z"));
  expect(dateOf("soon")).toBeUndefined();
  expect(dateOf(undefined)).toBeUndefined();
});

test("a document's fields are called as the SDK calls them", () => {
  const document = {
    Logging: { Delete: true, RetentionPolicy: { Days: 7 } },
    Cors: [{ AllowedOrigins: "*" }],
  };

  expect(sdkDocument(document, { Logging: "queueAnalyticsLogging", Delete: "deleteProperty" })).toEqual({
    queueAnalyticsLogging: { deleteProperty: true, retentionPolicy: { days: 7 } },
    cors: [{ allowedOrigins: "*" }],
  });
});
