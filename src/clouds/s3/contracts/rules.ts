import {
  type Contract,
  type ContractAnswer,
  contract,
  type Evidence,
  type ExampleStep,
  fault,
  type Input,
} from "../../../model/index.ts";
import { madeBucket } from "./tracked.ts";

/** What is said to a document that is not as the schema has it. */
export const malformed: ContractAnswer = fault(
  400,
  "MalformedXML",
  "The XML you provided was not well-formed or did not validate against our published schema",
);

/** A rule of which a request alone tells whether it is kept. */
interface Rule {
  /** Without the service. */
  readonly id: string;
  readonly says: string;
  readonly on: readonly string[];
  readonly when: (input: Input) => boolean;
  readonly answer: ContractAnswer | ((input: Input) => ContractAnswer);
  readonly evidence: Evidence;
  readonly breaks: Input;
  readonly keeps: Input;
  /** What has to be there; a bucket, where nothing else is said. */
  readonly after?: readonly ExampleStep[];
}

/**
 * A contract about a request alone.
 *
 * @example
 * rule({ id: "cors-has-a-rule", says: "…", on: ["PutBucketCors"], when: (input) => rulesOf(input).length === 0, … });
 */
export function rule(written: Rule): Contract {
  const { id, says, on, when, answer, evidence, breaks, keeps, after = [madeBucket] } = written;
  return contract({
    id: `s3/${id}`,
    says,
    on,
    when: ({ input }) => when(input),
    answer: ({ input }) => (typeof answer === "function" ? answer(input) : answer),
    evidence,
    breaks: { input: breaks, after },
    keeps: { input: keeps, after },
  });
}

/** A refusal of an argument, by its name and its value. */
export function invalidArgument(message: string, name: string, value?: string): ContractAnswer {
  return fault(400, "InvalidArgument", message, {
    ArgumentName: name,
    ...(value !== undefined && { ArgumentValue: value }),
  });
}

/** Whether an element is there, and says nothing. */
export function isEmpty(value: unknown): boolean {
  if (value === "" || value === null) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** How many fields of a structure say something. */
export function fieldCount(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).filter((field) => field !== undefined).length;
}
