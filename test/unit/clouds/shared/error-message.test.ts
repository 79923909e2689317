import { expect, test } from "vitest";
import { errorMessageOf } from "../../../../src/clouds/shared/error-message.ts";

const cases: readonly [text: string, message: string | undefined][] = [
  ["<Error><Code>NoSuchKey</Code><Message>a &amp; b</Message></Error>", "a & b"],
  ['\uFEFF<?xml version="1.0"?><Error><Message>gone</Message></Error>', "gone"],
  ['<error><message xml:lang="en-US">gone</message></error>', "gone"],
  ['{"odata.error":{"code":"x","message":{"lang":"en-US","value":"gone"}}}', "gone"],
  ['{"__type":"x#y","message":"gone"}', "gone"],
  ['{"__type":"x#y","Message":"gone"}', "gone"],
  ['{"__type":"x#y"}', undefined],
  ["Internal error", undefined],
  ["", undefined],
];

test.each(cases)("%s says %s", (text, message) => {
  expect(errorMessageOf(text)).toBe(message);
});
