import { operationOf, type ServiceName } from "../../clouds/index.ts";
import type { SentRequest } from "../../wire/index.ts";
import { makesThing } from "./following.ts";
import { isNotImplemented, outcomeOf, sameOutcome } from "./outcome.ts";
import { type LeftOut, type OtherForm, plainerForms } from "./plainer.ts";
import type { RecordedExchange } from "./recording.ts";
import type { PerformedExchange } from "./sent-exchange.ts";
import { substituteFor } from "./substitute.ts";
import type { LiveAnswer } from "./target-link.ts";

/** What was done in the place of something that the target refused; where it was not answered, the target has nothing. */
export interface Instead {
  readonly performed: PerformedExchange;
  readonly leftOut: LeftOut;
}

/** What came of a request that no recording has. */
interface SentInstead {
  readonly sent: SentRequest;
  readonly answer: LiveAnswer | undefined;
}

/** Sends a request that no recording has; nothing comes of one that cannot be made. */
export type SendInstead = (exchange: RecordedExchange) => Promise<SentInstead | undefined>;

/**
 * Brings about what the target refuses and the recorded service did, so that what comes after it finds what it found then:
 * in another way where one is known, or else in a plainer one.
 */
export async function broughtAbout(
  exchange: RecordedExchange,
  refused: PerformedExchange,
  send: SendInstead,
): Promise<Instead | undefined> {
  const { index, service, operation, answer } = refused;
  if (answer === undefined || !isRefusedChange(exchange, refused)) return undefined;
  const substitute = isNotImplemented(outcomeOf(answer)) ? substituteFor(operation, exchange) : undefined;
  const read = substitute && (await send(substitute.read));
  // It died of being read, and so it has nothing any more.
  if (read !== undefined && read.answer === undefined)
    return { performed: { ...refused, ...read }, leftOut: "nothing" };
  const isReadable = substitute !== undefined && read?.answer !== undefined && read.answer.status < 300;
  const forms = isReadable
    ? withItself(service, substitute.write(read.answer.body))
    : plainerForms(service, exchange);
  for (const { exchange: form, leftOut } of forms) {
    const done = await send(form);
    if (done === undefined || (done.answer !== undefined && done.answer.status >= 300)) continue;
    const by = isReadable ? substitute.operation : operation;
    return { performed: { index, service, operation: by, ...done }, leftOut };
  }
  return undefined;
}

/** The request, and then plainer ones. */
function withItself(service: ServiceName, exchange: RecordedExchange): OtherForm[] {
  return [{ exchange, leftOut: "nothing" }, ...plainerForms(service, exchange)];
}

function isRefusedChange({ answer: recorded }: RecordedExchange, refused: PerformedExchange): boolean {
  const { service, operation, answer } = refused;
  const isChange = operation !== "unknown" && operationOf(service, operation).readOnly !== true;
  return isChange && (recorded?.status ?? 500) < 300 && (answer?.status ?? 0) >= 300;
}

/** Whether the target refuses what was not refused when it was recorded, or not like this. */
export function isRefusedOtherwise(
  { answer: recorded }: RecordedExchange,
  answer: LiveAnswer | undefined,
): boolean {
  if (recorded === undefined || answer === undefined || answer.status < 300) return false;
  return !sameOutcome(outcomeOf(recorded), outcomeOf(answer));
}

/** Whether something is not there, or not as it was, since the target refused what made it or has nothing to change. */
export function leavesAbsent(exchange: RecordedExchange, performed: PerformedExchange): boolean {
  if (!isRefusedChange(exchange, performed)) return false;
  return performed.answer?.status === 404 || makesThing(performed.service, performed.operation);
}
