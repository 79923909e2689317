import { benchFuzz, benchFuzzIdentical } from "./fuzz.ts";
import { benchFuzzKnown } from "./fuzz-known.ts";
import { benchHybrid } from "./hybrid.ts";
import { benchIdentify } from "./identify.ts";
import { benchWire } from "./wire.ts";

/** Each benchmark prints tables and, last, one ratio: `npm run bench -- identify`. */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  fuzz: benchFuzz,
  hybrid: benchHybrid,
  identify: benchIdentify,
  wire: benchWire,
};

/** Those that take long are run when they are named. */
const longOnes: typeof benchmarks = { "fuzz-identical": benchFuzzIdentical, "fuzz-known": benchFuzzKnown };

const chosen = process.argv.slice(2);
for (const name of chosen.length === 0 ? Object.keys(benchmarks) : chosen) {
  const bench = benchmarks[name] ?? longOnes[name];
  if (bench === undefined) {
    console.error(
      `there is no benchmark ${name}; there are: ${Object.keys({ ...benchmarks, ...longOnes }).join(", ")}`,
    );
    process.exit(2);
  }
  await bench();
}
