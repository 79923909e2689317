import { setTimeout as delay } from "node:timers/promises";
import { TouchstoneError } from "../../model/index.ts";

/** Waits until a table is active, half a minute at most. */
export async function untilActive(
  table: string,
  status: () => Promise<string | undefined>,
  { attempts = 150, pause = 200 } = {},
): Promise<void> {
  for (let asked = 0; asked < attempts; asked++) {
    if ((await status()) === "ACTIVE") return;
    await delay(pause);
  }
  throw new TouchstoneError("TS_DEMO", `the table ${table} is still not active`, {
    hint: "The emulator of DynamoDB is stuck: try again, and see touchstone doctor.",
  });
}
