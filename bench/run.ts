import { benchFuzz, benchFuzzIdentical } from "./fuzz.ts";
import { benchFuzzKnown } from "./fuzz-known.ts";
import { benchHybrid } from "./hybrid.ts";
import { benchIdentify } from "./identify.ts";
import { benchWire } from "./wire.ts";

/** Each benchmark prints tables and, last, its ratios: `npm run bench -- identify`. Some can be had in part: `fuzz:s3`. */
const benchmarks: Readonly<Record<string, (part?: string) => Promise<void>>> = {
  fuzz: benchFuzz,
  hybrid: benchHybrid,
  identify: benchIdentify,
  wire: benchWire,
};

/** Those that take long are run when they are named. */
const longOnes: typeof benchmarks = { "fuzz-identical": benchFuzzIdentical, "fuzz-known": benchFuzzKnown };

const chosen = process.argv.slice(2);
for (const asked of chosen.length === 0 ? Object.keys(benchmarks) : chosen) {
  const [name = "", part] = asked.split(":");
  const bench = benchmarks[name] ?? longOnes[name];
  if (bench === undefined) {
    console.error(
      `there is no benchmark ${name}; there are: ${Object.keys({ ...benchmarks, ...longOnes }).join(", ")}`,
    );
    process.exit(2);
  }
  await bench(part);
}
