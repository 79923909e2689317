import test, { after } from "node:test";
import { close, defineTests } from "./undici-tests.cjs";

after(close);
test("undici", { concurrency: 10 }, async (context) => {
  const running = [];
  defineTests("undici.node-test.mjs > undici", (title, run) => running.push(context.test(title, run)));
  await Promise.all(running);
});
