import { setTimeout as delay } from "node:timers/promises";
import { type Scope, type ServiceName, scopesOf } from "../../clouds/index.ts";
import { outcomeOf } from "./outcome.ts";
import { httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";
import type { LiveAnswer } from "./target-link.ts";

/** Codes of what comes too early, in DynamoDB. */
const tooEarly = new Set(["ResourceInUseException", "ResourceNotFoundException"]);

/** Codes of what comes while something of its name is still being removed. */
const beingRemoved = /^(?:Container|Queue|Table)BeingDeleted$/;

/** How long something may be asked again that may be early, in milliseconds. */
const patience = 3_000;

/** No removal is waited for longer than this. */
const longestRemoval = 70_000;

/** An exchange in its recording. */
export interface InRecording {
  readonly index: number;
  readonly service: ServiceName;
  readonly exchange: RecordedExchange;
  readonly exchanges: readonly RecordedExchange[];
}

/** What is still being made or removed is asked again: whoever recorded it may have waited, too. */
export async function sentPatiently(
  send: () => Promise<LiveAnswer | undefined>,
  asked: InRecording,
  signal?: AbortSignal,
): Promise<LiveAnswer | undefined> {
  const began = Date.now();
  for (;;) {
    const answer = await send();
    const left = began + patienceFor(asked, answer) - Date.now();
    if (left <= 0) return answer;
    await delay(Math.min(left, asked.service === "dynamodb" ? 100 : 1_000), undefined, {
      ...(signal && { signal }),
    });
  }
}

function patienceFor(asked: InRecording, answer: LiveAnswer | undefined): number {
  const { service, exchange } = asked;
  if (answer === undefined || answer.status < 300 || (exchange.answer?.status ?? 500) >= 300) return 0;
  const code = outcomeOf(answer).code ?? "";
  if (service === "dynamodb") return tooEarly.has(code) ? patience : 0;
  return beingRemoved.test(code) ? Math.min(sinceRemoval(asked), longestRemoval) : 0;
}

/** How long ago its thing had been removed when an exchange was recorded; nobody waited for what is not known. */
function sinceRemoval({ index, service, exchange, exchanges }: InRecording): number {
  const [top] = scopeOf(service, exchange);
  const removal = exchanges.slice(0, index).findLast((one) => {
    if (one.method !== "DELETE" || (one.answer?.status ?? 500) >= 300) return false;
    if (namedRequest(one).service !== service) return false;
    const [name, ...within] = scopeOf(service, one);
    return name === top && within.length === 0;
  });
  if (removal?.at === undefined || exchange.at === undefined) return 0;
  return exchange.at.getTime() - removal.at.getTime();
}

function scopeOf(service: ServiceName, exchange: RecordedExchange): Scope {
  return scopesOf(service, httpRequest(exchange))[0] ?? [];
}
