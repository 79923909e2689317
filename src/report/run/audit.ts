import type { HybridReport } from "../../hybrid/index.ts";
import type { Audit } from "./document.ts";

/** What asking the cloud about everything shows of the decisions that were taken before. */
export function auditOf({ tests }: Pick<HybridReport, "tests">): Audit {
  const judged = tests.flatMap(({ test, decision, judgement }) =>
    judgement === undefined ? [] : [{ id: test.id, target: decision.target, verdict: judgement.verdict }],
  );
  const kept = judged.filter(({ target }) => target === "emulator");
  const idsOf = (...verdicts: readonly string[]) =>
    kept.flatMap(({ id, verdict }) => (verdicts.includes(verdict) ? [id] : []));
  return {
    judged: judged.length,
    kept: kept.length,
    wrong: idsOf("unsafe", "false alarm"),
    doubtful: idsOf("differs"),
    needless: judged.filter(({ target, verdict }) => target === "cloud" && verdict === "agrees").length,
    unsent: tests.filter(({ unsent }) => unsent !== undefined).length,
  };
}
