import { expect, test } from "vitest";
import { Occupancy } from "../../../../src/fidelity/sides/occupancy.ts";

function watched() {
  const happened: string[] = [];
  const occupancy = new Occupancy(async () => {
    happened.push("cleaned");
  });
  const enter = (name: string) => {
    const entry = occupancy.enter();
    const begun = Promise.resolve(entry.begun).then(() => happened.push(`${name} begins`));
    return { begun, leave: entry.leave };
  };
  return { happened, enter };
}

test("as many as like are inside, and nothing is cleaned while all leave nothing behind", async () => {
  const { happened, enter } = watched();

  const [a, b] = [enter("a"), enter("b")];
  await a.leave(true);
  await b.leave(true);
  await enter("c").begun;

  expect(happened).not.toContain("cleaned");
});

test("what one leaves behind is cleaned away when all are out, and before the next begin", async () => {
  const { happened, enter } = watched();
  const [a, b] = [enter("a"), enter("b")];

  await a.leave(false);
  const c = enter("c");
  await b.begun;
  expect(happened).toEqual(["a begins", "b begins"]);
  await b.leave(true);
  await c.begun;

  expect(happened).toEqual(["a begins", "b begins", "cleaned", "c begins"]);
});

test("one that is cleaned away is no dirt any more", async () => {
  const { happened, enter } = watched();

  await enter("a").leave(false);
  await enter("b").leave(true);
  await enter("c").leave(true);

  expect(happened.filter((what) => what === "cleaned")).toHaveLength(1);
});

test("where it cannot be cleaned, the next are told", async () => {
  const occupancy = new Occupancy(() => Promise.reject(new Error("lost")));

  await occupancy.enter().leave(false);

  await expect(occupancy.enter().begun).rejects.toThrow("lost");
});
