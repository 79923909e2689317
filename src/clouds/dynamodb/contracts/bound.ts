import type { Contract, Input } from "../../../model/index.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { limit, modelled, refinement } from "./limit.ts";

/** What the model says of a member, and how a request that breaks it is told so. */
interface Bound {
  readonly breaks: (value: unknown) => boolean;
  readonly says: string;
  /** A value beyond it, and one on it. */
  readonly beyond: unknown;
  readonly on: unknown;
}

/** A member of requests with its bound, by the name of its shape in the model. */
interface Bounded {
  readonly id: string;
  readonly says: string;
  readonly operations: readonly string[];
  /** `Tags[].Key`: of each tag its key. */
  readonly member: string;
  readonly shape: string;
  readonly bound: Bound;
  /** What else an example says. */
  readonly beside?: Input;
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" || Array.isArray(value) ? value.length : undefined;
}

export function least(min: number, beyond: unknown, on: unknown): Bound {
  const says = `Member must have ${kindOf(on)} greater than or equal to ${min}`;
  return { breaks: (value) => (sizeOf(value) ?? min) < min, says, beyond, on };
}

export function most(max: number, beyond: unknown, on: unknown): Bound {
  const says = `Member must have ${kindOf(on)} less than or equal to ${max}`;
  return { breaks: (value) => (sizeOf(value) ?? max) > max, says, beyond, on };
}

function kindOf(value: unknown): string {
  return typeof value === "number" ? "value" : "length";
}

export function among(...values: readonly string[]): Bound {
  return {
    breaks: (value) => typeof value === "string" && !values.includes(value),
    says: `Member must satisfy enum value set: [${values.join(", ")}]`,
    beyond: "OTHER",
    on: values[0],
  };
}

export const plain: Bound = {
  breaks: (value) => typeof value === "string" && /[^\w.-]/.test(value),
  says: "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
  beyond: "my name",
  on: "my-name",
};

/** What stands at the path of a member, for each item of the lists on it. */
function valuesAt(input: unknown, member: string): readonly unknown[] {
  const [own = "", ...rest] = member.split("[].");
  const value = at(input, own);
  if (rest.length === 0) return value === undefined || value === null ? [] : [value];
  return listOf(value).flatMap((item) => valuesAt(item, rest.join("[].")));
}

/** The request that an example is, with this value for the member. */
function withValue(beside: Input, member: string, value: unknown): Input {
  const [own = "", ...rest] = member.split("[].");
  if (rest.length > 0) return { ...beside, [own]: [withValue({}, rest.join("[]."), value)] };
  const [first = "", ...inner] = own.split(".");
  const part = beside[first] as Input | undefined;
  return {
    ...beside,
    [first]: inner.length === 0 ? value : withValue(part ?? {}, inner.join("."), value),
  };
}

/** `Tags[].Key` is `tags.1.member.key` to the service. */
function inAnswers(member: string): string {
  return member
    .replaceAll("[]", ".1.member")
    .replaceAll(/(^|\.)([A-Z])/g, (_, dot, letter) => `${dot}${letter.toLowerCase()}`);
}

export function bounded({ id, says, operations, member, shape, bound, beside = {} }: Bounded): Contract {
  return limit({
    id,
    says,
    ...modelled(shape),
    on: operations,
    when: (input) => valuesAt(input, member).some(bound.breaks),
    message: refinement(inAnswers(member), "…", bound.says),
    breaks: withValue(beside, member, bound.beyond),
    keeps: withValue(beside, member, bound.on),
  });
}
