import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contractsOf } from "../../src/clouds/index.ts";
import type { Contract } from "../../src/model/index.ts";
import { answerTo } from "../unit/clouds/contracts/examples.ts";

/**
 * Compares the contracts of S3 and DynamoDB with answers that AWS gave, as LocalStack's tests have recorded them. The
 * snapshots are no part of this repository: TOUCHSTONE_SHARED names the folder that has them in data/aws-snapshots.
 *
 *   TOUCHSTONE_SHARED=… node test/contracts/against-snapshots.ts
 */
const shared = process.env["TOUCHSTONE_SHARED"] ?? "";
const folder = join(shared, "data/aws-snapshots");
if (shared === "" || !existsSync(folder)) {
  console.error("TOUCHSTONE_SHARED names no folder with data/aws-snapshots");
  process.exit(2);
}

type Snapshots = Readonly<Record<string, { readonly "recorded-content": Readonly<Record<string, unknown>> }>>;

const files = new Map<string, Snapshots>();

function snapshotsOf(file: string): Snapshots {
  const known = files.get(file);
  if (known !== undefined) return known;
  const read = JSON.parse(readFileSync(join(folder, `test_${file}.snapshot.json`), "utf8")) as Snapshots;
  files.set(file, read);
  return read;
}

interface RecordedAnswer {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
}

/** A step of a test, as it was recorded: an answer, or the text of the error that the SDK made of it. */
function recordedAt(file: string, test: string, step: string): RecordedAnswer | undefined {
  const found = Object.entries(snapshotsOf(file)).filter(([name]) => name.endsWith(`::${test}`));
  for (const [, content] of found) {
    const answer = content["recorded-content"][step];
    if (answer !== undefined) return readAnswer(answer);
  }
  return undefined;
}

function readAnswer(answer: unknown): RecordedAnswer {
  if (typeof answer === "string") {
    const [, code, message] =
      /^An error occurred \((\w+)\) when calling .*? operation: (.*)$/s.exec(answer) ?? [];
    return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
  }
  const { Error: error, ResponseMetadata: metadata } = answer as {
    readonly Error?: { readonly Code?: string; readonly Message?: string | null };
    readonly ResponseMetadata?: { readonly HTTPStatusCode?: number };
  };
  return {
    ...(metadata?.HTTPStatusCode !== undefined && { status: metadata.HTTPStatusCode }),
    ...(error?.Code !== undefined && { code: error.Code }),
    ...(typeof error?.Message === "string" && { message: error.Message }),
  };
}

type Result = "agrees" | "contradicts" | "uncovered";

function compare(contract: Contract): { readonly result: Result; readonly why: string } {
  const source = contract.evidence.kind === "recorded" ? contract.evidence.source : "";
  const [, file, test, step] = /^AWS, snapshot of LocalStack's tests: (\S+) (\S+) (\S+)$/.exec(source) ?? [];
  if (file === undefined || test === undefined || step === undefined) {
    return { result: "uncovered", why: `${contract.evidence.kind}, and cites no snapshot` };
  }
  const recorded = recordedAt(file, test, step);
  if (recorded === undefined) return { result: "contradicts", why: `there is no ${file} ${test} ${step}` };
  const ours = answerTo(contract, contract.on[0] ?? "", contract.breaks);
  const isSame =
    (recorded.status ?? ours?.status) === ours?.status && (recorded.code ?? undefined) === ours?.code;
  const wanted = `${recorded.status ?? ""} ${recorded.code ?? ""}`.trim();
  if (!isSame)
    return { result: "contradicts", why: `AWS: ${wanted}, we: ${ours?.status} ${ours?.code ?? ""}` };
  const isWordForWord =
    recorded.message === undefined || recorded.message === (ours?.message ?? recorded.message);
  return { result: "agrees", why: isWordForWord ? "" : `in other words: ${recorded.message}` };
}

const contracts = [...contractsOf("s3"), ...contractsOf("dynamodb")];
const compared = contracts.map((contract) => ({ contract, ...compare(contract) }));
const counts = Object.groupBy(compared, ({ result }) => result);
for (const { contract, result, why } of compared) {
  if (result !== "agrees" || why !== "") console.log(`${result.padEnd(12)} ${contract.id}  ${why}`);
}
console.log(
  `${counts.agrees?.length ?? 0} agree, ${counts.contradicts?.length ?? 0} contradict, ${counts.uncovered?.length ?? 0} uncovered, of ${contracts.length}`,
);
process.exitCode = (counts.contradicts?.length ?? 0) > 0 ? 1 : 0;
