import fc from "fast-check";
import { expect, test } from "vitest";
import { Redactor } from "../../../../src/wire/index.ts";

const base64 = fc
  .uint8Array({ minLength: 18, maxLength: 64 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
/** Framed, so that it cannot overlap with what stands around it. */
const written = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 }).map((text) => `q${text}z`);
const secret = fc.oneof(base64, written);

test("known secrets go wherever they are, in each of their forms", () => {
  const forms: readonly ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => encodeURIComponent(encodeURIComponent(text)),
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => Buffer.from(text).toString("latin1"),
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...forms), (hidden, form) => {
      const own = new Redactor([hidden]);
      const spelled = form(hidden);

      expect(own.text(`<a>${spelled}</a>`)).toBe("<a>REDACTED</a>");
      expect(own.target(`/a/${spelled}/b`)).toBe("/a/REDACTED/b");
      expect(own.headers([["x-ms-meta-a", spelled]])).toEqual([["x-ms-meta-a", "REDACTED"]]);
    }),
  );
});

test("known secrets go from the base64 of what they stand in", () => {
  fc.assert(
    fc.property(base64, fc.stringMatching(/^\w{0,5}$/), (hidden, before) => {
      const message = Buffer.from(`${before}AccountKey=${hidden};x`).toString("base64");

      const kept = new Redactor([hidden]).text(`<MessageText>${message}</MessageText>`);

      expect(
        Buffer.from(kept.slice(13, -14).replace("REDACTED", ""), "base64").toString("latin1"),
      ).not.toContain(hidden);
      expect(kept).toContain("REDACTED");
    }),
  );
});

test("known secrets go where the text was cut inside them", () => {
  fc.assert(
    fc.property(base64, fc.integer({ min: 8, max: 23 }), (hidden, length) => {
      const text = `some text ${hidden.slice(0, length)}`;

      expect(new Redactor([hidden]).text(text, { cut: true })).toBe("some text REDACTED");
    }),
  );
});

test("known secrets that are empty change nothing", () => {
  expect(new Redactor([""]).text("abc")).toBe("abc");
});
