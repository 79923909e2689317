import type { Values } from "./probe-answer.ts";
import { byName, listOf, valuesOf } from "./probe-state.ts";

/** The stored access policies that a document lists, by their names: their times are their owner's own, and stay. */
export function policiesIn(document: unknown): Values {
  return byName(
    listOf(document),
    ({ Id }) => String(Id),
    ({ AccessPolicy }) => {
      const { Permission, Start, Expiry } = valuesOf(AccessPolicy);
      return { permissions: Permission, starts: instant(Start), expires: instant(Expiry) };
    },
  );
}

/** Services write the same instant with more digits or with fewer. */
function instant(text: unknown): unknown {
  const date = new Date(String(text));
  return Number.isNaN(date.getTime()) ? text : date;
}
