import { TouchstoneError } from "../../model/index.ts";
import type { Measured, SafeListEntry, SafeListStore } from "./entry.ts";
import { noiseKey } from "./keys.ts";

/** Which of a list's entries are meant: those to which everything that is said applies. */
export interface Choice {
  /** Learned before. */
  readonly olderThan?: Date;
  /** Of one of these tests; `*` stands for anything. */
  readonly tests?: readonly string[];
  /** Measured with an emulator, API version or interface that is not among these. */
  readonly measuredOtherThan?: Partial<Measured>;
}

/** Removes entries, and the noise that no entry needs any more. Gives how many entries went. */
export async function prune(store: SafeListStore, choice: Choice): Promise<number> {
  if (Object.values(choice).every((value) => value === undefined)) {
    throw new TouchstoneError("TS_USAGE", "it is not said what to remove from the safe list", {
      hint: "Say it by age, by test, or by what it was measured with.",
    });
  }
  const chosen = chooser(choice);
  const removed = await store.removeAsRead((await store.entries()).filter(chosen));
  const needed = new Set((await store.entries()).map(noiseKey));
  const noise = (await store.noise()).filter((each) => chosen(each) && !needed.has(noiseKey(each)));
  await store.removeNoise(noise);
  return removed;
}

/** Tells which entries are meant. */
export function chooser(
  choice: Choice,
): (entry: Pick<SafeListEntry, "test" | "measured" | "learned">) => boolean {
  const { olderThan, tests, measuredOtherThan } = choice;
  const patterns = tests?.map(patternOf);
  return ({ test, measured, learned }) =>
    (olderThan === undefined || Date.parse(learned) < olderThan.getTime()) &&
    (patterns === undefined || patterns.some((pattern) => pattern.test(test))) &&
    (measuredOtherThan === undefined || isOther(measured, measuredOtherThan));
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(RegExp.escape).join(".*")}$`, "s");
}

function isOther(measured: Measured, { emulators, apiVersions, interfaces }: Partial<Measured>): boolean {
  return (
    measured.emulators.some((each) => emulators?.includes(each) === false) ||
    measured.apiVersions.some((each) => apiVersions?.includes(each) === false) ||
    (interfaces !== undefined && measured.interfaces !== interfaces)
  );
}
