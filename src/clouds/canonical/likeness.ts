import type { NamedStep } from "./named-steps.ts";

/** More steps than these that are not the same are paired as they come: to try all would take too long. */
const fewEnough = 60;

/** The steps of two runs of the same test, side by side: first what is the same, then what is most alike. */
export function pairsOf(
  one: readonly NamedStep[],
  other: readonly NamedStep[],
): readonly (readonly [NamedStep, NamedStep])[] {
  const [left, right] = [one, other].map((steps) =>
    Map.groupBy(steps, ({ step }) => `${step.service} ${step.operation}`),
  );
  return [...(left ?? [])].flatMap(([name, steps]) => {
    const [own, counterparts] = withoutEquals(steps, right?.get(name) ?? []);
    if (own.length <= fewEnough && counterparts.length <= fewEnough) return mostAlike(own, counterparts);
    const shapes = Map.groupBy(counterparts, shapeOf);
    return [...Map.groupBy(own, shapeOf)].flatMap(([shape, some]) =>
      asTheyCome(some, shapes.get(shape) ?? []),
    );
  });
}

function withoutEquals(
  one: readonly NamedStep[],
  other: readonly NamedStep[],
): readonly [readonly NamedStep[], readonly NamedStep[]] {
  const open = Map.groupBy(other, textOf);
  const own = one.filter((step) => open.get(textOf(step))?.shift() === undefined);
  return [own, [...open.values()].flat()];
}

function textOf({ fields }: NamedStep): string {
  return JSON.stringify(fields.map(({ field, text }) => [field.place, text]));
}

/** A step without the words that may have been drawn. */
function shapeOf({ fields, level }: NamedStep): string {
  const texts = fields.map(({ field, text }) => `${field.place}=${text.replace(/[A-Za-z]*\d\w*/g, "*")}`);
  return `${level}\n${texts.join("\n")}`;
}

function asTheyCome(
  one: readonly NamedStep[],
  other: readonly NamedStep[],
): readonly (readonly [NamedStep, NamedStep])[] {
  return one.flatMap((step, at) => {
    const counterpart = other[at];
    return counterpart === undefined ? [] : [[step, counterpart] as const];
  });
}

function mostAlike(
  one: readonly NamedStep[],
  other: readonly NamedStep[],
): readonly (readonly [NamedStep, NamedStep])[] {
  const open = [...other];
  return one.flatMap((step) => {
    const texts = new Set(step.fields.map(({ field, text }) => `${field.place}=${text}`));
    const scores = open.map(({ fields, level }) => {
      const common = fields.filter(({ field, text }) => texts.has(`${field.place}=${text}`)).length;
      return common + (level === step.level ? 0.5 : 0);
    });
    const best = scores.indexOf(Math.max(...scores));
    const [counterpart] = best < 0 ? [] : open.splice(best, 1);
    return counterpart === undefined ? [] : [[step, counterpart] as const];
  });
}
