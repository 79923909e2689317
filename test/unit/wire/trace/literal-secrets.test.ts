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

test("nothing of a known secret stays where the text was cut inside it", () => {
  fc.assert(
    fc.property(base64, fc.integer({ min: 1, max: 23 }), (hidden, length) => {
      const kept = new Redactor([hidden]).text(`some text: ${hidden.slice(0, length)}`, { cut: true });

      expect(kept).toBe(length < 8 ? "some text: " : "some text: REDACTED");
    }),
  );
});

test("known secrets go whole, also where a place for secrets ends inside them", () => {
  const hidden = "half,other half&rest@last";
  const own = new Redactor([hidden]);

  expect(own.text(`client_secret=${hidden};x`)).toBe("client_secret=REDACTED;x");
  expect(own.text(`https://user:${hidden}@host/`)).toBe("https://user:REDACTED@host/");
  expect(own.text(`client_secret=${hidden.slice(0, 13)}`, { cut: true })).toBe("client_secret=REDACTED");
  expect(own.target(`/a?client_secret=${hidden}&b=c`)).toBe("/a?client_secret=REDACTED&b=c");
  expect(own.headers([["Location", `https://a/?sig=${hidden}`]])).toEqual([
    ["Location", "https://a/?sig=REDACTED"],
  ]);
});

test("a known shared access signature loses its signature alone", () => {
  const sas = "sv=2026-02-06&sp=r&sig=c2VjcmV0c2VjcmV0";

  expect(new Redactor([sas]).text(`<a>https://b/c?${sas}</a>`)).toBe(
    "<a>https://b/c?sv=2026-02-06&sp=r&sig=REDACTED</a>",
  );
});

test("known secrets that are empty change nothing", () => {
  expect(new Redactor([""]).text("abc")).toBe("abc");
});
