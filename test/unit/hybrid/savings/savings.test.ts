import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseRecording,
  readRecording,
  type Savings,
  type SequenceRecording,
  savingsOf,
} from "../../../../src/hybrid/savings/index.ts";

const shared =
  process.env["TOUCHSTONE_SEQUENCES"] ?? join(import.meta.dirname, "../../../../../shared/data/sequences");

function recording(parts: Partial<SequenceRecording>): SequenceRecording {
  return {
    project: "small",
    discrepantOperations: ["Container_Delete"],
    differingTests: [],
    operationsByTest: { safe: ["Blob_Download"], risky: ["Blob_Download", "Container_Delete"] },
    commits: [],
    ...parts,
  };
}

function saved({ replays }: Savings, sequence: "exact" | "set", known: "commit-before" | "accumulating") {
  return replays.find((replay) => replay.sequence === sequence && replay.known === known)?.policies;
}

test("a changed sequence is charged by monitor, a discrepant operation by api, both by combined", () => {
  const savings = savingsOf(
    recording({
      commits: [
        { safe: ["a", "b"], risky: ["c", "d", "e"] },
        { safe: ["a", "x"], risky: ["c", "d", "e"] },
        { safe: ["a", "x"], risky: ["c", "d", "y"] },
      ],
    }),
  );

  // Of 10 requests after the first commit: safe 2 + 2, risky 3 + 3.
  expect(savings).toMatchObject({
    project: "small",
    tests: 2,
    commits: 3,
    requests: 10,
    policies: { api: 40, monitor: 50, combined: 70 },
    remarks: [],
  });
});

test("a test whose outcomes differ is charged under every policy, however well its sequence is known", () => {
  const commit = { safe: ["a"], risky: ["b", "c", "d"] };

  const { policies } = savingsOf(recording({ differingTests: ["safe"], commits: [commit, commit] }));

  expect(policies).toEqual({ api: 0, monitor: 75, combined: 75 });
});

test("the list accumulates: A, B, then A again is known, and against the commit before it is not", () => {
  const savings = savingsOf(recording({ commits: [{ risky: ["A"] }, { risky: ["B"] }, { risky: ["A"] }] }));

  expect(saved(savings, "exact", "commit-before")).toEqual({ api: 0, monitor: 0, combined: 0 });
  expect(saved(savings, "exact", "accumulating")).toEqual({ api: 0, monitor: 50, combined: 50 });
});

test("sets forgive order and repeats, sequences do not", () => {
  const commits = [{ risky: ["a", "b"] }, { risky: ["b", "a", "a", "b"] }, { risky: ["a", "b", "c"] }];

  const exact = savingsOf(recording({ commits }));
  const set = savingsOf(recording({ commits }), "set");

  expect(exact.policies.monitor).toBe(0);
  expect(set.policies.monitor).toBe(57.14);
  expect(saved(exact, "set", "commit-before")).toEqual(set.policies);
});

test("hashes that run together are not taken for each other", () => {
  const { policies } = savingsOf(recording({ commits: [{ risky: ["a,b"] }, { risky: ["a", "b"] }] }));

  expect(policies.monitor).toBe(0);
});

test("a test that sends requests and lists no operations is not called safe", () => {
  const commits = [
    { stray: ["a"], safe: ["b"] },
    { stray: ["a"], safe: ["b"] },
  ];

  const savings = savingsOf(recording({ commits, differingTests: ["gone"] }));

  expect(savings.policies.api).toBe(50);
  expect(savings.remarks).toEqual([
    "tests without a list of operations, counted as discrepant: stray",
    "differing tests that no commit has: gone",
  ]);
});

test("names with blanks match nothing, and it is told what they would have matched", () => {
  const commits = [{ risky: ["a"] }, { risky: ["b"] }];

  const savings = savingsOf(recording({ commits, discrepantOperations: ["Container_Delete "] }));

  expect(savings.policies.api).toBe(100);
  expect(savings.remarks).toEqual([
    'operation names with blanks around them: "Container_Delete "; without the blanks api saves 0.00% and combined 0.00%',
  ]);
});

