import { existsSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs beside whoever made a scratch folder: `node keeper.js FOLDER`. When its standard input ends, because its
 * parent is done or has died, by whatever signal, the folder goes.
 */
const [folder = ""] = process.argv.slice(2);
const rounds = 50;

async function remove(): Promise<void> {
  // What worked in the folder dies at the same time as our parent, and may write a last word into it.
  for (let round = 0; round < rounds && existsSync(folder); round++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next round tries again.
    }
    await delay(100);
  }
  process.exit();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.stdin.resume().on("close", () => void remove());
