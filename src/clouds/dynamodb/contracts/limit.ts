import { type Contract, contract, type Evidence, fault, type Input } from "../../../model/index.ts";
import { dynamodbModelPage } from "../../shared/amazon-sources.ts";

function invalid(message: string) {
  return fault(400, "ValidationException", message);
}

/** A refinement of the model that a request breaks is answered with its name. */
export function refinement(member: string, value: string, says: string): string {
  return `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: ${says}`;
}

interface Limit {
  readonly id: string;
  readonly says: string;
  readonly on: readonly string[];
  readonly when: (input: Input) => boolean;
  readonly message: string;
  readonly breaks: Input;
  readonly keeps: Input;
  readonly evidence: Evidence;
}

/**
 * A limit that the model has. Of what is beyond one, the guide says that it is a ValidationException ("Error handling", at
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html).
 */
export function modelled(at: string): { readonly evidence: Evidence } {
  return { evidence: dynamodbModelPage(at) };
}

/** A member that is null is as if it was not there. */
function withoutNulls(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

export function limit({ id, says, on, when, message, breaks, keeps, evidence }: Limit): Contract {
  return contract({
    id: `dynamodb/${id}`,
    says,
    on,
    when: ({ input }) => when(withoutNulls(input)),
    answer: invalid(message),
    evidence,
    breaks: { input: breaks },
    keeps: { input: keeps },
  });
}

/** Whether a number is given, and not one of these. */
export function isOutside(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && (value < min || value > max);
}
