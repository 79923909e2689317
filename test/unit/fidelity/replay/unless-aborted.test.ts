import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { unlessAborted } from "../../../../src/fidelity/replay/unless-aborted.ts";

test("what ends leaves nothing with a signal that lives on", async () => {
  const { signal } = new AbortController();

  const results = await Promise.all(
    [1, 2, 3].map((one) => unlessAborted(() => Promise.resolve(one), signal)),
  );
  const failed = await unlessAborted(() => Promise.reject(new Error("it failed")), signal).catch(String);

  expect(results).toEqual([1, 2, 3]);
  expect(failed).toBe("Error: it failed");
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("what never ends is broken off, and nothing is begun afterwards", async () => {
  const over = new AbortController();
  let begun = 0;
  const work = () => {
    begun++;
    return new Promise<never>(() => {});
  };

  const waiting = unlessAborted(work, over.signal);
  over.abort(new Error("it has died"));

  await expect(waiting).rejects.toThrow("it has died");
  await expect(unlessAborted(work, over.signal)).rejects.toThrow("it has died");
  expect(begun).toBe(1);
});
