import { setTimeout as delay } from "node:timers/promises";
import type { ServiceName } from "../../clouds/index.ts";
import { outcomeOf } from "./outcome.ts";
import type { RecordedExchange } from "./recording.ts";
import type { LiveAnswer } from "./target-link.ts";

/** Codes of what comes too early, in DynamoDB. */
const tooEarly = new Set(["ResourceInUseException", "ResourceNotFoundException"]);

/** How long something may be asked again. */
const patience = 3_000;

/** What is still being made or removed is asked again: whoever recorded it may have waited, too. */
export async function sentPatiently(
  send: () => Promise<LiveAnswer | undefined>,
  service: ServiceName,
  { answer: recorded }: RecordedExchange,
): Promise<LiveAnswer | undefined> {
  const until = Date.now() + patience;
  for (;;) {
    const answer = await send();
    const isEarly =
      service === "dynamodb" &&
      (recorded?.status ?? 0) < 300 &&
      answer !== undefined &&
      tooEarly.has(outcomeOf(answer).code ?? "");
    if (!isEarly || Date.now() > until) return answer;
    await delay(100);
  }
}
