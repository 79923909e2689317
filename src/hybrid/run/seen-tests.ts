import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalise } from "../../clouds/index.ts";
import type { Lab } from "../../lab/index.ts";
import type { SeenTest } from "../decide/decide.ts";
import type { LearnedNoise, Measured } from "../safe-list/entry.ts";
import { measuredBy } from "./measured.ts";
import type { Observations } from "./observations.ts";
import type { HybridOptions } from "./options.ts";
import { isFile } from "./outside-tests.ts";
import type { TargetRun } from "./target-run.ts";

/** Every test with its canonical trace, what is known to be noise in it named by first use. */
export async function seenTests(
  run: TargetRun,
  emulators: Readonly<Record<string, string>>,
  { store, cwd, mode, storedId }: Pick<HybridOptions, "store" | "cwd" | "mode" | "storedId">,
): Promise<SeenTest[]> {
  const noise = Map.groupBy(await store.noise(), ({ test }) => test);
  const sources = new Map<string, string>();
  return run.tests.flatMap((test) => {
    const result = run.results.get(test.id);
    if (result === undefined || isFile(test)) return [];
    const observation = run.observations.of(test.id, test.file);
    const measured = measuredBy.of(usedEmulators(emulators, observation.operations), observation.apiVersions);
    const places = placesFor(noise.get(storedId(test.id)) ?? [], measured);
    return [
      {
        test,
        result,
        observation,
        measured,
        noise: places,
        trace: canonicalise(observation.read, { noise: places, mode }),
        source: sourceOf(join(cwd, test.file), sources),
      },
    ];
  });
}

/** The emulators of a lab with their versions, by service: `azurite 3.36.0`, and `url ?` where nobody knows. */
export function emulatorsOf(lab: Lab, { servers }: Observations): Readonly<Record<string, string>> {
  const named = lab.targets.map(({ service, emulator, version }) => {
    const own = version === null ? nameOfItself(servers.get(service)) : undefined;
    return [service, own ?? `${emulator} ${version ?? "?"}`];
  });
  return Object.fromEntries(named);
}

/** `Azurite-Blob/3.36.0` says all; other emulators name a library, or nothing. */
function nameOfItself(servers: ReadonlySet<string> = new Set()): string | undefined {
  const versions = [...servers].map((server) => /^Azurite-\w+\/(\d\S*)$/.exec(server)?.[1]);
  const [version] = versions;
  return version !== undefined && versions.length === 1 ? `azurite ${version}` : undefined;
}

/** Those of the services that a test has used. */
function usedEmulators(emulators: Readonly<Record<string, string>>, operations: readonly string[]): string[] {
  const services = operations.map((operation) => operation.split(" ")[0] ?? "");
  return [...new Set(services.flatMap((service) => emulators[service] ?? []))].sort();
}

function placesFor(noise: readonly LearnedNoise[], measured: Measured): ReadonlySet<string> {
  const key = JSON.stringify(measured);
  const same = noise.filter((one) => JSON.stringify(one.measured) === key);
  return new Set(same.flatMap(({ places }) => places));
}

/** The hash of a file; a test that is in none, such as a whole command, has none to be edited. */
function sourceOf(file: string, known: Map<string, string>): string {
  let hash = known.get(file);
  if (hash === undefined) {
    try {
      hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    } catch {
      hash = "";
    }
    known.set(file, hash);
  }
  return hash;
}
