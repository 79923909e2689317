import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Send } from "../../../../src/clouds/index.ts";
import { CleanUp, type CleanUpOptions } from "../../../../src/fidelity/sides/clean-up.ts";
import { Undo } from "../../../../src/fidelity/undo/undo.ts";

const refusing: Send = async () => ({ status: 500, headers: {}, text: "" });

/** What was made by these names and does not go. */
function made(...names: readonly string[]): Undo {
  const undo = new Undo("azure-queue", refusing);
  for (const name of names) undo.made(name);
  return undo;
}

/** One that counts how often it was emptied. */
function counted(more: Partial<CleanUpOptions> = {}) {
  const told = { emptied: 0, left: [] as (string | null)[] };
  const cleanUp = new CleanUp({
    isPatient: false,
    async empty() {
      told.emptied++;
    },
    isAsNew: () => true,
    losses: () => 0,
    ready: async () => {},
    onLeft: ({ name }) => told.left.push(name),
    ...more,
  });
  return { cleanUp, told };
}

test("what nobody else would name stays until somebody must see nothing of it", async () => {
  const { cleanUp, told } = counted();

  await cleanUp.enter(made("fz000001-1"), new Set(["fz000001"])).leave();
  const before = told.emptied;
  await cleanUp.atRest();
  await cleanUp.atRest();

  expect([before, told.emptied]).toEqual([0, 1]);
});

test("what others might name is cleaned away before they come in", async () => {
  const { cleanUp, told } = counted();

  await cleanUp.enter(made("photos"), new Set(["fz000001"])).leave();

  expect(told.emptied).toBe(1);
});

test("nothing is cleaned away under those who are inside: whoever comes then waits for them", async () => {
  const { cleanUp, told } = counted();
  await cleanUp.enter(made("fz000001"), new Set(["fz000001"])).leave();
  const inside = cleanUp.enter(made(), new Set());

  await cleanUp.atRest();
  const before = told.emptied;
  const next = cleanUp.enter(made(), new Set());
  await inside.leave();
  await next.begun;

  expect([inside.begun, before, told.emptied]).toEqual([undefined, 0, 1]);
});

/** What sends nothing before it is let go, and whether it was done. */
function held() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const send: Send = async () => {
    await promise;
    return { status: 202, headers: {}, text: "" };
  };
  return { undo: new Undo("azure-blob", send), letGo };
}

/** Whether something is over, or waits for others. */
function isOver(what: Promise<void>): Promise<boolean> {
  return Promise.race([what.then(() => true), delay(50).then(() => false)]);
}

test("whoever goes on does not wait until what they made is gone, and whoever wants to be at rest does", async () => {
  const { cleanUp } = counted();
  const { undo, letGo } = held();
  undo.made("fz000001");

  const leaving = await isOver(cleanUp.enter(undo, new Set(["fz000001"]), { goesOn: true }).leave());
  const resting = cleanUp.atRest();
  const before = await isOver(resting);
  letGo();
  await resting;

  expect([leaving, before]).toEqual([true, false]);
});

test("settings are everybody's: whoever has set them waits until they are set back", async () => {
  const { cleanUp } = counted();
  const { undo, letGo } = held();
  undo.made("fz000001");
  undo.performed("Service_SetProperties");

  const leaving = cleanUp.enter(undo, new Set(["fz000001"]), { goesOn: true }).leave();
  const before = await isOver(leaving);
  letGo();
  await leaving;

  expect(before).toBe(false);
});

test.each([true, false])("what is as good as new is emptied when it must be new: %s", async (asGoodAsNew) => {
  const { cleanUp, told } = counted({ isAsNew: () => false });

  await cleanUp.atRest({ asGoodAsNew });

  expect(told.emptied).toBe(asGoodAsNew ? 0 : 1);
});

test("what is not ours to be emptied does not get any better than as good as new", async () => {
  const { cleanUp, told } = counted({ isAsNew: () => false, empty: undefined });
  const inside = cleanUp.enter(made(), new Set());

  await cleanUp.atRest();

  expect([cleanUp.enter(made(), new Set()).begun, told.left]).toEqual([undefined, []]);
  await inside.leave();
});

test("what is not ours to be emptied is told", async () => {
  const { cleanUp, told } = counted({ empty: undefined });

  await cleanUp.enter(made("photos"), new Set()).leave();
  await cleanUp.atRest();

  expect(told).toEqual({ emptied: 0, left: ["photos"] });
});

test("what was left where all was lost is lost, too", async () => {
  let losses = 0;
  const { cleanUp, told } = counted({ losses: () => losses });
  const guest = cleanUp.enter(made("photos"), new Set());

  losses++;
  await guest.leave();

  expect(told.emptied).toBe(0);
});

test("what has lost everything is not asked to undo anything before it answers again", async () => {
  let losses = 0;
  const asked: string[] = [];
  const undo = made("photos");
  undo.undo = async () => {
    asked.push("undo");
    return [];
  };
  const { cleanUp } = counted({
    losses: () => losses,
    async ready() {
      await setImmediate();
      asked.push("ready");
    },
  });
  const guest = cleanUp.enter(undo, new Set());

  losses++;
  await guest.leave();

  expect(asked).toEqual(["ready", "undo"]);
});

test("whoever leaves waits where too much of what others made is still there", async () => {
  const { cleanUp } = counted({ isPatient: true });
  const undone = Promise.withResolvers<readonly []>();
  const leave = () => {
    const undo = made("photos");
    undo.undo = () => undone.promise;
    return cleanUp.enter(undo, new Set()).leave();
  };
  await Promise.all(Array.from({ length: 32 }, leave));
  let isOut = false;

  const last = leave().then(() => {
    isOut = true;
  });
  await setImmediate();
  const before = isOut;
  undone.resolve([]);
  await last;

  expect([before, isOut]).toEqual([false, true]);
});

test("what fails while others go on is told to who comes to rest, and lets the next in", async () => {
  const lost = new Error("it is lost");
  const undo = made("photos");
  undo.undo = async () => {
    await delay(5);
    throw lost;
  };
  const { cleanUp } = counted({ isPatient: true });

  await cleanUp.enter(undo, new Set()).leave();

  await expect(cleanUp.atRest()).rejects.toBe(lost);
  await cleanUp.enter(made(), new Set()).begun;
});
