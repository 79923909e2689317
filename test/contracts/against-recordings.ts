import { judgedExchanges } from "./recordings.ts";

/**
 * Judges what the real Azure answered, as the tests of its SDK for Python have recorded it, by our contracts: one that the
 * cloud itself breaks is wrong. The recordings are no part of this repository: TOUCHSTONE_SHARED names their folder.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/against-recordings.ts
 */
let count = 0;
let spoken = 0;
let wrong = 0;
for (const { operation, recording, verdicts } of judgedExchanges()) {
  count++;
  spoken += verdicts.length;
  for (const { contract, isKept, expected, answered } of verdicts) {
    if (isKept) continue;
    wrong++;
    console.log(
      `${contract.id} (${contract.evidence.kind}) says ${expected.status} ${expected.code ?? ""}, and Azure answered ${answered.status} ${answered.code ?? ""} to ${operation} in ${recording}`,
    );
  }
}
console.log(`${count} exchanges: contracts spoke of ${spoken}, and the cloud broke ${wrong}`);
process.exitCode = wrong > 0 ? 1 : 0;
