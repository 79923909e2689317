import { beforeEach, expect, test, vi } from "vitest";
import type { CallResult, Clients } from "../../../../src/clouds/index.ts";
import { Watchdog } from "../../../../src/fidelity/sides/watchdog.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const answer: CallResult = {
  kind: "answered",
  via: "sdk",
  status: 200,
  headers: {},
  body: new Uint8Array(),
  attempts: 1,
};

/** Clients whose calls take so long, unless they are given up. */
function clientsThatTake(milliseconds: number): Clients {
  return {
    service: "s3",
    endpoint: "http://127.0.0.1:1",
    call: (_operation, _input, { signal } = {}) =>
      Promise.race([
        new Promise<CallResult>((resolve) => setTimeout(() => resolve(answer), milliseconds).unref()),
        new Promise<CallResult>((resolve) => {
          const given: CallResult = { kind: "failed", via: "sdk", message: "given up", attempts: 1 };
          signal?.addEventListener("abort", () => resolve(given));
        }),
      ]),
    send: async () => ({ status: 200, headers: {}, text: "" }),
    [Symbol.dispose]() {},
  };
}

/** How a call ended, and how often somebody was asked and restarted meanwhile. */
async function watched(milliseconds: number, isSilent: boolean) {
  const told = { asked: 0, restarted: 0 };
  using watchdog = new Watchdog({
    async isSilent() {
      told.asked++;
      return isSilent;
    },
    async restart() {
      told.restarted++;
    },
  });
  const call = watchdog.watching(clientsThatTake(milliseconds)).call("GetObject", {});
  await vi.advanceTimersByTimeAsync(milliseconds);
  const result = await call;
  return { kind: result.kind, ...(result.kind === "failed" && { message: result.message }), ...told };
}

test("who answers soon is not looked after", async () => {
  expect(await watched(90, true)).toEqual({ kind: "answered", asked: 0, restarted: 0 });
});

test("who takes long is asked, and left alone as long as it answers", async () => {
  const { kind, asked, restarted } = await watched(9_500, false);

  expect([kind, restarted]).toEqual(["answered", 0]);
  expect(asked).toBeGreaterThan(0);
});

test("who answers nothing is restarted, and whoever waits gives up", async () => {
  expect(await watched(60_000, true)).toEqual({
    kind: "failed",
    message: "it answers nothing any more",
    asked: 1,
    restarted: 1,
  });
});

test("who was not asked for a while is not blamed for that", async () => {
  let restarted = 0;
  using watchdog = new Watchdog({
    isSilent: async () => true,
    async restart() {
      restarted++;
    },
  });
  const clients = watchdog.watching(clientsThatTake(90));
  await vi.advanceTimersByTimeAsync(60_000);

  const call = clients.call("GetObject", {});
  await vi.advanceTimersByTimeAsync(90);

  expect([(await call).kind, restarted]).toEqual(["answered", 0]);
});

test("who is being asked is not asked again meanwhile", async () => {
  let asked = 0;
  using watchdog = new Watchdog({
    async isSilent() {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return false;
    },
    async restart() {},
  });

  const call = watchdog.watching(clientsThatTake(9_500)).call("GetObject", {});
  await vi.advanceTimersByTimeAsync(9_500);

  expect([(await call).kind, asked]).toEqual(["answered", 1]);
});

test("who is no longer watched is not restarted", async () => {
  const told = { asked: 0, restarted: 0 };
  const silence = Promise.withResolvers<boolean>();
  const watchdog = new Watchdog({
    isSilent() {
      told.asked++;
      return silence.promise;
    },
    async restart() {
      told.restarted++;
    },
  });
  const call = watchdog.watching(clientsThatTake(9_500)).call("GetObject", {});
  await vi.advanceTimersByTimeAsync(5_000);

  watchdog[Symbol.dispose]();
  silence.resolve(true);
  await vi.advanceTimersByTimeAsync(4_500);

  expect([(await call).kind, told]).toEqual(["answered", { asked: 1, restarted: 0 }]);
});
