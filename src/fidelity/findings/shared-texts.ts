import { isAtEndpoint, isFromAnswer, type Sequence, tokenPattern } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";

/** The texts that stand at the same place in both values and are not the same. */
export function changedTexts(before: unknown, after: unknown): ReadonlyMap<string, string> {
  const changes = new Map<string, string>();
  compare(before, after, changes);
  return changes;
}

function compare(before: unknown, after: unknown, changes: Map<string, string>): void {
  if (typeof before === "string" && typeof after === "string" && before !== after) changes.set(before, after);
  if (!isMadeOfParts(before) || !isMadeOfParts(after)) return;
  for (const [name, part] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) compare(part, after[name], changes);
  }
}

/** Whether a change takes a name that is new each time away, so that what it names would meet what others have made. */
export function losesToken(changes: ReadonlyMap<string, string>): boolean {
  return [...changes].some(([before, after]) => tokensIn(before) !== tokensIn(after));
}

function tokensIn(text: string): string {
  return [...text.matchAll(tokenPattern)].map(([token]) => token).join();
}

/** The sequence with texts changed in all steps but one; `undefined` where none of them has such a text. */
export function changedElsewhere(
  sequence: Sequence,
  except: number,
  changes: ReadonlyMap<string, string>,
): Sequence | undefined {
  let count = 0;
  const changed = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = changedText(value, changes);
      if (text !== value) count++;
      return text;
    }
    if (isAtEndpoint(value)) return { ...value, $endpoint: changed(value.$endpoint) };
    if (Array.isArray(value)) return value.map(changed);
    return isMadeOfParts(value) ? fieldsOf(value, changed) : value;
  };
  const steps = sequence.map((step, at) =>
    at === except ? step : { ...step, input: fieldsOf(step.input, changed) },
  );
  return count === 0 ? undefined : steps;
}

/** A text as a whole, or at the end of a path: `/photos/a.png`. */
function changedText(text: string, changes: ReadonlyMap<string, string>): string {
  const whole = changes.get(text);
  if (whole !== undefined) return whole;
  const [name, after] = [...changes].find(([before]) => text.endsWith(`/${before}`)) ?? [];
  return name === undefined ? text : `${text.slice(0, -name.length)}${after}`;
}

function fieldsOf(fields: Input, change: (value: unknown) => unknown): Input {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}

/** Also of lists; what stands for an answer is whole. */
function isMadeOfParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !(value instanceof Uint8Array) && !isFromAnswer(value)
  );
}
