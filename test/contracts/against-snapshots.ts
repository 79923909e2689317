import { contractsOf } from "../../src/clouds/index.ts";
import type { Contract } from "../../src/model/index.ts";
import { type Accepted, accepted } from "../unit/clouds/contracts/accepted.ts";
import { answerTo, speakersOf } from "../unit/clouds/contracts/examples.ts";
import { hasFile, placeIn, snapshotAt } from "./snapshots.ts";

/**
 * Compares the contracts of S3 and DynamoDB with answers that AWS gave, as LocalStack's tests have recorded them. The
 * snapshots are no part of this repository: TOUCHSTONE_SHARED names the folder that has them in data/aws-snapshots.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/against-snapshots.ts
 *
 * Snapshots hold answers, and not the requests that they are to: what AWS has taken cannot be replayed from them, as Azure's
 * recordings can be. Where a test's name and steps tell the request, it stands among those that no contract may speak of
 * (`accepted`), and here is looked up that AWS has taken it.
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

/** Why a request is not known to be taken, or not taken by us; `undefined` if all is well. */
function whyNotTaken({
  service,
  operation,
  seenIn,
  knowsAll = true,
  ...example
}: Accepted): string | undefined {
  const recorded = seenIn === undefined || !hasFile(seenIn) ? undefined : snapshotAt(seenIn);
  if (recorded?.status === undefined) return "there is no such step";
  if (recorded.status >= 300) return `AWS refused it: ${recorded.status} ${recorded.code ?? ""}`;
  const speakers = speakersOf(service, operation, example, knowsAll);
  return speakers.length === 0 ? undefined : `${speakers.join(", ")} would refuse it`;
}

const taken = accepted.filter(({ seenIn }) => seenIn !== undefined);
const untaken = taken.flatMap((one) => {
  const why = whyNotTaken(one);
  return why === undefined ? [] : [`${one.seenIn?.test} ${one.seenIn?.step}: ${why}`];
});
for (const why of untaken) console.log(why);
console.log(`${taken.length} requests that AWS has taken: contracts spoke of ${untaken.length}`);
console.log(
  `${counts.agrees?.length ?? 0} agree, ${counts.contradicts?.length ?? 0} contradict, ${counts.uncovered?.length ?? 0} uncovered, of ${contracts.length}`,
);
process.exitCode = (counts.contradicts?.length ?? 0) + untaken.length > 0 ? 1 : 0;
