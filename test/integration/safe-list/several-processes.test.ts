import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openSafeList, type SafeListEntry } from "../../../src/hybrid/safe-list/index.ts";
import { kindsOfStore } from "./lists.ts";

const kinds = await kindsOfStore();
const program = join(import.meta.dirname, "../programs/safe-list-writer.ts");
const size = 20;

/** A process that adds to a list; `said` are the batches that it was told are there. */
interface Writer {
  readonly child: ChildProcess;
  readonly said: string[];
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

function startWriter(url: string, name: string, batches: number): Writer {
  const child = spawn(process.execPath, [program, url, name, String(batches), String(size)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  let begun = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (begun + text).split("\n");
    begun = lines.pop() ?? "";
    said.push(...lines);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stderr }));
  return { child, said, ended };
}

/** How many entries of each batch are there. */
function batchesIn(entries: readonly SafeListEntry[]): Map<string, number> {
  const own = entries.filter(({ test }) => !test.startsWith("shared"));
  return new Map([...Map.groupBy(own, ({ run }) => run)].map(([run, found]) => [run, found.length]));
}

async function readAll(url: string) {
  await using store = await openSafeList(url, import.meta.dirname);
  return { entries: await store.entries(), noise: await store.noise() };
}

function expectSound(url: string): void {
  if (!url.startsWith("sqlite:")) return;
  using database = new DatabaseSync(url.slice("sqlite:".length));
  expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
}

describe.each(kinds)("several processes on one list on $name", ({ skip, freshUrl }) => {
  test.skipIf(skip)("make it together, and lose nothing of what each adds", async () => {
    const url = freshUrl();
    const writers = ["a", "b", "c", "d", "e"].map((name) => startWriter(url, name, 30));

    const ends = await Promise.all(writers.map(({ ended }) => ended));

    expect(ends).toEqual(writers.map(() => ({ code: 0, stderr: "" })));
    const { entries, noise } = await readAll(url);
    const said = writers.flatMap((writer) => writer.said);
    expect(said).toHaveLength(150);
    expect(batchesIn(entries)).toEqual(new Map(said.map((run) => [run, size])));
    expect(entries).toHaveLength(150 * size + 10);
    expect(noise.map(({ places }) => places)).toEqual([said.toSorted()]);
    expectSound(url);
  });

  test.skipIf(skip)(
    "leave every batch whole or away when they are killed, and all that they were told is there",
    async () => {
      const url = freshUrl();
      const said: string[] = [];

      for (const round of [1, 2, 3, 4]) {
        const writers = ["a", "b"].map((name) => startWriter(url, `${name}${round}`, 100_000));
        await Promise.all(writers.map(({ child }) => once(child.stdout ?? child, "data")));
        for (const { child } of writers) {
          await pause(Math.random() * 60);
          child.kill("SIGKILL");
        }
        await Promise.all(writers.map(({ ended }) => ended));
        said.push(...writers.flatMap((writer) => writer.said));
      }

      const { entries, noise } = await readAll(url);
      const found = batchesIn(entries);
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((run) => found.get(run) !== size)).toEqual([]);
      expect([...found.values()].filter((count) => count !== size)).toEqual([]);
      expect(said.filter((run) => !noise[0]?.places.includes(run))).toEqual([]);
      expectSound(url);
    },
  );

  test.skipIf(skip)("leave a list that opens when they are killed while they make it", async () => {
    for (const delay of [150, 250, 350, 450, 600]) {
      const url = freshUrl();
      const killed = ["a", "b"].map((name) => startWriter(url, name, 100_000));
      await pause(delay + Math.random() * 100);
      for (const { child } of killed) child.kill("SIGKILL");
      await Promise.all(killed.map(({ ended }) => ended));

      const after = startWriter(url, "c", 2);

      expect(await after.ended).toEqual({ code: 0, stderr: "" });
      const found = batchesIn((await readAll(url)).entries);
      expect([...found.values()].filter((count) => count !== size)).toEqual([]);
      const said = [...killed, after].flatMap((writer) => writer.said);
      expect(said.filter((run) => !found.has(run))).toEqual([]);
    }
  });
});
