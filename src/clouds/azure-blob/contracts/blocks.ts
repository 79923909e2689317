import { type Contract, contract, fault, inferred } from "../../../model/index.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { codes } from "./sources.ts";

const film = { containerName: "photos", blob: "film" };
const id = "YmxvY2sx";
const most = 50_000;

const listed = (count: number) => ({ ...film, blocks: { Latest: Array.from({ length: count }, () => id) } });

function countOf(list: unknown): number {
  return ["Committed", "Uncommitted", "Latest"].reduce((sum, kind) => sum + listOf(at(list, kind)).length, 0);
}

export const blockContracts: readonly Contract[] = [
  contract({
    id: "azure-blob/block-has-content",
    says: "a block is not empty",
    on: ["BlockBlob_StageBlock"],
    when: ({ call: { body } }) => body !== undefined && body.length === 0,
    answer: fault(400, "InvalidHeaderValue"),
    evidence: inferred("a test of Azure's SDK for Go expects it; its recording was not read"),
    breaks: { input: { ...film, blockId: id, body: new Uint8Array() } },
    keeps: { input: { ...film, blockId: id, body: new Uint8Array(1) } },
  }),
  contract({
    id: "azure-blob/at-most-50000-blocks-are-committed",
    says: "a block list has at most 50,000 blocks",
    on: ["BlockBlob_CommitBlockList"],
    when: ({ input }) => countOf(input["blocks"]) > most,
    answer: fault(400, "BlockListTooLong", "The block list may not contain more than 50,000 blocks."),
    evidence: codes("BlockListTooLong"),
    breaks: { input: listed(most + 1) },
    keeps: { input: listed(most) },
  }),
];
