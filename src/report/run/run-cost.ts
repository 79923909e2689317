import { isServiceName, priceListOf } from "../../clouds/index.ts";
import { type Cost, type HybridReport, sumOf } from "../../hybrid/index.ts";
import type { PricedLine, RunCost } from "./document.ts";

/** What a run cost, what it would have cost on the cloud alone, and by which lines of the price lists. */
export function runCostOf({ tests, cost }: HybridReport): RunCost {
  const { all, sent } = cost;
  const unsent = sumOf(tests.flatMap((test) => (test.unsent === undefined ? [] : [test.cost])));
  const kept = tests.filter((test) => test.judgement === undefined && test.unsent === undefined);
  const keptCost = sumOf(kept.map((test) => test.cost));
  return { all, sent, unsent, saved: savedBy(keptCost, all), lines: pricedLines(all, sent) };
}

/** What was not spent: counted by what the kept tests did, since those that were sent may do more on the cloud. */
function savedBy({ requests, dollars }: Cost, all: Cost): RunCost["saved"] {
  return { requests, percent: all.requests === 0 ? 0 : (requests / all.requests) * 100, dollars };
}

function pricedLines(all: Cost, sent: Cost): readonly PricedLine[] {
  const [whole, part] = [byLine(all), byLine(sent)];
  const nothing = { units: 0, dollars: 0 };
  return [...new Set([...whole.keys(), ...part.keys()])]
    .map((key): PricedLine => {
      const [service = "", line = ""] = key.split(" ");
      return {
        service,
        line,
        ...settingsIn(service, line),
        all: whole.get(key) ?? nothing,
        sent: part.get(key) ?? nothing,
      };
    })
    .toSorted((a, b) => b.all.dollars - a.all.dollars || (a.line < b.line ? -1 : 1));
}

function byLine({ operations }: Cost): ReadonlyMap<string, { units: number; dollars: number }> {
  const sums = new Map<string, { units: number; dollars: number }>();
  for (const { service, lines } of operations) {
    for (const { line, units, dollars } of lines) {
      const key = `${service} ${line}`;
      const sum = sums.get(key) ?? { units: 0, dollars: 0 };
      sums.set(key, { units: sum.units + units, dollars: sum.dollars + dollars });
    }
  }
  return sums;
}

/** The parts of a line's name: what can be chosen in the list's order, and the price class behind it. */
function settingsIn(service: string, line: string): Pick<PricedLine, "class" | "settings"> {
  const parts = line.split("/");
  const names = isServiceName(service) ? Object.keys(priceListOf(service).choices) : [];
  const settings = names.slice(0, parts.length - 1).map((name, at) => [name, parts[at] ?? ""]);
  return { class: parts.at(-1) ?? line, settings: Object.fromEntries(settings) as Record<string, string> };
}
