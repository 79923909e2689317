import { expect, test } from "vitest";
import { canonicalise } from "../../../../src/hybrid/canonical/canonical-trace.ts";
import { judge } from "../../../../src/hybrid/decide/judge.ts";
import { albumOf, readAll, type Sketch } from "../exchanges.ts";

function side(status: "passed" | "failed", sketches: readonly Sketch[]) {
  return { result: { id: "a.test.ts > a", status }, trace: canonicalise(readAll(sketches)) };
}

test("what was refused on one side alone is the cause, also where something else differed before", () => {
  const cloud = albumOf().map((sketch, at): Sketch => {
    if (at === 0) return { ...sketch, answer: [["x-ms-meta-added", "yes"]] };
    return at === 1 ? { ...sketch, status: 409 } : sketch;
  });

  const { verdict, difference, cause } = judge(side("passed", albumOf()), side("failed", cloud), undefined);

  expect(verdict).toBe("unsafe");
  expect(difference?.operation).toBe("Container_Create");
  expect(cause).toBe("BlockBlob_Upload answers 201 on the emulator and 409 on the cloud");
});

test("an answer that differs is told before what was done because of it", () => {
  const [create, upload, read] = albumOf();
  if (!create || !upload || !read) throw new Error("no album");
  const looked: Sketch = { method: "HEAD", target: upload.target, status: 200 };
  const emulator = [create, upload, { ...looked, status: 404 }];

  const { difference } = judge(
    side("passed", emulator),
    side("passed", [create, upload, looked, read]),
    undefined,
  );

  expect(difference).toMatchObject({ operation: "Blob_GetProperties", place: "response.status" });
});
