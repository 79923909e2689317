import { getEventListeners } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import type { CallResult, Clients } from "../../../../src/clouds/index.ts";
import { Impatience } from "../../../../src/fidelity/sides/impatience.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const request = { method: "DELETE", target: "/photos" };

function after<Value>(milliseconds: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}

/** Clients that answer after so long; calls can be given up. */
function clientsThatTake(milliseconds: number): Clients {
  const shared = { via: "sdk", attempts: 1 } as const;
  const answer: CallResult = {
    ...shared,
    kind: "answered",
    status: 200,
    headers: {},
    body: new Uint8Array(),
  };
  return {
    service: "s3",
    endpoint: "http://127.0.0.1:1",
    call: (_operation, _input, { signal } = {}) =>
      Promise.race([
        after(milliseconds, answer),
        new Promise<CallResult>((resolve) => {
          signal?.addEventListener("abort", () =>
            resolve({ ...shared, kind: "failed", message: "given up" }),
          );
        }),
      ]),
    send: () => after(milliseconds, { status: 202, headers: {}, text: "" }),
    [Symbol.dispose]() {},
  };
}

/** How something ended, and after how many milliseconds. */
async function ended(waiting: Promise<unknown>): Promise<readonly [how: unknown, after: number]> {
  const began = Date.now();
  const settled = waiting.then(
    () => "answered",
    (error: Error) => error.message,
  );
  const how = settled.then((text) => [text, Date.now() - began] as const);
  await vi.advanceTimersByTimeAsync(60_000);
  return how;
}

test("as long as nothing is broken off, everybody may take their time", async () => {
  using impatience = new Impatience(new AbortController().signal);

  const sending = impatience.watching(clientsThatTake(25_000)).send(request);

  expect(await ended(sending)).toEqual(["answered", 25_000]);
});

test("what is asked for when all is broken off is given up where nothing is answered", async () => {
  const interruption = new AbortController();
  using impatience = new Impatience(interruption.signal);
  const clients = impatience.watching(clientsThatTake(30_000));

  const sending = clients.send(request);
  const calling = clients.call("GetObject", {});
  setTimeout(() => interruption.abort(), 1_000);

  expect(await ended(sending)).toEqual(["nothing is answered there any more", 4_000]);
  expect(await calling).toMatchObject({ kind: "failed" });
});

test("a call that hangs leaves time to clear up", async () => {
  using impatience = new Impatience(AbortSignal.abort());
  const hanging = impatience.watching(clientsThatTake(30_000));
  const clearing = impatience.watching(clientsThatTake(500));

  const calling = ended(hanging.call("GetObject", {}));
  const called = await calling;
  const sent = await ended(clearing.send(request));

  expect(called).toEqual(["answered", 1_000]);
  expect(sent).toEqual(["answered", 500]);
});

test("who has answered nothing is not asked again", async () => {
  using impatience = new Impatience(AbortSignal.abort());
  const clients = impatience.watching(clientsThatTake(30_000));
  const one = await ended(clients.send(request));

  const other = await ended(clients.send(request));

  expect([one, other]).toEqual([
    ["nothing is answered there any more", 3_000],
    ["nothing is answered there any more", 0],
  ]);
});

test("who goes on answering is cleared up to the end", async () => {
  using impatience = new Impatience(AbortSignal.abort());
  const clients = [2_000, 4_000, 6_000].map((time) => impatience.watching(clientsThatTake(time)));

  const sending = Promise.all(clients.map((each) => each.send(request)));

  expect(await ended(sending)).toEqual(["answered", 6_000]);
});

test("time in which nobody is asked is not counted", async () => {
  using impatience = new Impatience(AbortSignal.abort());
  const clients = impatience.watching(clientsThatTake(2_500));
  await ended(clients.send(request));

  const later = await ended(clients.send(request));

  expect(later).toEqual(["answered", 2_500]);
});

test("what is over does not listen any more", () => {
  const { signal } = new AbortController();

  const impatience = new Impatience(signal);
  const before = getEventListeners(signal, "abort").length;
  impatience[Symbol.dispose]();

  expect([before, getEventListeners(signal, "abort").length]).toEqual([1, 0]);
});
