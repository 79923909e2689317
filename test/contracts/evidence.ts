import { allContracts } from "../../src/clouds/index.ts";
import type { Contract, ContractAnswer } from "../../src/model/index.ts";
import { answerTo } from "../unit/clouds/contracts/examples.ts";
import { isDescribed } from "./grammars.ts";
import { isExpected, knownRows } from "./known-rows.ts";
import { type JudgedExchange, judgedExchanges } from "./recordings.ts";
import { hasFile, placeIn, snapshotAt } from "./snapshots.ts";

/**
 * Looks for the evidence of every contract: the recorded exchange, the snapshot, the row or the place in a model that it
 * cites must be there, and must say what the contract answers. The material is no part of this repository:
 * TOUCHSTONE_SHARED names its folder.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/evidence.ts
 *
 * `cited` is evidence that can be looked up in public, and not in the folder; `unsupported` is wrong.
 */
type Found =
  | "by a recording"
  | "by a snapshot"
  | "by the study"
  | "by a model"
  | "cited"
  | "inferred"
  | "unsupported";

const exchanges = [...judgedExchanges()];
const rows = knownRows();

/** Whether a test of Azure's SDK has met the contract: under its condition, or, where that looks at the emulator, by its answer. */
function isInRecordings(
  { id, on, service, asksFirst }: Contract,
  tests: string,
  answer: ContractAnswer,
): boolean {
  const isNamed = ({ recording }: JudgedExchange) =>
    tests.split(", ").some((test) => recording.includes(test));
  return exchanges
    .filter((exchange) => exchange.service === service && isNamed(exchange))
    .some(({ verdicts, operation, status, code }) => {
      if (verdicts.some(({ contract, isKept }) => contract.id === id && isKept)) return true;
      return asksFirst && on.includes(operation) && status === answer.status && code === answer.code;
    });
}

function isInSnapshots(source: string, { status, code }: ContractAnswer): Found {
  const place = placeIn(source);
  if (place === undefined) return "unsupported";
  if (!hasFile(place)) return "cited";
  const recorded = snapshotAt(place);
  if (recorded === undefined) return "unsupported";
  return (recorded.status ?? status) === status && recorded.code === code ? "by a snapshot" : "unsupported";
}

function isMet({ service, on }: Contract, { status, code }: ContractAnswer): boolean {
  return rows.some(
    (row) =>
      row.service === service &&
      [row.api, row.api.replace("_Delete", "_Create")].some((api) => on.includes(api)) &&
      /recorded/.test(row.confidence) &&
      isExpected(row, status, code),
  );
}

function find(contract: Contract): Found {
  const { evidence, service } = contract;
  if (evidence.kind === "inferred") return "inferred";
  const answer = answerTo(contract, contract.on[0] ?? "", contract.breaks) ?? { status: 0 };
  if (evidence.kind === "documented") {
    const isModel = /API model of|OpenAPI of/.test(evidence.page);
    if (!isModel) return "cited";
    return isDescribed(service, evidence.at ?? "", answer, contract.on) ? "by a model" : "unsupported";
  }
  const [, tests] = /^azure-sdk-for-python, [\w-]+, (.+)$/.exec(evidence.source) ?? [];
  if (tests !== undefined) return isInRecordings(contract, tests, answer) ? "by a recording" : "unsupported";
  if (evidence.source.startsWith("AWS, snapshot")) return isInSnapshots(evidence.source, answer);
  if (evidence.source.startsWith("the study"))
    return isMet(contract, answer) ? "by the study" : "unsupported";
  return "cited";
}

const found = allContracts.map((contract) => ({ contract, found: find(contract) }));
for (const { contract, found: how } of found) {
  const { evidence } = contract;
  const told =
    evidence.kind === "recorded"
      ? evidence.source
      : evidence.kind === "documented"
        ? `${evidence.page}${evidence.at === undefined ? "" : `, ${evidence.at}`} <${evidence.url}>`
        : evidence.why;
  console.log(`${how.padEnd(15)} ${contract.id}  (${evidence.kind}: ${told})`);
}
const counts = Object.groupBy(found, ({ found: how }) => how);
console.log(
  Object.entries(counts)
    .map(([how, { length }]) => `${length} ${how}`)
    .join(", "),
  `of ${found.length}`,
);
process.exitCode = counts.unsupported === undefined ? 0 : 1;
