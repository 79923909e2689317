import { expect, test } from "vitest";
import type { Send } from "../../../../src/clouds/index.ts";
import { Undo } from "../../../../src/fidelity/undo/undo.ts";

/** An account of queues in memory, which refuses names that no queue can have. */
function accountWith(...names: readonly string[]) {
  const queues = new Set(names);
  const send: Send = async ({ method, target }) => {
    const name = decodeURIComponent(target.slice(1).replace(/\?.*/, ""));
    if (!/^[a-z0-9-]+$/.test(name)) return { status: 400, text: "<Code>InvalidResourceName</Code>" };
    if (!queues.has(name)) return { status: 404, text: "<Code>QueueNotFound</Code>" };
    if (method === "DELETE") queues.delete(name);
    return { status: method === "DELETE" ? 204 : 200, text: "" };
  };
  return { queues, send };
}

/** What is left of an account in which queues were made by these names. */
async function undone(made: readonly string[], there: readonly string[], isOurs = true) {
  const { queues, send } = accountWith(...there);
  const undo = new Undo("azure-queue", send, { isOurs });
  for (const name of made) undo.made(name);
  const left = await undo.undo();
  return { queues: [...queues], left: left.map(({ name }) => name) };
}

test.each([
  ["tabs and line breaks", ["ts00\r\n00\t01"]],
  ["escapes", ["%74s000001"]],
  ["both, twice", ["%74s000001", "ts00\n0001"]],
  ["both, beside one that is called so", ["ts00\n0001", "ts000001", "%74s000001"]],
])("what a client has made of names with %s is removed, and nothing is left", async (_, made) => {
  expect(await undone(made, ["ts000001", "photos"])).toEqual({ queues: ["photos"], left: [] });
});

test("of what is there no more by another name, nobody says that it is gone", async () => {
  expect(await undone(["ts00\n0001"], ["photos"])).toEqual({ queues: ["photos"], left: ["ts00\n0001"] });
});

test("what is called otherwise is not removed where others may have made it", async () => {
  const made = ["ts00\n0001", "own"];

  expect(await undone(made, ["ts000001", "own"], false)).toEqual({
    queues: ["ts000001"],
    left: ["ts00\n0001"],
  });
});

test.each(["photos?a", "photos#a", "a/../photos", "\\photos", " photos", "%", "\n"])(
  "what else an address would make of %j is not removed",
  async (name) => {
    expect(await undone([name], ["photos"])).toEqual({ queues: ["photos"], left: [name] });
  },
);

test("what was put into a bucket goes before it, unless it was removed since", async () => {
  const asked: string[] = [];
  const undo = new Undo("s3", async ({ method, target }) => {
    asked.push(`${method} ${target}`);
    return { status: 204, text: "" };
  });
  undo.made("photos");
  undo.holds("photos", "a");
  undo.holds("photos", "b");
  undo.holdsNoMore("photos", "b");
  undo.made("photos");
  undo.holds("somebody-elses", "c");

  expect(await undo.undo()).toEqual([]);
  expect(asked).toEqual(["DELETE /photos/a", "DELETE /photos"]);
});
