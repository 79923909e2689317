import { expect, test } from "vitest";
import type { Finding, FindingsCatalogue } from "../../../../src/fidelity/index.ts";
import {
  catalogueMarkdown,
  coverageTable,
  findingsText,
  outcomesHereAndThere,
  reproReport,
} from "../../../../src/report/index.ts";
import { type Paint, plain } from "../../../../src/report/text/paint.ts";
import { sampleFinding } from "../../fidelity/findings/sample-findings.ts";

const silent = sampleFinding({
  id: "Blob_SetTier-000001",
  operation: "Blob_SetTier",
  impact: "false-alarm",
  manifestation: "state",
  rootCause: "emulator-bug",
  evidence: "both succeeded, and state blobs.a.tier differs",
  emulator: { label: "azurite 3.21.0", status: 200, code: null, message: null },
  reference: { label: "azurite 3.37.0", status: 200, code: null, message: null },
  differences: [{ place: "state blobs.a.tier", emulator: null, reference: "Cool" }],
  claimed: null,
});

const flaky = sampleFinding({
  id: "Queue_Create-000002",
  service: "azure-queue",
  operation: "Queue_Create",
  reproduced: 2,
  dependsOnTime: true,
});

const options = { paint: plain, width: 100, details: false };

test("findings are listed by impact, and apart where they depend on time", () => {
  expect(findingsText([flaky, silent, sampleFinding()], options)).toEqual([
    "deployment safety (1)",
    "  Container_Create-3f9a12  201 → 409 ContainerBeingDeleted  asynchrony",
    "",
    "false alarm (1)",
    "  Blob_SetTier-000001  both 200, state blobs.a.tier differs  emulator bug",
    "",
    "depends on time (1)",
    "  Queue_Create-000002  201 → 409 ContainerBeingDeleted  asynchrony",
    "",
    "✗ 3 findings · touchstone repro ID shows one again",
  ]);
});

test("details show the calls, the evidence and what else is known", () => {
  const lines = findingsText([sampleFinding()], { ...options, width: 120, details: true });

  expect(lines.slice(2, 8)).toEqual([
    "      Container_Create containerName=ts000001",
    "      Container_Delete containerName=ts000001",
    '      Container_Create containerName=ts000001 metadata={"a":{"$repeat":["a",100]},"b":{"$utf16":[55296]}}',
    "      something is still under way: 409 ContainerBeingDeleted",
    "      shows in response and state",
    "      claimed by its documents",
  ]);
});

test("every line keeps to the terminal's width, and no call moves its cursor", () => {
  const [first] = sampleFinding().sequence;
  const wild = sampleFinding({
    sequence:
      first === undefined
        ? []
        : [{ ...first, caller: "anonymous", input: { containerName: `\u001b[2J${"x y".repeat(50)}` } }],
    evidence: "long ".repeat(60),
  });

  const lines = findingsText([wild], { ...options, width: 80, details: true });

  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect(lines.join("\n")).not.toContain("\u001b");
  expect(lines[2]).toMatch(/… \(anonymous\)$/);
});

test("where there is no finding, that is said", () => {
  const paint: Paint = { ...plain, green: (text) => `<${text}>` };

  expect(findingsText([], { ...options, paint })).toEqual(["<✓> no finding"]);
});

const catalogue: FindingsCatalogue = new Map([
  [
    "azurite 3.21.0",
    {
      operations: {
        "azure-blob Blob_SetTier": "differs",
        "azure-blob Blob_Delete": "agrees",
        "azure-blob Container_Create": "differs",
        "azure-queue Queue_Create": "differs",
      },
      references: { "the cloud": ["azure-blob Container_Create"] },
      findings: [sampleFinding(), silent, flaky],
    },
  ],
]);

test("a catalogue in Markdown has the tables, and each finding with how to see it again", () => {
  const text = catalogueMarkdown(catalogue);

  expect(text).toContain("## azurite 3.21.0\n\nMeasured against the cloud (2 operations).\n");
  expect(text).toContain("| Azure Blob Storage | 72 | 3 | 2 (3%) | 1 |");
  expect(text).toContain("| **total** | 90 | 4 | 3 (3%) | 2 |");
  expect(text).toContain("| impact | azure-blob | azure-queue | total |");
  expect(text).toContain("| deployment safety | 1 | 1 | 2 |");
  expect(text).toContain("| Azure Blob Storage | 0 (0%) | 1 (50%) | 1 (50%) |");
  expect(text).toContain(
    "| asynchrony (unspecified behaviour) | 2 | `Container_Create-3f9a12`, `Queue_Create-000002` |",
  );
  expect(text).toContain(
    [
      "### Blob\\_SetTier-000001",
      "",
      "`Blob_SetTier` answers `200`; azurite 3.37.0 answers `200`.",
      "",
      "1. `Container_Create containerName=ts000001`",
    ].join("\n"),
  );
  expect(text).toContain("- impact: false alarm; shows in the state alone");
  expect(text).toContain(
    "- `state blobs.a.tier`: nothing here, `Cool` there\n- reproduce: `touchstone repro Blob_SetTier-000001`",
  );
  expect(text).toContain("depends on time: showed 2 times of 3");
});

