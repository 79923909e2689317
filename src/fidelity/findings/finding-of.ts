import type { ServiceName } from "../../clouds/index.ts";
import type { Interface, Operation } from "../../model/index.ts";
import { cutText } from "../cut-text.ts";
import type { Discrepancy, Outcome } from "../pair/performed.ts";
import { classify } from "./classify.ts";
import type { Confirmed } from "./confirm.ts";
import type { Finding } from "./finding.ts";
import { type Case, findingId } from "./identity.ts";
import { toldDiscrepancy } from "./told.ts";

/** Of whom a finding tells. */
export interface FindingContext {
  readonly service: ServiceName;
  readonly interface: Interface;
  /** `azurite 3.21.0`. */
  readonly emulator: string;
  readonly reference: string;
  /** What the emulator's own documents say: see `claimsOf`. */
  readonly claims: (operation: Operation) => boolean | null;
}

/** Characters of a message. */
const longest = 300;

/** The finding that a minimised and confirmed discrepancy is. */
export function findingOf(
  sequence: Case["sequence"],
  { discrepancy, reproduced, dependsOnTime }: Confirmed,
  context: FindingContext,
): Finding {
  const told = toldDiscrepancy(discrepancy);
  const { lastWords = [], differences, contract } = told;
  const name = sequence[discrepancy.step]?.operation ?? "";
  const operation = context.interface.operations.find((each) => each.name === name);
  return {
    id: findingId(context.service, { sequence, discrepancy }, context.interface),
    service: context.service,
    operation: name,
    ...classify({ sequence, discrepancy: told }, context.interface, dependsOnTime),
    emulator: side("emulator", context.emulator, told),
    reference: side("reference", context.reference, told),
    differences,
    ...(lastWords.length > 0 && { lastWords }),
    ...(contract !== undefined && { contract }),
    claimed: operation === undefined ? null : context.claims(operation),
    sequence,
    reproduced,
    ...(dependsOnTime && { dependsOnTime }),
  };
}

function side(which: "emulator" | "reference", label: string, discrepancy: Discrepancy): Finding["emulator"] {
  const { status, code }: Outcome = discrepancy[which];
  const message = discrepancy.messages[which];
  return { label, status, code, message: message === null ? null : cutText(message, longest) };
}
