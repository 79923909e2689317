import { type ServiceName, serviceNames } from "../src/clouds/index.ts";
import { type Finding, fuzz } from "../src/fidelity/index.ts";
import { type KnownRow, knownRows } from "../test/contracts/known-rows.ts";
import { pairOf } from "./fuzz/pair-of.ts";

const budget = 5 * 60_000;

/**
 * Which known differences between Azurite 3.21.0 and the latest generation alone finds, in five minutes a service. The list
 * is that of the folder which TOUCHSTONE_SHARED names: the generator has never seen it.
 */
export async function benchFuzzKnown(): Promise<void> {
  const rows = knownRows().filter(({ azurite: { old, latest } }) => old !== latest);
  const findings = new Map<string, readonly Finding[]>();
  for (const service of serviceNames.filter((name) => rows.some((row) => row.service === name))) {
    findings.set(service, await found(service));
  }
  const told = rows.map((row) => ({ row, finding: findingOf(row, findings.get(row.service) ?? []) }));
  console.table(
    told.map(({ row: { api, trigger, azurite }, finding }) => ({
      operation: api,
      trigger,
      "3.21.0": azurite.old,
      latest: azurite.latest,
      finding: finding?.id ?? "-",
    })),
  );
  const hits = told.filter(({ finding }) => finding !== undefined);
  const others = hits.filter(({ row }) => Object.hasOwn(elsewhere, row.api)).length;
  const ratio = (hits.length / rows.length).toFixed(2);
  console.log(
    `fuzz-known: ${hits.length} of ${rows.length} rows, ${ratio}; ${others} of these by another of their calls`,
  );
}

async function found(service: ServiceName): Promise<readonly Finding[]> {
  await using sides = await pairOf(service, "azurite@3.21.0", "azurite");
  const { findings, timeDependent, calls, seconds } = await fuzz({ ...sides, seed: 1, budget });
  const all = [...findings, ...timeDependent];
  console.log(`${service}: ${calls} calls in ${Math.round(seconds)} s, ${all.length} findings`);
  return all;
}

/** Rows of two calls whose answers are not those of the operation that they name, or at whose first call the sides part already. */
const elsewhere: Readonly<
  Record<string, { readonly operation: string; readonly pair: readonly [string, string] }>
> = {
  Blob_SetTier: { operation: "Blob_Download", pair: ["200", "409 BlobArchived"] },
  AppendBlob_Seal: { operation: "AppendBlob_Seal", pair: ["400", "200"] },
};

/** The finding that tells of a row: of its operation and with its very answers, or with those that stand for them. */
function findingOf({ api, azurite }: KnownRow, findings: readonly Finding[]): Finding | undefined {
  const { operation: wanted, pair } = elsewhere[api] ?? {
    operation: api,
    pair: [azurite.old, azurite.latest],
  };
  const [here, there] = [outcomeOf(pair[0]), outcomeOf(pair[1])];
  const own = findings.filter(({ operation }) => operation === wanted);
  return (
    own.find(({ emulator, reference }) => isSame(emulator, here) && isSame(reference, there)) ??
    own.find((finding) => isInside(finding, here, there))
  );
}

interface Told {
  readonly status: number;
  readonly code: string | null;
}

/** `416 InvalidRange`; what else a row says of a success, or of a refusal without a code, is no code. */
function outcomeOf(text: string): Told {
  const [, status = "0", code] = /^(\d{3})(?: ([A-Z][A-Za-z0-9 ]+))?/.exec(text) ?? [];
  return { status: Number(status), code: code ?? null };
}

function isSame(one: Pick<Finding["emulator"], "status" | "code">, other: Told): boolean {
  return one.status === other.status && one.code === other.code;
}

/** Whether it is an answer inside a batch that differs so. */
function isInside({ differences }: Finding, here: Told, there: Told): boolean {
  return (
    here.code !== null &&
    there.code !== null &&
    differences.some(
      ({ emulator, reference }) =>
        emulator?.includes(here.code ?? "") === true && reference?.includes(there.code ?? "") === true,
    )
  );
}
