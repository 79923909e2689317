import { expect, test } from "vitest";
import {
  create,
  documentOf,
  hybridReport,
  hybridTest,
  mixedReport,
  remove,
  safe,
  unknown,
  upload,
} from "./reports.ts";

test("discrepant tests use an operation that differs; discrepant results ended differently", () => {
  const { discrepancies } = documentOf(mixedReport());

  expect(discrepancies.total).toEqual({
    file: "all",
    tests: 6,
    cloudTests: 5,
    discrepantTests: 5,
    discrepantResults: 2,
    safetyViolations: 1,
    falseAlarms: 1,
  });
});

test("the catalogue's word makes a test discrepant as well, also one that is kept", () => {
  const tests = [hybridTest({ title: "uploads", decision: safe, did: [create("a"), upload("a.txt")] })];
  const known = {
    "azure-blob BlockBlob_Upload": "differs",
    "azure-blob Container_Create": "agrees",
  } as const;

  const document = documentOf(hybridReport(tests, { known }));

  expect(document.discrepancies.total).toMatchObject({ discrepantTests: 1, discrepantResults: 0 });
  expect(document.operations).toEqual([
    { operation: "azure-blob BlockBlob_Upload", tests: 1, isDiscrepant: true, known: "differs" },
    { operation: "azure-blob Container_Create", tests: 1, isDiscrepant: false, known: "agrees" },
  ]);
});

test("files with discrepant tests have rows, those with the most discrepant results first", () => {
  const refused = { status: "failed", did: [create("a", 409)] } as const;
  const tests = [
    hybridTest({ title: "one", file: "a.test.js", decision: unknown, did: [create("a")], cloud: {} }),
    hybridTest({ title: "two", file: "b.test.js", decision: unknown, did: [create("a")], cloud: refused }),
    hybridTest({ title: "three", file: "c.test.js", decision: unknown, did: [upload("x")], cloud: {} }),
  ];

  const { files } = documentOf(hybridReport(tests)).discrepancies;

  expect(
    files.map(({ file, discrepantTests, discrepantResults }) => [file, discrepantTests, discrepantResults]),
  ).toEqual([
    ["b.test.js", 1, 1],
    ["a.test.js", 1, 0],
  ]);
});

test("no operation is blamed where the requests differ, or where one side did something more", () => {
  const more = hybridTest({
    title: "goes on",
    decision: unknown,
    did: [create("a")],
    cloud: { status: "failed", did: [create("a"), remove("a")] },
  });
  const other = hybridTest({
    title: "asks for another",
    decision: unknown,
    did: [create("a")],
    cloud: { did: [create("b")] },
  });

  const { operations, fixNext, discrepancies } = documentOf(hybridReport([more, other]));

  expect(discrepancies.total.discrepantTests).toBe(2);
  expect(operations.filter(({ isDiscrepant }) => isDiscrepant)).toEqual([]);
  expect(fixNext).toEqual([]);
});

test("what to fix next frees the most tests first, and a test only once all that it uses is mended", () => {
  const known = {
    "azure-blob Container_Create": "differs",
    "azure-blob BlockBlob_Upload": "differs",
    "azure-blob Container_Delete": "differs",
  } as const;
  const tests = [
    hybridTest({ title: "1", decision: safe, did: [create("a"), upload("x")] }),
    hybridTest({ title: "2", decision: safe, did: [create("a"), upload("x")] }),
    hybridTest({ title: "3", decision: safe, did: [create("a"), upload("x"), remove("a")] }),
    hybridTest({ title: "4", decision: safe, did: [remove("a")] }),
  ];

  const { fixNext } = documentOf(hybridReport(tests, { known }));

  expect(fixNext.map(({ operation, discrepantTestsLeft }) => [operation, discrepantTestsLeft])).toEqual([
    ["azure-blob Container_Delete", 3],
    ["azure-blob BlockBlob_Upload", 3],
    ["azure-blob Container_Create", 0],
  ]);
});