test("what others have said cannot break the page", () => {
  const finding = sampleFinding({
    evidence: "a | b\n# c <script>",
    reference: { label: "the cloud", status: 400, code: "Bad", message: "use `x`\n\n| y" },
  });
  const text = catalogueMarkdown(new Map([["a", { operations: {}, references: {}, findings: [finding] }]]));

  expect(text).toContain("cause: asynchrony: a \\| b \\# c \\<script\\>\n");
  expect(text).toContain("says: ``use `x` | y``\n");
});

test("an empty catalogue says so", () => {
  expect(catalogueMarkdown(new Map())).toBe("# Where emulators differ\n\nNothing was measured yet.\n");
});

test("the coverage has a line for each operation, with successes and faults", () => {
  const coverage = new Map([
    [
      "Blob_Delete",
      new Map([
        ["success", 12],
        ["404 BlobNotFound", 3],
        ["403 AuthorizationFailure", 1],
      ]),
    ],
    ["Blob_Query", new Map([["501 APINotImplemented", 1]])],
    ["Blob_Undelete", new Map<string, number>()],
  ]);

  expect(coverageTable(coverage, { paint: plain, width: 60 })).toEqual([
    "  operation      success  faults",
    "  Blob_Delete         12  404 BlobNotFound ×3,",
    "                          403 AuthorizationFailure",
    "  Blob_Query           -  501 APINotImplemented",
    "  Blob_Undelete        -  not reached",
    "  1 of 3 operations with success; 3 faults",
  ]);
});

test("an operation of which nothing was sent is not reached, whatever was tried", () => {
  const coverage = new Map([
    ["Blob_Delete", new Map([["success", 1]])],
    ["Blob_Undelete", new Map([["masked", 3]])],
  ]);

  expect(coverageTable(coverage, { paint: plain, width: 60 })).toEqual([
    "  operation      success  faults",
    "  Blob_Delete          1",
    "  Blob_Undelete        -  not reached, masked ×3",
    "  1 of 2 operations with success; 0 faults",
  ]);
});

/** Contracts stand before the emulator itself, and so have no answer of their own. */
const unknown = sampleFinding({
  id: "Blob_Undelete-000003",
  operation: "Blob_Undelete",
  rootCause: "unimplemented",
  emulator: { label: "azurite 3.37.0", status: 501, code: "APINotImplemented", message: "Not yet." },
  reference: {
    label: "contracts (on azurite 3.37.0)",
    status: null,
    code: null,
    message: "the interface knows no such answer",
  },
  differences: [{ place: "response.status", emulator: "501 APINotImplemented", reference: null }],
});

test("what the interface does not know is told as what the service never answers", () => {
  const told = "501 APINotImplemented, which the service never answers";
  const catalogue: FindingsCatalogue = new Map([
    ["azurite 3.37.0", { operations: {}, references: {}, findings: [unknown] }],
  ]);
  const again = { on: "azurite 3.37.0", actual: unknown.emulator, process: "alive", values: [] } as const;

  const texts = [
    findingsText([unknown], { ...options, details: true }).join("\n"),
    outcomesHereAndThere(unknown, 100),
    catalogueMarkdown(catalogue).replaceAll("`", ""),
    reproReport(unknown, { ...again, verdict: "emulator" }),
    reproReport(unknown, {
      ...again,
      verdict: "reference",
      actual: { status: 200, code: null, message: null },
    }),
  ];

  for (const text of texts) expect(text).not.toContain("no answer");
  for (const text of texts.slice(0, 3)) expect(text).toContain(told);
  expect(texts.slice(3)).toEqual([
    "Blob_Undelete-000003 on azurite 3.37.0: 501 APINotImplemented, as found, which the service never answers",
    "Blob_Undelete-000003 on azurite 3.37.0: 200, an answer that the interface of the service knows — was 501 APINotImplemented on azurite 3.37.0",
  ]);
});

test("an answer that did not come is no answer", () => {
  const crashed = { ...unknown.reference, message: "socket hang up" };

  expect(outcomesHereAndThere({ ...unknown, reference: crashed }, 100)).toBe(
    "501 APINotImplemented here, no answer there",
  );
});

test("where both end alike, the place and both values are told, however long they are", () => {
  const long = { place: "response.header.etag", emulator: "a".repeat(90), reference: "b\n".repeat(90) };

  expect(outcomesHereAndThere(silent, 100)).toBe("both 200, state blobs.a.tier: missing here, Cool there");
  const told = outcomesHereAndThere({ ...silent, differences: [long] }, 80);
  expect(told.length).toBeLessThanOrEqual(80);
  expect(told).toBe(
    String.raw`both 200, respon….etag: aaaaaaaaaa…aaaaaaaaaa here, b\nb\nb\nb…nb\nb\nb\n there`,
  );
});

