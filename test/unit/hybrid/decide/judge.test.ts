import { expect, test } from "vitest";
import { canonicalise } from "../../../../src/clouds/canonical/canonical-trace.ts";
import { judge, pointOut } from "../../../../src/hybrid/decide/judge.ts";
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

test("what the emulator says that it cannot do is its limit", () => {
  const [create, upload] = albumOf();
  if (!create || !upload) throw new Error("no album");
  const cannot: Sketch = { ...upload, status: 501, answer: [["x-ms-error-code", "APINotImplemented"]] };

  const { cause } = judge(side("failed", [create, cannot]), side("passed", [create, upload]));

  expect(cause).toBe("a limit of the emulator: it does not implement BlockBlob_Upload");
});

test("a difference that others have who end the same is not pointed at", () => {
  const [create, upload, read] = albumOf();
  if (!create || !upload || !read) throw new Error("no album");
  const tagged: Sketch = { ...create, answer: [["x-ms-meta-added", "yes"]] };
  const refused: Sketch = { ...upload, status: 409 };

  const alone = judge(side("passed", [create, upload]), side("failed", [tagged, refused]));
  const harmless = judge(side("passed", [create]), side("passed", [tagged]));
  const [pointed] = pointOut([alone, harmless]);

  expect(alone.difference?.operation).toBe("Container_Create");
  expect(pointed?.difference).toMatchObject({ operation: "BlockBlob_Upload", place: "response.status" });
});
