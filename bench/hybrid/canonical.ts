import { readFileSync } from "node:fs";
import { canonicalise } from "../../src/clouds/canonical/canonical-trace.ts";
import { stepOf } from "../../src/clouds/canonical/step.ts";
import type { Exchange } from "../../src/wire/index.ts";
import { leastTimeOf, whole } from "./measure.ts";

const lengths = [100, 1_000, 10_000];
const guid = /[0-9a-f]{8}(?=-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/g;

/** Makes traces of these lengths canonical, from exchanges that were recorded. Gives exchanges/s for the longest. */
export async function benchCanonical(trace: string): Promise<number> {
  const [, ...lines] = readFileSync(trace, "utf8").trimEnd().split("\n");
  const rows: Record<string, object> = {};
  let last = 0;
  for (const length of lengths) {
    const exchanges = exchangesOf(lines, length);
    const read = await leastTimeOf(() => exchanges.map(stepOf));
    const steps = exchanges.map(stepOf);
    const made = await leastTimeOf(() => canonicalise(steps));
    last = (length / (read + made)) * 1000;
    rows[whole(length)] = {
      "reading, ms": read.toFixed(1),
      "making canonical, ms": made.toFixed(1),
      "exchanges/s": whole(last),
    };
  }
  console.log("\ncanonical traces by their length, one test each, best of three");
  console.table(rows);
  return last;
}

/** The recorded ones again and again, each time on other resources. */
function exchangesOf(lines: readonly string[], length: number): Exchange[] {
  return Array.from({ length }, (_, at) => {
    const round = Math.floor(at / lines.length)
      .toString(16)
      .padStart(8, "0");
    return JSON.parse((lines[at % lines.length] ?? "").replace(guid, round)) as Exchange;
  });
}
