import { allContracts, defaultWindows, isServiceName, serviceNames } from "../../src/clouds/index.ts";
import { contractHeader, Lab, parseServiceTargets, StrictFront } from "../../src/lab/index.ts";
import { send } from "../integration/strict/signed-requests.ts";
import { beyondProxies, corrected } from "./beyond-proxies.ts";
import { isExpected, type KnownRow, knownRows } from "./known-rows.ts";
import { triggers } from "./triggers.ts";

/**
 * Performs the known discrepancies that differ on the latest emulators behind `--strict`, and says which of them are
 * answered as the cloud does. The list is no part of this repository: TOUCHSTONE_SHARED names the folder that has it.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/known-discrepancies.ts
 *
 * A row is raised where its answer is recorded or documented: by the contract that gives it, or by the source that is named
 * beside why a proxy cannot. All other rows stay inferred, and strict mode says nothing of them unless it is asked to.
 */
const rows = knownRows()
  .filter(({ differs }) => differs)
  .map((row) => {
    const key = `${row.service} ${row.api}: ${row.trigger}`;
    return { ...row, key, expected: corrected[key]?.expected ?? row.expected };
  });

const wanted = serviceNames.flatMap((service) => parseServiceTargets(service, () => undefined));
await using lab = await Lab.start(wanted, { cwd: process.cwd() });

interface Outcome {
  readonly said: string;
  readonly by: string | null;
  readonly isRight: boolean;
}

async function outcomesOf(isInferred: boolean): Promise<ReadonlyMap<string, Outcome>> {
  const contracts = allContracts.filter(({ evidence }) => isInferred || evidence.kind !== "inferred");
  await using front = await StrictFront.open(lab, { contracts, windows: defaultWindows });
  const outcomes = new Map<string, Outcome>();
  for (const row of rows) {
    const { service, key } = row;
    const perform = triggers[service]?.[`${row.api}: ${row.trigger}`];
    if (perform === undefined || !isServiceName(service)) continue;
    const endpoint = front.targets.find((target) => target.service === service)?.endpoint ?? "";
    const received = await perform(
      (operation, input) => send(endpoint.replace("https:", "http:"), service, operation, input),
      `${isInferred ? "i" : "k"}${outcomes.size}`,
    );
    const code = codeIn(received.text);
    outcomes.set(key, {
      said: `${received.status} ${received.status < 300 ? "" : (code ?? "")}`.trim(),
      by: received.headers.get(contractHeader),
      isRight: isExpected(row, received.status, code),
    });
  }
  return outcomes;
}

function codeIn(text: string): string | undefined {
  return /<(?:m:)?[Cc]ode>([^<]+)|"code":"([^"]+)|"__type":"[^"#]*#?([^"]+)/
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);
}

const known = await outcomesOf(false);
const inferred = await outcomesOf(true);

type Verdict = "answered" | "a proxy cannot" | "inferred only" | "not known";

function verdictOf({ key }: KnownRow & { readonly key: string }): {
  readonly verdict: Verdict;
  readonly by: string;
} {
  const now = known.get(key);
  const beyond = beyondProxies[key];
  if (now?.isRight === true) return { verdict: "answered", by: now.by ?? "the emulator itself" };
  if (beyond !== undefined) return { verdict: "a proxy cannot", by: `${beyond.why}; ${beyond.source}` };
  const then = inferred.get(key);
  return then?.isRight === true
    ? { verdict: "inferred only", by: then.by ?? "" }
    : { verdict: "not known", by: "no answer of the cloud was seen or read" };
}

const counts: Record<Verdict, number> = {
  answered: 0,
  "a proxy cannot": 0,
  "inferred only": 0,
  "not known": 0,
};
for (const row of rows) {
  const { verdict, by } = verdictOf(row);
  counts[verdict]++;
  const source = corrected[row.key]?.source;
  const wanted = `${row.expected}; ${row.confidence}${source === undefined ? "" : `; corrected by ${source}`}`;
  console.log(`${verdict.padEnd(15)} ${row.key}  [${wanted}] → ${known.get(row.key)?.said ?? ""}  (${by})`);
}
const raised = counts.answered + counts["a proxy cannot"];
const share = ((100 * counts["a proxy cannot"]) / raised).toFixed(1);
console.log(
  `${rows.length} rows differ on the latest emulators: ${raised} are raised to recorded or documented, ${counts.answered} of them answered as the cloud does, ${counts["a proxy cannot"]} (${share}%) that a proxy cannot; ${counts["inferred only"]} are inferred only, ${counts["not known"]} not known`,
);
process.exitCode = counts["a proxy cannot"] * 10 <= raised ? 0 : 1;
