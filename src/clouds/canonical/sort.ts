import { hash } from "node:crypto";
import { isValue, type Told, tell, type Value } from "./parts.ts";
import type { Field } from "./step.ts";

/** What sorting looks at: the parts of each of its fields. */
export interface Sortable {
  readonly level: number;
  readonly title: string;
  readonly fields: readonly { readonly field: Field; readonly told: Told }[];
}

/**
 * Brings steps into an order that neither their coming nor the values that differ from run to run can change: by
 * levels, then by what they say, and where they say the same of different values by what else becomes of those.
 */
export function sorted<T extends Sortable>(steps: readonly T[]): readonly T[] {
  const plain = steps.map(({ title, fields }) =>
    [title, ...fields.map(({ field, told }) => `${field.place}=${tell(told, kindOf)}`)].join("\n"),
  );
  const keyed = steps.map((step, at) => ({ step, at, key: plain[at] ?? "" })).sort(byLevelAndKey);
  const hasTies = keyed.some((one, at) => at > 0 && areEqual(one, keyed[at - 1]));
  if (!hasTies) return keyed.map(({ step }) => step);
  const stories = storiesOf(steps, plain);
  return keyed
    .map(({ step, at, key }) => ({ step, key: `${key}\n${stories[at]}` }))
    .sort(byLevelAndKey)
    .map(({ step }) => step);
}

interface Keyed {
  readonly step: Sortable;
  readonly key: string;
}

function byLevelAndKey(a: Keyed, b: Keyed): number {
  return a.step.level - b.step.level || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

function areEqual(one: Keyed, other: Keyed | undefined): boolean {
  return one.step.level === other?.step.level && one.key === other.key;
}

function kindOf({ kind, shape }: Value): string {
  return shape === "" ? kind : `${kind} ${shape}`;
}

/** How often what is told of a value is told on to the values beside it. */
const rounds = 3;

/** What becomes of the values of each step. */
function storiesOf(steps: readonly Sortable[], plain: readonly string[]): readonly string[] {
  const valuesOf = steps.map(({ fields }) =>
    fields.flatMap(({ told: { fixed, parts } }) => (fixed === undefined ? parts.filter(isValue) : [])),
  );
  let own = steps.map(({ level }, at) => digest(`${level} ${plain[at]}`));
  for (let round = 0; round < rounds; round++) {
    // A set, since it says nothing how often the same was read.
    const stories = new Map<Value, Set<string>>();
    for (const [at, values] of valuesOf.entries()) {
      for (const [position, value] of values.entries()) {
        const story = stories.get(value);
        if (story === undefined) stories.set(value, new Set([`${own[at]} ${position}`]));
        else story.add(`${own[at]} ${position}`);
      }
    }
    const names = new Map(
      [...stories].map(([value, story]) => [value, digest([...story].sort().join("\n"))]),
    );
    own = own.map((key, at) =>
      digest([key, ...(valuesOf[at] ?? []).map((value) => names.get(value))].join("\n")),
    );
  }
  return own;
}

function digest(text: string): string {
  return hash("sha1", text);
}
