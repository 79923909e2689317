import { expect, test } from "vitest";
import { untilActive } from "../../../src/lab/demo/until-active.ts";

test("waits for a table to become active", async () => {
  const answers = ["CREATING", undefined, "ACTIVE"];

  await untilActive("orders", async () => answers.shift(), { pause: 1 });

  expect(answers).toEqual([]);
});

test("gives up on one that never does", async () => {
  let asked = 0;
  const status = async () => {
    asked++;
    return "CREATING";
  };

  await expect(untilActive("orders", status, { attempts: 3, pause: 1 })).rejects.toMatchObject({
    code: "TS_DEMO",
    message: "the table orders is still not active",
  });
  expect(asked).toBe(3);
});
