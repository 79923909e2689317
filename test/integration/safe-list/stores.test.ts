import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exportSafeList,
  importSafeList,
  openSafeList,
  prune,
  type SafeListEntry,
  type SafeListStore,
} from "../../../src/hybrid/safe-list/index.ts";
import { anyEntries, anyNoise, kindsOfStore } from "./lists.ts";
import { entry, measured, noise } from "./written.ts";

const kinds = await kindsOfStore();

async function linesOf(store: SafeListStore): Promise<string[]> {
  return Array.fromAsync(exportSafeList(store));
}

async function testsOf(store: SafeListStore): Promise<string[]> {
  return (await store.entries()).map((each) => each.test).sort();
}

describe.each(kinds)("a safe list on $name", ({ skip, freshUrl }) => {
  const on = test.skipIf(skip);
  const open = (url = freshUrl()) => openSafeList(url, import.meta.dirname);

  on("keeps entries, also for whoever opens it next", async () => {
    const url = freshUrl();
    const kept = [entry("a"), entry("b", { outcome: "failed", tolerated: ["1.response.body.Message"] })];
    {
      await using store = await open(url);
      await store.add(kept);
    }

    await using again = await open(url);

    expect((await again.entries()).toSorted((a, b) => a.test.localeCompare(b.test))).toEqual(kept);
  });

  on("finds entries by test and by date", async () => {
    await using store = await open();
    await store.add([
      entry("a", { learned: "2026-01-01T00:00:00.000Z" }),
      entry("a", { fingerprint: "f2", learned: "2026-03-01T00:00:00.000Z" }),
      entry("b", { learned: "2026-03-01T00:00:00.000Z" }),
    ]);

    const found = await store.entries({ tests: ["a", "c"], since: "2026-03-01" });

    expect(found.map(({ test, fingerprint }) => [test, fingerprint])).toEqual([["a", "f2"]]);
    expect(await store.entries({ tests: [] })).toEqual([]);
    expect(await store.entries({ tests: ["a"] })).toHaveLength(2);
    await expect(store.entries({ since: "yesterday" })).rejects.toThrow('"yesterday" is no date');
  });

  on("renews an entry, and keeps apart what differs in what makes it itself", async () => {
    await using store = await open();
    const first = entry("a");
    const others: SafeListEntry[] = [
      entry("a", { fingerprint: "f2" }),
      entry("a", { outcome: "failed" }),
      entry("a", { source: "s2" }),
      entry("a", { measured: { ...measured, emulators: ["azurite 3.38.0"] } }),
      entry("a", { measured: { ...measured, apiVersions: [] } }),
      entry("a", { measured: { ...measured, interfaces: "2" } }),
    ];
    const renewed = entry("a", {
      run: "run-2",
      learned: "2026-11-02T10:00:00.000Z",
      tolerated: ["x"],
      requests: 4,
    });

    await store.add([first, ...others]);
    await store.add([renewed]);

    const found = await store.entries();
    expect(found).toHaveLength(7);
    expect(found).toContainEqual(renewed);
    expect(found).not.toContainEqual(first);
  });

  on("does not let older evidence replace newer, within one call or over two", async () => {
    await using store = await open();
    const old = entry("a", { run: "old", learned: "2026-01-01T00:00:00.000Z" });
    const young = entry("a", { run: "young", learned: "2026-02-01T00:00:00.000Z" });

    await store.add([young, old]);
    const afterOne = await store.entries();
    await store.add([old]);

    expect(afterOne).toEqual([young]);
    expect(await store.entries()).toEqual([young]);
  });

  on("removes what was found wrong even if renewed, and what was read only if not", async () => {
    await using store = await open();
    const [a, b] = [entry("a"), entry("b")];
    const later = "2026-11-05T00:00:00.000Z";
    await store.add([a, b]);
    await store.add([entry("a", { learned: later }), entry("b", { learned: later })]);

    const gone = await store.removeAsRead([a]);
    await store.remove([b]);

    expect(gone).toBe(0);
    expect(await testsOf(store)).toEqual(["a"]);
    expect(await store.removeAsRead(await store.entries())).toBe(1);
    expect(await store.entries()).toEqual([]);
  });

  on("brings noise together, also the knowledge that there is none", async () => {
    await using store = await open();

    await store.addNoise([noise("a", ["2", "1"]), noise("none", [])]);
    await store.addNoise([noise("a", ["3", "1"], "2026-11-02T10:00:00.000Z")]);

    expect(await store.noise("a")).toEqual([noise("a", ["1", "2", "3"], "2026-11-02T10:00:00.000Z")]);
    expect(await store.noise("none")).toEqual([noise("none", [])]);
    await store.removeNoise([noise("a", [])]);
    expect(await store.noise()).toEqual([noise("none", [])]);
  });

  on("lets tests wait from when they first had to, until they are settled", async () => {
    await using store = await open();
    await store.defer([
      { test: "b", reason: "unknown", since: "2026-11-02T00:00:00.000Z" },
      { test: "a", reason: "unknown", since: "2026-11-03T00:00:00.000Z" },
    ]);
    await store.defer([{ test: "b", reason: "edited", since: "2026-11-04T00:00:00.000Z" }]);

    expect(await store.deferred()).toEqual([
      { test: "b", reason: "edited", since: "2026-11-02T00:00:00.000Z" },
      { test: "a", reason: "unknown", since: "2026-11-03T00:00:00.000Z" },
    ]);
    await store.settle(["b", "c"]);
    expect((await store.deferred()).map((each) => each.test)).toEqual(["a"]);
  });

  on("prunes by age, by test and by what was measured", async () => {
    await using store = await open();
    const old = "2026-01-01T00:00:00.000Z";
    const before = { ...measured, emulators: ["azurite 3.36.0"] };
    await store.add([
      entry("photos > a", { learned: old }),
      entry("photos > b"),
      entry("users.* > c", { learned: old }),
      entry("users > d", { measured: before }),
    ]);
    await store.addNoise([{ ...noise("users > d", ["1"]), measured: before }, noise("photos > b", [])]);

    expect(await prune(store, { olderThan: new Date("2026-06-01"), tests: ["photos*"] })).toBe(1);
    expect(await testsOf(store)).toEqual(["photos > b", "users > d", "users.* > c"]);
    expect(await prune(store, { measuredOtherThan: { emulators: ["azurite 3.37.0", "s3rver 3.7.1"] } })).toBe(
      1,
    );
    expect((await store.noise()).map((each) => each.test)).toEqual(["photos > b"]);
    expect(await prune(store, { tests: ["users.x > c", "photos"] })).toBe(0);
    expect(await prune(store, { tests: ["users.* > c"] })).toBe(1);
    await expect(prune(store, {})).rejects.toThrow("it is not said what to remove");
    expect(await testsOf(store)).toEqual(["photos > b"]);
  });

  on("keeps old noise as long as an entry needs it", async () => {
    await using store = await open();
    const old = "2026-01-01T00:00:00.000Z";
    await store.add([entry("a"), entry("b", { learned: old })]);
    await store.addNoise([noise("a", ["1"], old), noise("b", ["1"], old)]);

    await prune(store, { olderThan: new Date("2026-06-01") });

    expect((await store.noise()).map((each) => each.test)).toEqual(["a"]);
  });

  on("exports the same bytes again, and imports them to the same list, whatever is in it", async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, anyNoise, async (entries, noises) => {
        await using first = await open();
        await first.addNoise(noises);
        await first.add(entries);
        const exported = await linesOf(first);
        await using second = await open();

        await importSafeList(second, exported.join("\n").split("\n"));

        expect(await linesOf(second)).toEqual(exported);
        expect(await linesOf(first)).toEqual(exported);
        expect(exported).toHaveLength(1 + (await first.entries()).length + (await first.noise()).length);
        for (const each of entries) expect(await first.entries({ tests: [each.test] })).not.toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  on("merges two exports by the union of their lines to what both have learned", async () => {
    await using ours = await open();
    await using theirs = await open();
    await using merged = await open();
    const renewed = entry("both", { run: "later", learned: "2026-11-09T00:00:00.000Z" });
    await ours.add([entry("a"), renewed]);
    await ours.addNoise([noise("n", ["1"])]);
    await theirs.add([entry("b"), entry("both")]);
    await theirs.addNoise([noise("n", ["2"])]);

    const read = await importSafeList(merged, [...(await linesOf(ours)), ...(await linesOf(theirs))]);

    expect(read).toEqual({ entries: 4, noise: 2 });
    expect(await testsOf(merged)).toEqual(["a", "b", "both"]);
    expect(await merged.entries({ tests: ["both"] })).toEqual([renewed]);
    expect(await merged.noise()).toEqual([noise("n", ["1", "2"])]);
  });

  on("imports nothing of a text with a mistake", async () => {
    await using store = await open();
    await store.add([entry("a"), entry("b")]);
    const [header = "", first = "", second = ""] = await linesOf(store);
    await using other = await open();

    const wrong = importSafeList(other, [header, first, second.replace("passed", "fine")], "list.txt");

    await expect(wrong).rejects.toThrow(/^list\.txt, line 3 is no entry: outcome: /);
    expect(await other.entries()).toEqual([]);
  });

  on("is not made by looking for it", async () => {
    const looking = openSafeList(freshUrl(), import.meta.dirname, { create: false });

    await expect(looking).rejects.toThrow(expect.objectContaining({ code: "TS_NO_SAFE_LIST" }));
  });
});