/** Two refusals whose codes begin alike. */
const alike = sampleFinding({
  id: "Scan-000004",
  emulator: { label: "a", status: 400, code: "MissingAuthenticationTokenException", message: null },
  reference: { label: "b", status: 400, code: "MissingAuthenticationToken", message: null },
});
const deep = {
  ...silent,
  differences: [
    { place: `state blobs.a.${"properties.".repeat(9)}tier`, emulator: "Hot", reference: "Cool" },
  ],
};

test("statuses and codes are whole in the narrowest list, and places give way", () => {
  const [, row, , , other] = findingsText([alike, deep], { ...options, width: 40 });

  expect(row).toContain("400 MissingAuthenticationTokenException → 400 MissingAuthenticationToken  ");
  expect(other).toMatch(/both 200, state .*….*tier differs {2}emulator bug$/);
  expect(outcomesHereAndThere(alike, 40)).toBe(
    "400 MissingAuthenticationTokenException here, 400 MissingAuthenticationToken there",
  );
  expect(outcomesHereAndThere(deep, 60)).toMatch(/^both 200, state .*….*tier: Hot here, Cool there$/);
});

test("a long pair of answers does not move the causes of the others", () => {
  const lines = findingsText([alike, sampleFinding({ id: "Scan-000005" })], { ...options, width: 60 });

  expect(lines[2]).toBe("  Scan-000005  201 → 409 ContainerBeingDeleted    asynchrony");
});

test("nothing is cut where there is no screen", () => {
  const [, , , , row] = findingsText([alike, deep], { ...options, width: Number.POSITIVE_INFINITY });

  expect(row).toContain(`state blobs.a.${"properties.".repeat(9)}tier differs`);
  expect(outcomesHereAndThere(deep, Number.POSITIVE_INFINITY)).not.toContain("…");
});

const crash = sampleFinding({
  rootCause: "crash",
  emulator: { label: "s3rver 3.7.1", status: null, code: null, message: "connect ECONNREFUSED (host)" },
  reference: {
    label: "contracts (on s3rver 3.7.1)",
    status: null,
    code: null,
    message: "a service that answers",
  },
  differences: [{ place: "process", emulator: "died", reference: null }],
  lastWords: ["Error: ENOENT: no such file", "    at open"],
});

function catalogueOf(finding: Finding): FindingsCatalogue {
  return new Map([[finding.emulator.label, { operations: {}, references: {}, findings: [finding] }]]);
}

test("a crash is told as one, with its last words, and never as no answer on both sides", () => {
  const [, row] = findingsText([crash], options);
  const markdown = catalogueMarkdown(catalogueOf(crash));

  expect(row).toBe("  Container_Create-3f9a12  s3rver 3.7.1 crashed  crash");
  expect(outcomesHereAndThere(crash, 80)).toBe("s3rver 3.7.1 crashed");
  expect(markdown).toContain("\n`Container_Create` crashes s3rver 3.7.1.\n");
  expect(markdown).toContain("- last words: `Error: ENOENT: no such file at open`\n");
  expect(markdown).not.toContain("a service that answers");
});

test("a crash that shows again is told with the version that it was found on", () => {
  const again = { on: "s3rver 3.7.2", verdict: "emulator", process: "died", values: [] } as const;
  const answering = { ...crash, reference: sampleFinding().reference };

  expect(reproReport(crash, { ...again, actual: crash.emulator })).toBe(
    "Container_Create-3f9a12 on s3rver 3.7.2: no answer, as it crashed, as found on s3rver 3.7.1 — expected is an answer",
  );
  expect(reproReport(answering, { ...again, actual: crash.emulator })).toContain(
    "as found on s3rver 3.7.1 — the reference (the cloud) has 409 ContainerBeingDeleted",
  );
});

test.each([
  ["hung", "no answer, as it hung"],
  ["alive", "no answer, though it is alive"],
] as const)("a crash that does not show again is told by what became of it: %s", (process, told) => {
  const actual = { status: null, code: null, message: "socket hang up" };

  expect(reproReport(crash, { on: "s3rver 3.7.2", verdict: "other", actual, process, values: [] })).toBe(
    `Container_Create-3f9a12 on s3rver 3.7.2: ${told}, neither as found (no answer, as it crashed on s3rver 3.7.1) nor an answer`,
  );
});

test("one that hangs is told as that, beside what the reference has answered", () => {
  const { reference } = sampleFinding();
  const hang = {
    ...crash,
    reference,
    differences: [{ place: "process", emulator: "hung", reference: "alive" }],
  };

  expect(outcomesHereAndThere(hang, 80)).toBe("s3rver 3.7.1 hung, 409 ContainerBeingDeleted there");
  expect(catalogueMarkdown(catalogueOf(hang))).toContain(
    "`Container_Create` hangs s3rver 3.7.1; the cloud answers `409 ContainerBeingDeleted`.",
  );
});

test("where the reference has died, it is none of the emulator's", () => {
  const theirs = {
    ...crash,
    emulator: { ...crash.emulator, status: 201 },
    differences: [{ place: "process", emulator: "alive", reference: "died" }],
  };

  expect(outcomesHereAndThere(theirs, 80)).toBe("201 here, no answer there");
});
