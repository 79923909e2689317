import { operationOf, type ServiceName } from "../../clouds/index.ts";
import type { SentRequest } from "../../wire/index.ts";
import { isNotImplemented, outcomeOf } from "./outcome.ts";
import { type LeftOut, type OtherForm, plainerForms } from "./plainer.ts";
import type { RecordedExchange } from "./recording.ts";
import type { Performed } from "./sent-exchange.ts";
import { substituteFor } from "./substitute.ts";
import type { LiveAnswer } from "./target-link.ts";

/** What was done in the place of something that the target refused; where it was not answered, the target has nothing. */
export interface Instead {
  readonly performed: Performed;
  readonly leftOut: LeftOut;
}

/** Sends a request that no recording has; nothing comes of one that cannot be made. */
export type Perform = (
  exchange: RecordedExchange,
) => Promise<{ readonly sent: SentRequest; readonly answer: LiveAnswer | undefined } | undefined>;

/**
 * Brings about what the target refuses and the recorded service did, so that what comes after it finds what it found then:
 * in another way where one is known, or else in a plainer one.
 */
export async function broughtAbout(
  exchange: RecordedExchange,
  refused: Performed,
  perform: Perform,
): Promise<Instead | undefined> {
  if (!isRefusedChange(exchange, refused)) return undefined;
  const { index, service } = refused;
  const { operation, forms } = await otherWays(exchange, refused, perform);
  for (const { exchange: form, leftOut } of forms) {
    const done = await perform(form);
    const isRefused = done?.answer !== undefined && !isDone(done.answer);
    if (done !== undefined && !isRefused)
      return { performed: { index, service, operation, ...done }, leftOut };
  }
  return undefined;
}

function isRefusedChange({ answer: recorded }: RecordedExchange, refused: Performed): boolean {
  const { service, operation, answer } = refused;
  return isDone(recorded) && answer !== undefined && answer.status >= 300 && !isRead(service, operation);
}

function isRead(service: ServiceName, operation: string): boolean {
  return operation === "unknown" || operationOf(service, operation).readOnly === true;
}

function isDone(answer: { readonly status: number } | undefined): boolean {
  return answer !== undefined && answer.status < 300;
}

interface Ways {
  readonly operation: string;
  /** The best first. */
  readonly forms: readonly OtherForm[];
}

/** Other requests for the same. */
async function otherWays(exchange: RecordedExchange, refused: Performed, perform: Perform): Promise<Ways> {
  const { operation, answer } = refused;
  const plainer = { operation, forms: plainerForms(exchange) };
  if (answer === undefined || !isNotImplemented(outcomeOf(answer))) return plainer;
  const other = substituteFor(operation, exchange);
  const content = other && (await perform(other.read))?.answer;
  if (other === undefined || content === undefined || !isDone(content)) return plainer;
  const written = other.write(content.body);
  const whole: OtherForm = { exchange: written, leftOut: "nothing" };
  return { operation: other.operation, forms: [whole, ...plainerForms(written)] };
}
