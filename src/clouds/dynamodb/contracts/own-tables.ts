import { type Call, existenceOf, type Tracker } from "../../../model/index.ts";
import { making, signerOf, tableOf } from "./tracked.ts";

/** A table with whose it is: each region has its own, and so may each key that calls are signed with. */
export function ownTableOf(call: Call): string | undefined {
  const name = tableOf(call);
  return name === undefined ? undefined : `${signerOf(call)}/${name}`;
}

/** Operations that change nothing of a table that another key knows: it would be in the way of one that is made. */
const harmless = [...making, "DescribeTable"];

/**
 * What each key knows of its table, until another one changes a table of that name: the emulator may give each key tables of
 * its own, or all keys the same, and nobody says which.
 */
export function untilOthersChange<Value>(tracker: Tracker<Value>): Tracker<Value> {
  return {
    ...tracker,
    forgotten(call) {
      const isForgotten = tracker.forgotten?.(call);
      const isOfOthers = harmless.includes(call.operation) ? undefined : ofOtherKeys(tracker.key(call));
      return isForgotten && isOfOthers
        ? (key) => isForgotten(key) || isOfOthers(key)
        : (isForgotten ?? isOfOthers);
    },
  };
}

/** The same table, as other keys know it. */
function ofOtherKeys(own: string | undefined): ((key: string) => boolean) | undefined {
  if (own === undefined) return undefined;
  const table = own.slice(own.indexOf("/"));
  return (key) => key !== own && key.endsWith(table);
}

/** Whether a table is there in the caller's own region. */
export const ownTable: Tracker<"there" | "gone"> = untilOthersChange(
  existenceOf({ name: "tables of a region", key: ownTableOf, made: making, removed: ["DeleteTable"] }),
);