test("names of objects' own properties are names like any other", () => {
  const text = '{"constructor": ["a"], "__proto__": ["b"]}';
  const file = `{"project": "p", "discrepantOperations": [], "differingTests": [], "operationsByTest": {}, "commits": [${text}, ${text}]}`;

  const savings = savingsOf(parseRecording(file, "file"));

  expect(savings).toMatchObject({ tests: 2, requests: 2, policies: { api: 0, monitor: 100, combined: 100 } });
});

const commit = fc.dictionary(fc.constantFrom("safe", "risky"), fc.array(fc.constantFrom("a", "b", "c")));

test("a longer list and a coarser comparison never save less, and combined saves at least what each does", () => {
  fc.assert(
    fc.property(fc.array(commit, { minLength: 2, maxLength: 6 }), (commits) => {
      const savings = savingsOf(recording({ commits }));
      const monitor = (sequence: "exact" | "set", known: "commit-before" | "accumulating") =>
        saved(savings, sequence, known)?.monitor ?? Number.NaN;

      expect(monitor("exact", "accumulating")).toBeGreaterThanOrEqual(monitor("exact", "commit-before"));
      expect(monitor("set", "commit-before")).toBeGreaterThanOrEqual(monitor("exact", "commit-before"));
      expect(monitor("set", "accumulating")).toBeGreaterThanOrEqual(monitor("set", "commit-before"));
      for (const { policies } of savings.replays) {
        expect(policies.combined).toBeGreaterThanOrEqual(Math.max(policies.api, policies.monitor));
      }
    }),
  );
});

describe("what is wrong in a file is told with its place", () => {
  const good = recording({ commits: [{ safe: ["a"] }, { safe: ["a"] }] });

  test.each([
    ["{", /^f\.json is not JSON \(/],
    ["[]", /^f\.json must be an object, but is a list$/],
    [{ ...good, project: 7 }, /^f\.json: project must be a text, but is 7$/],
    [{ ...good, commits: undefined }, /^f\.json: commits must be a list, but is missing$/],
    [{ ...good, commits: [{}] }, /^f\.json: commits has 1, and two are needed$/],
    [{ ...good, commits: [{}, []] }, /^f\.json: commits\[1\] must be an object, but is a list$/],
    [
      { ...good, commits: [{}, { "a b": "x" }] },
      /^f\.json: commits\[1\]\["a b"\] must be a list of texts, but is "x"$/,
    ],
    [
      { ...good, commits: [{}, { a: ["x", null] }] },
      /^f\.json: commits\[1\]\["a"\]\[1\] must be a text, but is null$/,
    ],
    [{ ...good, differingTests: {} }, /^f\.json: differingTests must be a list of texts, but is an object$/],
    [{ ...good, operationsByTest: [] }, /^f\.json: operationsByTest must be an object, but is a list$/],
  ])("%j", (file, message) => {
    const text = typeof file === "string" ? file : JSON.stringify(file);

    expect(() => parseRecording(text, "f.json")).toThrow(message);
  });
});

const papersTable = [
  { project: "streamstone", policies: { api: 0, monitor: 99.15, combined: 99.15 }, monitorBySets: 99.15 },
  { project: "insights", policies: { api: 4.29, monitor: 47.19, combined: 47.19 }, monitorBySets: 84.86 },
  {
    project: "identityazuretable",
    policies: { api: 100, monitor: 0.37, combined: 100 },
    monitorBySets: 2.13,
  },
];

test.skipIf(!existsSync(shared))(
  "recordings of TOUCHSTONE_SEQUENCES: the paper's own table comes out",
  async () => {
    for (const { project, policies, monitorBySets } of papersTable) {
      const savings = savingsOf(await readRecording(join(shared, `${project}.json.gz`)));

      expect(savings).toMatchObject({ project, policies });
      expect(saved(savings, "set", "commit-before")?.monitor).toBe(monitorBySets);
    }
  },
);
