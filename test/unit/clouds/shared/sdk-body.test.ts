import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { collected } from "../../../../src/clouds/shared/sdk-body.ts";

test("a stream is its bytes, whatever pieces it comes in", async () => {
  expect(await collected(Readable.from(["ab", Buffer.from("c"), "ä"]))).toEqual(Buffer.from("abcä"));
  expect(await collected(Readable.from([]))).toEqual(Buffer.alloc(0));
  expect(await collected(undefined)).toEqual(Buffer.alloc(0));
});

test("of a stream without end only the beginning is kept, and it is let go", async () => {
  const endless = Readable.from(
    (async function* () {
      for (;;) yield Buffer.from("0123456789");
    })(),
  );

  expect((await collected(endless, 25)).toString()).toBe("0123456789012345678901234");
  expect(endless.destroyed).toBe(true);
});
