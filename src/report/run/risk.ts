import type { HybridReport, ReasonKind } from "../../hybrid/index.ts";

/** What could be wrong where kept tests rest on this. */
const dangers: Readonly<Partial<Record<ReasonKind, string>>> = {
  "operations trusted":
    "on the word of the catalogue, or of the config's list, that the operations agree: a difference that these do not know of goes unnoticed.",
  "on the safe list":
    "on the safe list: a change of the cloud since then is noticed only when an entry expires or --revalidate draws the test.",
  "touched no difference": "on the contracts: a difference that none of them describes goes unnoticed.",
  "sent nothing": "on having sent nothing: requests that go round the proxies are not seen.",
  pinned: "on the config's word alone.",
  policy: "on nothing: the policy sends no test, and no answer of the emulator was checked.",
};

/** What could still be wrong with the decisions of a run, in sentences. */
export function riskOf({ tests, tier }: HybridReport): readonly string[] {
  const kept = tests.filter(({ decision }) => decision.target === "emulator" && decision.kind !== "skipped");
  const groups = Map.groupBy(kept, ({ decision }) => decision.kind);
  const unsent = tests.filter((test) => test.unsent !== undefined).length;
  return [
    ...[...groups].map(([kind, group]) => {
      const rest = group.length === 1 ? "1 test rests" : `${group.length} tests rest`;
      return `${rest} ${dangers[kind] ?? `on this alone: ${kind}.`}`;
    }),
    ...(unsent === 0 ? [] : [`${unsent} not sent: of the cloud, the results on the emulator say nothing.`]),
    ...(tier === 4 && tests.length > 1
      ? ["Requests are known by the command alone: each test answers for all."]
      : []),
  ];
}
