import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readText } from "../../../../src/fidelity/findings/catalogue-file.ts";

test("a catalogue that is not there has no text, and one that is no file is refused before it is read", () => {
  expect(readText(join(tmpdir(), "touchstone-no-such-catalogue.json"))).toBeUndefined();
  expect(() => readText(tmpdir())).toThrow(
    expect.objectContaining({ code: "TS_CATALOGUE", message: `${tmpdir()} is no file` }),
  );
});
