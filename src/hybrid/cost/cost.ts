import {
  type BilledExchange,
  interfaceOf,
  isServiceName,
  priceListOf,
  type ServiceName,
} from "../../clouds/index.ts";
import type { Operation } from "../../model/index.ts";
import type { Prices } from "./prices.ts";

/** Units of one line of a price list, and what they cost. */
interface CostLine {
  /** As in the price list: `hot/LRS/write`. */
  readonly line: string;
  readonly units: number;
  readonly dollars: number;
}

/** What the requests of one operation cost. */
interface OperationCost {
  readonly service: string | null;
  readonly operation: string;
  readonly requests: number;
  /** Requests whose price is not known; they are not in `dollars`. */
  readonly unpriced: number;
  readonly dollars: number;
  readonly lines: readonly CostLine[];
}

/** What requests cost: those of a test, or of a whole run. */
export interface Cost {
  readonly requests: number;
  readonly unpriced: number;
  readonly dollars: number;
  /** The dearest first. */
  readonly operations: readonly OperationCost[];
}

/** What was not spent. */
export interface Saved {
  readonly requests: number;
  /** Percent of all requests; 0 where there were none. */
  readonly percent: number;
  readonly dollars: number;
}

/**
 * What exchanges cost, or would cost on the cloud.
 *
 * @example
 * const { dollars } = costOf(trace, pricesWith({ "azure-blob": { tier: "cool" } }));
 */
export function costOf(exchanges: Iterable<BilledExchange>, prices: Prices): Cost {
  return summed([...exchanges].map((exchange) => priceOne(exchange, prices)));
}

/** Several costs as one: a run's from its tests'. */
export function addCosts(...costs: readonly Cost[]): Cost {
  return sumOf(costs);
}

/** The same for any number of them. */
export function sumOf(costs: readonly Cost[]): Cost {
  return summed(costs.flatMap(({ operations }) => operations));
}

/** What is saved by sending only some of all requests. */
export function saved(all: Cost, sent: Cost): Saved {
  const requests = all.requests - sent.requests;
  return {
    requests,
    percent: all.requests === 0 ? 0 : (requests / all.requests) * 100,
    dollars: all.dollars - sent.dollars,
  };
}

function priceOne(exchange: BilledExchange, prices: Prices): OperationCost {
  const { service, operation } = exchange;
  const lines = linesOf(exchange, prices);
  const dollars = (lines ?? []).reduce((sum, line) => sum + line.dollars, 0);
  return {
    service,
    operation,
    requests: 1,
    unpriced: lines === undefined ? 1 : 0,
    dollars,
    lines: lines ?? [],
  };
}

/** The lines of the bill; `undefined` where the price of any part of it is not known. */
function linesOf(exchange: BilledExchange, prices: Prices): readonly CostLine[] | undefined {
  const { service, operation } = exchange;
  if (service === null || !isServiceName(service)) return undefined;
  const known = operationsOf(service).get(operation);
  if (known === undefined) return undefined;
  const { per, dollars, chosen } = prices[service];
  const charges = priceListOf(service).bill(exchange, known, chosen);
  if (charges?.some(({ line }) => dollars[line] === undefined) ?? true) return undefined;
  return charges?.map(({ line, units }) => ({ line, units, dollars: ((dollars[line] ?? 0) * units) / per }));
}

const operationsByService = new Map<ServiceName, ReadonlyMap<string, Operation>>();

function operationsOf(service: ServiceName): ReadonlyMap<string, Operation> {
  const there = operationsByService.get(service);
  if (there !== undefined) return there;
  const made = new Map(interfaceOf(service).operations.map((operation) => [operation.name, operation]));
  operationsByService.set(service, made);
  return made;
}

function summed(parts: readonly OperationCost[]): Cost {
  const groups = Map.groupBy(parts, ({ service, operation }) => JSON.stringify([service, operation]));
  const operations = [...groups.values()].flatMap(sameOperation).toSorted(dearestFirst);
  return {
    requests: total(operations, ({ requests }) => requests),
    unpriced: total(operations, ({ unpriced }) => unpriced),
    dollars: total(operations, ({ dollars }) => dollars),
    operations,
  };
}

function sameOperation(parts: readonly OperationCost[]): OperationCost[] {
  const [first] = parts;
  if (first === undefined) return [];
  const lines = sameLines(parts.flatMap((part) => part.lines));
  return [
    {
      service: first.service,
      operation: first.operation,
      requests: total(parts, ({ requests }) => requests),
      unpriced: total(parts, ({ unpriced }) => unpriced),
      dollars: total(lines, ({ dollars }) => dollars),
      lines,
    },
  ];
}

function sameLines(lines: readonly CostLine[]): CostLine[] {
  return [...Map.groupBy(lines, ({ line }) => line)].map(([line, same]) => ({
    line,
    units: total(same, ({ units }) => units),
    dollars: total(same, ({ dollars }) => dollars),
  }));
}

function dearestFirst(a: OperationCost, b: OperationCost): number {
  return b.dollars - a.dollars || b.requests - a.requests || a.operation.localeCompare(b.operation, "en");
}

function total<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}
