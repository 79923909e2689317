import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openSafeList } from "../../src/hybrid/safe-list/index.ts";
import { Lab, parseTarget } from "../../src/lab/index.ts";
import { touchstone } from "../e2e/command.ts";
import { smallProject, suiteOf } from "./hybrid/small-project.ts";
import { startStrictStandIn } from "./hybrid/strict-stand-in.ts";
import { kindsOfStore } from "./safe-list/lists.ts";

const kinds = await kindsOfStore();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());
const standIn = opened.use(await startStrictStandIn());
const lab = opened.use(
  await Lab.start([{ service: "azure-blob", target: parseTarget("azurite") }], { cwd: import.meta.dirname }),
);
const emulator = lab.reachable[0]?.plainEndpoint ?? "";

interface Report {
  readonly run: string;
  readonly sent: number;
  readonly tests: readonly { readonly id: string; readonly verdict?: string; readonly fingerprint: string }[];
}

async function run(folder: string, store: string): Promise<Report> {
  const { stdout, stderr, code } = await touchstone(
    ["run", "--json", "--policy", "monitor", "--store", store, "--", "node", "--test"],
    "",
    { cwd: folder, env: { STAND_IN_KEY: standIn.key, CI: "" } },
  );
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Report;
}

async function readList(url: string) {
  await using store = await openSafeList(url, import.meta.dirname, { create: false });
  return { entries: await store.entries(), noise: await store.noise() };
}

describe.each(kinds)("two runs at once on one list on $name", ({ skip, freshUrl }) => {
  test.skipIf(skip)("learn everything that each of them learns", { timeout: 240_000 }, async () => {
    const shared = { "shared.test.js": suiteOf(["is in both"]) };
    const folders = ["one", "two"].map((name) =>
      smallProject(
        { ...shared, [join("own", `${name}.test.js`)]: suiteOf(["first", "second"]) },
        emulator,
        standIn,
      ),
    );
    const url = freshUrl();

    const first = await Promise.all(folders.map((folder) => run(folder, url)));
    const learned = await readList(url);
    const next = await run(folders[1] ?? "", url);

    const tests = first.flatMap((report) => report.tests);
    expect(tests.map(({ verdict }) => verdict)).toEqual(tests.map(() => "agrees"));
    expect(first.map(({ sent }) => sent)).toEqual([3, 3]);
    const ids = [...new Set(tests.map(({ id }) => id))].toSorted();
    expect(ids).toHaveLength(5);
    expect(learned.entries.map(({ test: id }) => id).toSorted()).toEqual(ids);
    expect(learned.noise.map(({ test: id }) => id).toSorted()).toEqual(ids);
    const runs = first.map((report) => report.run);
    expect(learned.entries.filter((entry) => !runs.includes(entry.run))).toEqual([]);
    expect(next.sent).toBe(0);
    const stored = new Map(learned.entries.map(({ test: id, fingerprint }) => [id, fingerprint]));
    for (const { id, fingerprint } of next.tests) {
      expect(fingerprint).toBe(stored.get(id));
    }
  });
});
