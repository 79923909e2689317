import {
  array,
  describeProblems,
  double,
  int,
  nearest,
  object,
  oneOf,
  type Problem,
  printable,
  string,
  TouchstoneError,
  type Type,
  union,
  validate,
} from "../../model/index.ts";

/**
 * What may go wrong on request:
 * - `throttle`, `500`, `503`: the service's own answer, without the request reaching it;
 * - `delay`: the request is passed on later;
 * - `lost-answer`: the request is passed on, and the connection is cut before its answer is;
 * - `reset`: the connection is cut without the request being passed on.
 */
const faultKinds = ["throttle", "500", "503", "delay", "lost-answer", "reset"] as const;

export type FaultKind = (typeof faultKinds)[number];

/** One rule of a plan: which requests, which of those, and what happens to them. */
export interface FaultRule {
  readonly service?: string;
  readonly operations: readonly string[] | "*";
  readonly fault: FaultKind;
  /** How long the request waits first. */
  readonly delayMs?: number;
  /** Which of the rule's requests: each with this probability; */
  readonly rate?: number;
  /** or those with these ordinals, from 1; */
  readonly at?: readonly number[];
  /** or every so many; all of them if nothing is said. */
  readonly every?: number;
  /** After so many faults the rule rests. */
  readonly limit?: number;
}

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
}

/** The services and their operations, by which a plan's names are checked. */
export type KnownOperations = Readonly<Record<string, readonly string[]>>;

interface WrittenRule extends Omit<FaultRule, "operations"> {
  readonly operation: string | readonly string[];
}

interface WrittenPlan {
  readonly seed?: number;
  readonly rules: readonly WrittenRule[];
}

/**
 * Reads a plan of faults; every mistake is told with its field and what is allowed there.
 *
 * @example
 * parseFaultPlan('{ "rules": [{ "operation": "PutObject", "fault": "throttle", "at": [2] }] }', "faults.json", {
 *   s3: ["PutObject"],
 * });
 */
export function parseFaultPlan(text: string, fileName: string, known: KnownOperations): FaultPlan {
  const plan = parsed(text, fileName) as WrittenPlan;
  const misshapen = validate(planType(Object.keys(known)), plan);
  const problems =
    misshapen.length > 0 ? misshapen : plan.rules.flatMap((rule, index) => ruleProblems(rule, index, known));
  if (problems.length === 0) return { seed: plan.seed ?? 0, rules: plan.rules.map(ruleOf) };
  throw new TouchstoneError(
    "TS_FAULTS",
    `${fileName} has ${problems.length === 1 ? "a mistake" : `${problems.length} mistakes`}`,
    { hint: describeProblems(problems, "the plan") },
  );
}

function parsed(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TouchstoneError(
      "TS_FAULTS",
      `${fileName} is not JSON (${printable((cause as Error).message)})`,
      {
        hint: "docs/guide/faults.md shows a plan.",
        cause,
      },
    );
  }
}

function planType(services: readonly string[]): Type {
  const rule = object({
    "service?": oneOf(...services),
    operation: union(string(), array(string(), { min: 1 })),
    fault: oneOf(...faultKinds),
    "delayMs?": int({ min: 1, max: 3_600_000 }),
    "rate?": double({ min: 0, max: 1 }),
    "at?": array(int({ min: 1 }), { min: 1 }),
    "every?": int({ min: 1 }),
    "limit?": int({ min: 1 }),
  });
  return object({ "seed?": int({ min: 0 }), rules: array(rule, { min: 1 }) });
}

function ruleProblems(rule: WrittenRule, index: number, known: KnownOperations): Problem[] {
  const path = `rules[${index}]`;
  const chosen = (["rate", "at", "every"] as const).filter((field) => rule[field] !== undefined);
  return [
    ...operationProblems(rule, path, known),
    ...(chosen.length > 1
      ? [{ path, message: `has ${chosen.join(" and ")}, but only one of rate, at and every is allowed` }]
      : []),
    ...(rule.fault === "delay" && rule.delayMs === undefined
      ? [{ path: `${path}.delayMs`, message: "is missing: a delay needs its milliseconds" }]
      : []),
  ];
}

function operationProblems(
  { service, operation }: WrittenRule,
  path: string,
  known: KnownOperations,
): Problem[] {
  const names = service === undefined ? Object.values(known).flat() : (known[service] ?? []);
  const single = typeof operation === "string";
  return (single ? [operation] : operation).flatMap((name, index) => {
    if ((single && name === "*") || names.includes(name)) return [];
    const meant = nearest(name, names);
    const advice =
      meant === undefined ? "touchstone operations lists them" : `did you mean ${JSON.stringify(meant)}?`;
    return {
      path: single ? `${path}.operation` : `${path}.operation[${index}]`,
      message: `is ${JSON.stringify(name)}, which is no operation of ${service ?? "any service"}; ${advice}`,
    };
  });
}

function ruleOf({ operation, ...rule }: WrittenRule): FaultRule {
  const operations = operation === "*" ? "*" : typeof operation === "string" ? [operation] : operation;
  return { ...rule, operations };
}
