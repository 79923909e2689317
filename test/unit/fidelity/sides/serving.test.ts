import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSilentServer, type Server as SilentServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { untilServing } from "../../../../src/fidelity/sides/serving.ts";

async function listening(server: Server | SilentServer): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
}

const silent = () => listening(createSilentServer((socket) => socket.on("error", () => {})));
const nobodyDies = new Promise<void>(() => {});

test("who answers serves, however much it computes", async () => {
  let computed = 0;
  const endpoint = await listening(createServer((_, answer) => answer.end()));

  expect(await untilServing({ endpoint, death: nobodyDies, computed: () => (computed += 10_000) })).toBe(
    true,
  );
});

test("who computes on and answers nobody is given up before the time that others have", async () => {
  let looks = 0;
  const endpoint = await silent();

  const isServing = await untilServing({ endpoint, death: nobodyDies, computed: () => 600 * looks++ });

  // A second of looks, though it has computed for so long after two.
  expect([isServing, looks]).toEqual([false, 11]);
});

test("who computes for most of a second, and answers then, serves", async () => {
  let looks = 0;
  const slow = Promise.withResolvers<void>();
  const endpoint = await listening(createServer((_, answer) => void slow.promise.then(() => answer.end())));
  const computed = () => {
    if (looks === 7) slow.resolve();
    return 100 * looks++;
  };

  expect(await untilServing({ endpoint, death: nobodyDies, computed })).toBe(true);

  expect(looks).toBeGreaterThan(7);
});

test("who only waits has all the time there is, also where nobody can tell what it computes", async () => {
  const asked = { endpoint: await silent(), death: nobodyDies };
  const looks = { waiting: 0, untold: 0 };

  const serving = await Promise.all([
    untilServing({ ...asked, computed: () => Math.min(++looks.waiting, 5) }),
    untilServing({ ...asked, computed: () => void looks.untold++ }),
  ]);

  expect(serving).toEqual([false, false]);
  // As often as somebody looks in that time, or nearly so.
  for (const count of Object.values(looks)) expect(count).toBeGreaterThan(12);
});

test("what another process has computed before does not count, nor what one has while nobody could tell", async () => {
  const told = [undefined, undefined, 90_000, 90_010, 5_000, 5_010];
  let looks = 0;
  const endpoint = await silent();

  await untilServing({
    endpoint,
    death: nobodyDies,
    computed: () => told[Math.min(looks++, told.length - 1)],
  });

  expect(looks).toBeGreaterThan(12);
});

test("who has died is not waited for", async () => {
  const endpoint = await silent();

  expect(await untilServing({ endpoint, death: Promise.resolve(), computed: () => 0 })).toBe(false);
});
