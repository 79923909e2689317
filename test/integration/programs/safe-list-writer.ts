import { openSafeList } from "../../../src/hybrid/safe-list/index.ts";
import { entry, noise } from "../safe-list/written.ts";

/** Adds batch after batch to a safe list, and says of each when it is there. */
const [url = "", name = "", batches = "1", size = "1"] = process.argv.slice(2);
await using store = await openSafeList(url, import.meta.dirname);
for (let batch = 0; batch < Number(batches); batch++) {
  const run = `${name}/${batch}`;
  const own = Array.from({ length: Number(size) }, (_, index) => entry(`${run}/${index}`, { run }));
  // Everybody renews these as well, each in an order of its own.
  const shared = Array.from({ length: 10 }, (_, index) =>
    entry(`shared ${index}`, { run, learned: new Date().toISOString() }),
  ).sort(() => Math.random() - 0.5);
  await store.add([...shared, ...own]);
  await store.addNoise([noise("shared", [run])]);
  process.stdout.write(`${run}\n`);
}
