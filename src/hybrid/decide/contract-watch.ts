import { ExchangeJudge, isServiceName, operationOf } from "../../clouds/index.ts";
import type { Contract, Surroundings } from "../../model/index.ts";
import type { Exchange } from "../../wire/index.ts";
import type { Contracts, TouchedContract } from "./contracts.ts";

/** What an exchange touched, in the order in which exchanges come. */
export type ContractWatch = (exchange: Exchange) => readonly TouchedContract[];

/** Watches exchanges with emulators for answers that the real services would not have given. */
export function watchContracts(contracts: readonly Contract[], surroundings: Surroundings): ContractWatch {
  const judge = new ExchangeJudge(contracts, surroundings);
  return (exchange) => {
    const { service, operation, id } = exchange;
    const of = { operation: `${service} ${operation}`, exchange: id };
    try {
      const broken = judge.judge(exchange).filter(({ isKept }) => !isKept);
      const touched = broken.map(({ contract, expected: { status, code } }) => ({
        ...of,
        id: contract.id,
        says: `${contract.says}, and the cloud answers ${[status, code].filter(Boolean).join(" ")}`,
      }));
      return isUnread(exchange) ? [...touched, { ...of, ...unread }] : touched;
    } catch (error) {
      // What cannot be judged may be anything; a broken contract must not end the run that it watches.
      return [
        { ...of, id: `${service}/not-judged`, says: error instanceof Error ? error.message : "no words" },
      ];
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
