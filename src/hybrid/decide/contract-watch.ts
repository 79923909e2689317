import { ExchangeJudge, isServiceName, operationOf } from "../../clouds/index.ts";
import type { BrokenContract, Contract, Surroundings } from "../../model/index.ts";
import type { Exchange } from "../../wire/index.ts";
import type { Contracts, TouchedContract } from "./contracts.ts";

/** What an exchange touched, in the order in which exchanges come. */
export type ContractWatch = (exchange: Exchange) => readonly TouchedContract[];

/** Watches exchanges with emulators for answers that the real services would not have given. */
export function watchContracts(
  contracts: readonly Contract[],
  surroundings: Omit<Surroundings, "onBroken">,
  onNote?: (note: string) => void,
): ContractWatch {
  const told = new Set<string>();
  let failed: BrokenContract[] = [];
  const judge = new ExchangeJudge(contracts, {
    ...surroundings,
    onBroken: (one) => {
      failed.push(one);
      if (!told.has(one.contract.id)) onNote?.(`${one.error.message}. ${one.error.hint}`);
      told.add(one.contract.id);
    },
  });
  return (exchange) => {
    const { service, operation, id } = exchange;
    const of = { operation: `${service} ${operation}`, exchange: id };
    // What cannot be judged may be anything; a broken contract must not end the run that it watches.
    const notJudged = (says: string) => ({ ...of, id: `${service}/not-judged`, says });
    failed = [];
    try {
      const broken = judge.judge(exchange).filter(({ isKept }) => !isKept);
      const touched = broken.map(({ contract, expected: { status, code } }) => ({
        ...of,
        id: contract.id,
        says: `${contract.says}, and the cloud answers ${[status, code].filter(Boolean).join(" ")}`,
      }));
      const unjudged = failed.map(({ error }) => notJudged(error.message));
      return [...touched, ...unjudged, ...(isUnread(exchange) ? [{ ...of, ...unread }] : [])];
    } catch (error) {
      return [notJudged(error instanceof Error ? error.message : "no words")];
    }
  };
}

/** A document of which only the beginning was kept, and that contracts may speak of. */
function isUnread({ service, operation, request }: Exchange): boolean {
  if (request.body?.cut !== true || service === null || !isServiceName(service) || operation === "unknown") {
    return false;
  }
  const { bodyFormat } = operationOf(service, operation);
  return bodyFormat === "xml" || bodyFormat === "json";
}

const unread = {
  id: "document-too-long-to-be-judged",
  says: "what is longer than the trace keeps cannot be judged by contracts",
};

/** What a watch has seen of tests. */
export const watchedContracts: Contracts = { touched: ({ observation }) => observation.touched };
