import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allContracts, defaultWindows, isServiceName, serviceNames } from "../../src/clouds/index.ts";
import { contractHeader, Lab, parseServiceTargets, StrictFront } from "../../src/lab/index.ts";
import { send } from "../integration/strict/signed-requests.ts";
import { beyondProxies, triggers } from "./triggers.ts";

/**
 * Performs the known discrepancies that differ on the latest emulators behind `--strict`, and says which of them are
 * answered as the cloud does. The list is no part of this repository: TOUCHSTONE_SHARED names the folder that has it.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/known-discrepancies.ts
 */
const file = join(process.env["TOUCHSTONE_SHARED"] ?? "", "data/known-discrepancies.csv");
if (!existsSync(file)) {
  console.error("TOUCHSTONE_SHARED names no folder with data/known-discrepancies.csv");
  process.exit(2);
}

/** The fields of a line, some of them in quotes. */
function fieldsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'),
  );
}

const rows = readFileSync(file, "utf8")
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map(fieldsOf)
  .filter((fields) => fields.at(-1)?.startsWith("DIFFERS"))
  .map(([service = "", api = "", trigger = "", expected = "", confidence = ""]) => ({
    service: service.replace("_", "-"),
    name: `${api.replace(/^\w+ Service_/, "Service_")}: ${trigger}`,
    expected,
    confidence,
  }));

const wanted = serviceNames.flatMap((service) => parseServiceTargets(service, () => undefined));
await using lab = await Lab.start(wanted, { cwd: process.cwd() });

type Outcome = { readonly said: string; readonly by: string | null; readonly isRight: boolean };

async function outcomesOf(isInferred: boolean): Promise<ReadonlyMap<string, Outcome>> {
  const contracts = allContracts.filter(({ evidence }) => isInferred || evidence.kind !== "inferred");
  await using front = await StrictFront.open(lab, { contracts, windows: defaultWindows });
  const outcomes = new Map<string, Outcome>();
  for (const { service, name, expected } of rows) {
    const perform = triggers[service]?.[name];
    if (perform === undefined || !isServiceName(service)) continue;
    const endpoint = front.targets.find((target) => target.service === service)?.endpoint ?? "";
    const mark = `${isInferred ? "i" : "k"}${outcomes.size}`;
    const received = await perform(
      (operation, input) => send(endpoint.replace("https:", "http:"), service, operation, input),
      mark,
    );
    const code =
      /<(?:m:)?[Cc]ode>([^<]+)|"code":"([^"]+)|"__type":"[^"#]*#?([^"]+)/
        .exec(received.text)
        ?.slice(1)
        .find((one) => one !== undefined) ?? "";
    const said = `${received.status} ${received.status < 300 ? "" : code}`.trim();
    const [status = "", codes = ""] = expected.replaceAll(",", "").split(" ");
    const isRight =
      status.split("|").includes(String(received.status)) &&
      (received.status < 300 || !/^[A-Z]/.test(codes) || codes.split("|").includes(code));
    outcomes.set(`${service} ${name}`, { said, by: received.headers.get(contractHeader), isRight });
  }
  return outcomes;
}

const known = await outcomesOf(false);
const inferred = await outcomesOf(true);
const counts: Record<string, number> = {};
for (const { service, name, expected, confidence } of rows) {
  const key = `${service} ${name}`;
  const now = known.get(key);
  const then = inferred.get(key);
  const why = beyondProxies[key];
  const verdict =
    now?.isRight === true
      ? "enforced"
      : why !== undefined
        ? "a proxy cannot"
        : then?.isRight === true
          ? "inferred only"
          : "differs";
  counts[verdict] = (counts[verdict] ?? 0) + 1;
  const told = now ?? { said: "", by: null };
  const by = verdict === "enforced" ? (told.by ?? "the emulator itself") : (why ?? then?.by ?? "");
  console.log(`${verdict.padEnd(15)} ${key}  [${expected}; ${confidence}] → ${told.said}  (${by})`);
}
console.log(counts, `of ${rows.length}`);
