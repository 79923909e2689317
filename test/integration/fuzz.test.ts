import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type FuzzResult, fuzz, type Side } from "../../src/fidelity/index.ts";
import { alive, descendants } from "../processes.ts";
import { type Lies, startLyingProxy } from "./fidelity/lying-proxy.ts";
import { sideOf } from "./opened-side.ts";

let honest: Side;
let other: Side;

beforeAll(async () => {
  [{ side: honest }, { side: other }] = await Promise.all([
    sideOf("azure-queue", "azurite"),
    sideOf("azure-queue", "azurite"),
  ]);
});

afterAll(async () => {
  await honest[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

/** The other emulator behind a proxy that lies. */
async function liar(lies: Lies): Promise<Side> {
  const { origin, pathname } = new URL(other.endpoint);
  const proxy = await startLyingProxy("azure-queue", origin);
  Object.assign(proxy, { lies });
  const { side } = await sideOf("azure-queue", `${proxy.origin}${pathname}`);
  onTestFinished(async () => {
    await side[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });
  return side;
}

const none = Buffer.alloc(0);

/** A change that is answered and not done, where nobody would expect a refusal; and a refusal by another name. */
function planted(): Lies {
  const queues = new Set<string>();
  return {
    instead: (operation, path) =>
      operation === "Queue_SetMetadata" && queues.has(path)
        ? { status: 204, headers: {}, body: none }
        : undefined,
    change(operation, answer, path) {
      if (operation === "Queue_Create" && answer.status === 201) queues.add(path);
      if (operation === "Queue_Delete" && answer.status === 204) queues.delete(path);
      return operation === "Queue_Delete" && answer.status === 404
        ? { ...answer, headers: { ...answer.headers, "x-ms-error-code": "NothingHere" }, body: none }
        : answer;
    },
  };
}

/**
 * What must be the same in two runs: not how long they took, nor what went away when it was looked into, and so is in doubt (a
 * message that is seen again just then).
 */
function lasting(of: FuzzResult): unknown {
  const { seconds: _, emulator: __, unconfirmed: ___, measured: ____, coverage, ...result } = of;
  return JSON.parse(
    JSON.stringify({ ...result, coverage: [...coverage].map(([name, ends]) => [name, [...ends]]) }),
  );
}

/** Of what went away nobody says that it was measured: only so many operations may be measured in one of the runs alone. */
function expectTheSame(second: FuzzResult, first: FuzzResult, untold: Partial<FuzzResult> = {}): void {
  const told = (of: FuzzResult) => ({ ...(lasting(of) as FuzzResult), ...untold });
  const otherwise = new Set(first.measured).symmetricDifference(new Set(second.measured));
  expect(told(second)).toEqual(told(first));
  expect(first.measured.length).toBeGreaterThan(0);
  expect(otherwise.size).toBeLessThanOrEqual(first.unconfirmed + second.unconfirmed);
}

test("the same seed and number of calls tell the same", async () => {
  const emulator = await liar(planted());

  const first = await fuzz({ emulator, reference: honest, seed: 3, calls: 150 });
  const second = await fuzz({ emulator, reference: honest, seed: 3, calls: 150 });

  expect(first.findings.length).toBeGreaterThan(0);
  expectTheSame(second, first);
});

test("what lists the account, and what is too large to be read, are the same in each run", async () => {
  const [{ side: emulator }, { side: reference }] = await Promise.all([
    sideOf("azure-table", "azurite"),
    sideOf("azure-table", "azurite"),
  ]);
  onTestFinished(async () => {
    await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
  });

  // With any seed, what is too large comes after 600 calls and before 1,000.
  const first = await fuzz({ emulator, reference, seed: 4, calls: 1_000 });
  const second = await fuzz({ emulator, reference, seed: 4, calls: 1_000 });

  expect(first).toMatchObject({ findings: [], timeDependent: [], unconfirmed: 0 });
  expect(first.coverage.get("Table_QueryEntities")?.has("failed")).toBe(true);
  // How often the SDK tries again where somebody hangs up is chance.
  expectTheSame(second, first, { retries: 0 });
});

test("a liar is found out, also where only the state tells, and nobody else is", async () => {
  const emulator = await liar(planted());

  const { findings, operations } = await fuzz({ emulator, reference: honest, seed: 3, calls: 700 });

  expect(operations).toMatchObject({ total: 18, reached: 18, unreached: [] });
  const silent = findings.find(({ manifestation }) => manifestation === "state");
  expect(silent).toMatchObject({
    operation: "Queue_SetMetadata",
    emulator: { status: 204, code: null },
    reference: { status: 204, code: null },
    reproduced: 3,
  });
  expect(silent?.sequence.map(({ operation }) => operation)).toEqual(["Queue_Create", "Queue_SetMetadata"]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      operation: "Queue_Delete",
      impact: "debuggability",
      emulator: expect.objectContaining({ status: 404, code: "NothingHere" }),
      reference: expect.objectContaining({ status: 404, code: "QueueNotFound" }),
    }),
  );
  const liars = new Set(["Queue_SetMetadata", "Queue_Delete"]);
  expect(findings.filter(({ operation }) => !liars.has(operation))).toEqual([]);
});

/** Leaves a header out of the answers to a read, whatever was written before. */
function without(read: string, header: string): Lies {
  return {
    change(operation, answer) {
      const { [header]: _, ...headers } = answer.headers;
      return operation === read ? { ...answer, headers } : answer;
    },
  };
}

test("a read that lies is to blame, also where it only shows in states, and not what was written", async () => {
  const emulator = await liar(without("Queue_GetProperties", "x-ms-approximate-messages-count"));

  const { findings, timeDependent, measured } = await fuzz({
    emulator,
    reference: honest,
    seed: 1,
    calls: 700,
  });

  expect([...findings, ...timeDependent].map(({ operation }) => operation)).toEqual(["Queue_GetProperties"]);
  expect(findings[0]).toMatchObject({
    manifestation: "response",
    differences: [{ place: "response.header.x-ms-approximate-messages-count", emulator: null }],
  });
  expect(findings[0]?.sequence.at(-1)?.operation).toBe("Queue_GetProperties");
  expect(measured).toEqual(expect.arrayContaining(["Queue_Create", "Messages_Enqueue"]));
});

test("a read that lies is found itself, and no change is blamed for the states that it shows", async () => {
  const emulator = await liar({
    change: (operation, answer) =>
      operation === "Messages_Peek"
        ? { ...answer, body: Buffer.from(answer.body.toString().replaceAll(/(?<=<MessageText>)/g, "~")) }
        : answer,
  });

  const { findings, timeDependent } = await fuzz({ emulator, reference: honest, seed: 1, calls: 700 });

  const found = [...findings, ...timeDependent].map(({ operation }) => operation);
  expect(found).toEqual(["Messages_Peek"]);
});

const xml = { "content-type": "application/xml" };
const denied = Buffer.from("<Error><Code>AuthenticationFailed</Code><Message>No.</Message></Error>");
const page = Buffer.from("<!DOCTYPE html><html><body>It works!</body></html>");

test.each([
  ["403 AuthenticationFailed: No.", { status: 403, headers: xml, body: denied }],
  ["500", { status: 500, headers: {}, body: none }],
  ["302", { status: 302, headers: { location: "http://127.0.0.1:9/elsewhere" }, body: none }],
  ["200", { status: 200, headers: { "content-type": "text/html" }, body: page }],
])("of a target that answers everything with %s nothing is found but that", async (said, answer) => {
  const emulator = await liar({ instead: () => answer });
  const found: unknown[] = [];

  const run = fuzz({
    emulator,
    reference: honest,
    seed: 1,
    calls: 3000,
    onFinding: (finding) => found.push(finding),
  });

  await expect(run).rejects.toMatchObject({
    code: "TS_TARGET_USELESS",
    message: expect.stringContaining(`the emulator answers every call with ${said}`),
  });
  expect(found).toEqual([]);
});

test.each([
  ["once every operation was tried", 3000],
  ["at the end, though not every operation was tried", 100],
])(
  "contracts before a target that answers everything with one page are not said to agree: %s",
  async (_, most) => {
    await using proxy = await startLyingProxy("azure-blob", other.endpoint);
    proxy.lies = { instead: () => ({ status: 200, headers: { "content-type": "text/html" }, body: page }) };
    const target = `${proxy.origin}/devstoreaccount1`;
    const [{ side: emulator }, { side: reference }] = await Promise.all([
      sideOf("azure-blob", target),
      sideOf("azure-blob", "contracts", { behind: target }),
    ]);
    onTestFinished(async () => {
      await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
    });
    let calls = 0;

    const run = fuzz({
      emulator,
      reference,
      seed: 1,
      calls: most,
      onProgress: (progress) => {
        calls = progress.calls;
      },
    });

    await expect(run).rejects.toMatchObject({
      code: "TS_TARGET_USELESS",
      message: expect.stringContaining("the emulator answers every call with 200"),
    });
    expect(calls).toBeLessThan(1000);
  },
);

test("of a target that is another kind of server nothing is found but that", async () => {
  const emulator = await liar({
    instead: (operation) =>
      /_(?:Get|List|Peek|Dequeue)/.test(operation)
        ? { status: 200, headers: { "content-type": "text/html" }, body: page }
        : { status: 405, headers: {}, body: none },
  });

  const run = fuzz({ emulator, reference: honest, seed: 1, calls: 3000 });

  await expect(run).rejects.toMatchObject({
    message: expect.stringMatching(
      /^the emulator has done nothing that it was asked; most often it answers (?:200|405)/,
    ),
  });
});

test("two that are the same give no finding", async () => {
  const { findings, timeDependent, operations } = await fuzz({
    emulator: honest,
    reference: other,
    seed: 5,
    calls: 300,
  });

  expect([...findings, ...timeDependent]).toEqual([]);
  expect(operations.unreached).toEqual([]);
});

test("an emulator that hangs in the middle is started again, and nothing else is told otherwise", async () => {
  const [{ side: emulator, emulator: pids }, { side: reference }] = await Promise.all([
    sideOf("azure-queue", "azurite"),
    sideOf("azure-queue", "azurite"),
  ]);
  onTestFinished(async () => {
    await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
  });
  const untold = { hangs: 0, retries: 0 };
  let isStopped = false;

  const undisturbed = await fuzz({ emulator, reference, seed: 5, calls: 300 });
  const disturbed = await fuzz({
    emulator,
    reference,
    seed: 5,
    calls: 300,
    onProgress({ calls }) {
      if (isStopped || calls < 100) return;
      isStopped = true;
      for (const pid of pids()) process.kill(pid, "SIGSTOP");
    },
  });

  expect(disturbed).toMatchObject({ findings: [], timeDependent: [], unconfirmed: 0, hangs: 1, crashes: 0 });
  expectTheSame(disturbed, undisturbed, untold);
});

test("a run that is broken off tells what it has", async () => {
  const emulator = await liar(planted());
  const abort = new AbortController();

  const result = await fuzz({
    emulator,
    reference: honest,
    seed: 6,
    calls: 100_000,
    signal: abort.signal,
    onProgress: ({ calls }) => calls > 200 && abort.abort(),
  });

  expect(result.calls).toBeGreaterThan(200);
  expect(result.calls).toBeLessThan(1000);
  // What was seen to differ was not looked into, and so nobody says that it was measured, nor what was called before it: that depends on
  // what was under way at the end.
  expect(result.unexamined).toBeGreaterThan(0);
  expect(result.measured).not.toEqual([]);
  expect(result.measured).not.toContain("Queue_SetMetadata");
});

test("a run that is broken off while an emulator is started again tells what it has", async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const { side: reference } = await sideOf("azure-queue", "azurite", { signal });
  const others = new Set(descendants(process.pid));
  const { side: emulator, events } = await sideOf("azure-queue", "azurite", { signal });
  onTestFinished(async () => {
    await Promise.all([emulator[Symbol.asyncDispose](), reference[Symbol.asyncDispose]()]);
  });
  const kill = () => {
    for (const pid of alive(descendants(process.pid).filter((one) => !others.has(one))))
      process.kill(pid, "SIGKILL");
  };
  let deaths = 0;

  const result = await fuzz({
    emulator,
    reference,
    seed: 8,
    calls: 100_000,
    signal,
    onProgress({ calls }) {
      // Those beside the first death are performed again, alone: the second one comes to one of them.
      const restarts = events.filter(({ type }) => type === "restarted").length;
      if (calls < 100 || deaths > restarts || deaths === 2) return;
      kill();
      if (++deaths === 2) setTimeout(() => abort.abort(), 20);
    },
  });

  expect(deaths).toBe(2);
  expect(result.lost).toBeUndefined();
  expect(result.calls).toBeGreaterThanOrEqual(100);
  expect(result.calls).toBeLessThan(1000);
});
