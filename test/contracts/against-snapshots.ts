import { contractsOf } from "../../src/clouds/index.ts";
import type { Contract } from "../../src/model/index.ts";
import { answerTo } from "../unit/clouds/contracts/examples.ts";
import { hasFile, placeIn, snapshotAt } from "./snapshots.ts";

/**
 * Compares the contracts of S3 and DynamoDB with answers that AWS gave, as LocalStack's tests have recorded them. The
 * snapshots are no part of this repository: TOUCHSTONE_SHARED names the folder that has them in data/aws-snapshots.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/against-snapshots.ts
 */
type Result = "agrees" | "contradicts" | "uncovered";

function compare(contract: Contract): { readonly result: Result; readonly why: string } {
  const { evidence } = contract;
  const place = evidence.kind === "recorded" ? placeIn(evidence.source) : undefined;
  if (place === undefined) return { result: "uncovered", why: `${evidence.kind}, and cites no snapshot` };
  if (!hasFile(place)) return { result: "uncovered", why: `the folder has no snapshot ${place.file}` };
  const recorded = snapshotAt(place);
  if (recorded === undefined) {
    return { result: "contradicts", why: `there is no ${place.file} ${place.test} ${place.step}` };
  }
  const ours = answerTo(contract, contract.on[0] ?? "", contract.breaks);
  const isSame = (recorded.status ?? ours?.status) === ours?.status && recorded.code === ours?.code;
  if (!isSame) {
    const wanted = `${recorded.status ?? ""} ${recorded.code ?? ""}`.trim();
    return { result: "contradicts", why: `AWS: ${wanted}, we: ${ours?.status} ${ours?.code ?? ""}` };
  }
  const isWordForWord =
    recorded.message === undefined || recorded.message === (ours?.message ?? recorded.message);
  return { result: "agrees", why: isWordForWord ? "" : `in other words: ${recorded.message}` };
}

const contracts = [...contractsOf("s3"), ...contractsOf("dynamodb")];
const compared = contracts.map((contract) => ({ contract, ...compare(contract) }));
const counts = Object.groupBy(compared, ({ result }) => result);
for (const { contract, result, why } of compared) {
  if (result !== "agrees" || why !== "") console.log(`${result.padEnd(12)} ${contract.id}  ${why}`);
}
console.log(
  `${counts.agrees?.length ?? 0} agree, ${counts.contradicts?.length ?? 0} contradict, ${counts.uncovered?.length ?? 0} uncovered, of ${contracts.length}`,
);
process.exitCode = (counts.contradicts?.length ?? 0) > 0 ? 1 : 0;
