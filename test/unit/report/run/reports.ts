import { canonicalise } from "../../../../src/clouds/canonical/canonical-trace.ts";
import { judge } from "../../../../src/hybrid/decide/judge.ts";
import {
  addCosts,
  costOf,
  type Decision,
  type HybridReport,
  type HybridTest,
  pricesWith,
} from "../../../../src/hybrid/index.ts";
import type { TestResult, TestStatus } from "../../../../src/lab/index.ts";
import { type DocumentOptions, runDocument } from "../../../../src/report/index.ts";
import { Redactor } from "../../../../src/wire/index.ts";
import { exchangeOf, readAll, type Sketch } from "../../hybrid/exchanges.ts";

/** A test of a run, as short as it can be told. */
export interface TestSketch {
  readonly title: string;
  readonly file?: string;
  readonly decision: Decision;
  readonly did?: readonly Sketch[];
  readonly emulator?: TestStatus;
  readonly message?: string;
  readonly unsent?: string;
  /** What it did on the cloud; a test without is not sent. */
  readonly cloud?: {
    readonly status?: TestStatus;
    readonly message?: string;
    readonly did?: readonly Sketch[];
  };
  readonly isFlaky?: boolean;
}

export const safe: Decision = {
  target: "emulator",
  kind: "on the safe list",
  reason: "the cloud did the same on 2026-11-01 (run 11111111)",
  entry: {
    test: "",
    fingerprint: "",
    measured: { emulators: [], apiVersions: [], interfaces: "" },
    outcome: "passed",
    source: "",
    tolerated: [],
    run: "11111111",
    learned: "2026-11-01T08:00:00.000Z",
    requests: 1,
  },
};
export const silent: Decision = {
  target: "emulator",
  kind: "sent nothing",
  reason: "it sent nothing, while requests of others were seen",
};
export const unknown: Decision = {
  target: "cloud",
  kind: "not on the safe list",
  reason: "it has never been on the cloud",
};
export const drawn: Decision = {
  target: "cloud",
  kind: "revalidated",
  reason: "drawn as a check, though the cloud did the same on 2026-11-01 (run 11111111)",
};

export function create(container: string, status = 201): Sketch {
  const refusal =
    '<?xml version="1.0"?><Error><Code>ContainerBeingDeleted</Code><Message>Try later.</Message></Error>';
  return {
    method: "PUT",
    target: `/devstoreaccount1/${container}?restype=container`,
    status,
    ...(status === 201
      ? { answer: [["etag", '"0x1"']] as const }
      : { answer: [["x-ms-error-code", "ContainerBeingDeleted"]] as const, answerBody: refusal }),
  };
}

export function upload(name: string, status = 201): Sketch {
  const headers = [["x-ms-blob-type", "BlockBlob"]] as const;
  return { method: "PUT", target: `/devstoreaccount1/photos/${name}`, headers, body: "x", status };
}

export function remove(container: string): Sketch {
  return { method: "DELETE", target: `/devstoreaccount1/${container}?restype=container`, status: 202 };
}

/** A test as a run reports it: read, made canonical, judged and priced as in a run. */
export function hybridTest(sketch: TestSketch): HybridTest {
  const { title, file = "album.test.js", did = [], cloud, unsent } = sketch;
  const id = `${file} > ${title}`;
  const emulator = resultOf(id, sketch.emulator ?? "passed", sketch.message);
  const read = readAll(did);
  const trace = canonicalise(read);
  const side =
    cloud === undefined
      ? undefined
      : {
          result: resultOf(id, cloud.status ?? "passed", cloud.message),
          trace: canonicalise(readAll(cloud.did ?? did)),
        };
  return {
    test: { id, file, titles: title.split(" > ") },
    decision: sketch.decision,
    emulator,
    observation: {
      read,
      requests: did.length,
      operations: [...new Set(trace.steps.map(({ service, operation }) => `${service} ${operation}`))].sort(),
      apiVersions: ["azure-blob 2025-05-05"],
      throttled: 0,
    },
    trace,
    cost: priced(did),
    ...(side !== undefined && {
      judgement: judge({ result: emulator, trace }, side, sketch.isFlaky ? { verdict: "flaky" } : undefined),
      spent: priced(cloud?.did ?? did),
    }),
    ...(unsent !== undefined && { unsent }),
  };
}

function resultOf(id: string, status: TestStatus, message: string | undefined): TestResult {
  return { id, status, ms: 12, ...(message !== undefined && { message }) };
}

function priced(did: readonly Sketch[]) {
  return costOf(
    did.map((sketch, at) => exchangeOf(sketch, at + 1)),
    pricesWith(),
  );
}

export function hybridReport(tests: readonly HybridTest[], more: Partial<HybridReport> = {}): HybridReport {
  return {
    run: "7f3a9c01",
    started: "2026-11-16T10:00:00.000Z",
    runner: "vitest",
    tier: 1,
    policy: "monitor",
    scope: "all",
    access: "open",
    waiting: 0,
    leftovers: [],
    sequence: "resources",
    known: {},
    measured: { emulators: ["azurite 3.35.0"], interfaces: "1-abcdef" },
    cost: {
      all: addCosts(...tests.map(({ cost }) => cost)),
      sent: addCosts(...tests.flatMap(({ spent }) => spent ?? [])),
    },
    tests,
    unattributed: 0,
    learned: 0,
    broken: [],
    ...more,
  };
}

export function documentOf(report: HybridReport, more: Partial<DocumentOptions> = {}) {
  return runDocument(report, {
    command: ["npx", "vitest", "run"],
    settings: [],
    traces: ".touchstone/runs/1",
    ended: new Date("2026-11-16T10:00:12.400Z"),
    redactor: new Redactor([]),
    ...more,
  });
}

/** Six tests, one of each verdict that can be told from two runs, and one that sends nothing. */
export function mixedReport(): HybridReport {
  const again = [create("again"), remove("again"), create("again")];
  const refused = [create("again"), remove("again"), create("again", 409)];
  return hybridReport(
    [
      hybridTest({ title: "keeps a photo", decision: safe, did: [create("kept"), upload("a.txt")] }),
      hybridTest({
        title: "makes an album again",
        decision: unknown,
        did: again,
        cloud: {
          status: "failed",
          message: "RestError: Try later.\nCode: ContainerBeingDeleted",
          did: refused,
        },
      }),
      hybridTest({
        title: "is told that it's being deleted",
        decision: unknown,
        did: again,
        emulator: "failed",
        message: "expected a refusal",
        cloud: { did: refused },
      }),
      hybridTest({
        title: "uploads",
        decision: unknown,
        did: [upload("b.txt")],
        cloud: { did: [upload("b.txt", 200)] },
      }),
      hybridTest({
        title: "is not the same twice",
        decision: unknown,
        did: [upload("c.txt")],
        cloud: { status: "failed", message: "late" },
        isFlaky: true,
      }),
      hybridTest({ title: "computes", decision: silent }),
    ],
    { learned: 0 },
  );
}
