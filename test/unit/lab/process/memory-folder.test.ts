import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { memoryFolder } from "../../../../src/lab/process/memory-folder.ts";

test.skipIf(!existsSync("/dev/shm"))(
  "memory is used where there is room (skipped where no folder is in memory)",
  () => {
    expect(memoryFolder({ room: 0 })).toBe("/dev/shm");
    expect(memoryFolder({ room: Number.POSITIVE_INFINITY })).toBeUndefined();
  },
);

test("a folder on a disk, or none, is no memory", () => {
  expect(memoryFolder({ folder: "/proc", room: 0 })).toBeUndefined();
  expect(memoryFolder({ folder: "/there/is/no/such", room: 0 })).toBeUndefined();
});
