import { randomUUID } from "node:crypto";
import { awayAnswer, type FaultRequest, type ServiceName } from "../../clouds/index.ts";
import type { OwnAnswer } from "../../wire/index.ts";
import { errorHeader } from "./enforcer.ts";

/** A target that is not there. */
interface Gone {
  readonly service: ServiceName;
  /** As people know it: `s3`. */
  readonly name: string;
  /** Whether it is an emulator that is started again when it has died. */
  readonly comesBack: boolean;
  /** What was met: `the connection to the target broke (socket hang up)`. */
  readonly problem: string;
}

/** In the service's own format: SDKs read nothing else, and would blame the answer. */
export function goneAnswer(
  { service, name, comesBack, problem }: Gone,
  request: Omit<FaultRequest, "requestId">,
): OwnAnswer {
  const what = comesBack
    ? `the emulator of ${name} is gone, and is being started again`
    : `nothing answers in the place of ${name}`;
  const message = `${what} (${problem})`;
  const answer = awayAnswer(service, `touchstone: ${message}`, { ...request, requestId: randomUUID() });
  return { ...answer, headers: [...answer.headers, [errorHeader, message.replace(/[^\x20-\x7e]/g, "?")]] };
}
