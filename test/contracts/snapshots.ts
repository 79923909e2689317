import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedPath } from "./shared-folder.ts";

type Snapshots = Readonly<Record<string, { readonly "recorded-content": Readonly<Record<string, unknown>> }>>;

/** What AWS answered in a step of LocalStack's tests. */
export interface SnapshotAnswer {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
}

/** An answer that evidence cites, by its file, its test and its step. */
export interface SnapshotPlace {
  readonly file: string;
  readonly test: string;
  readonly step: string;
}

const files = new Map<string, Snapshots | undefined>();

function snapshotsOf(file: string): Snapshots | undefined {
  if (!files.has(file)) {
    const path = join(sharedPath("data/aws-snapshots"), `test_${file}.snapshot.json`);
    files.set(file, existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Snapshots) : undefined);
  }
  return files.get(file);
}

/** The place that a source names; `undefined` if it names none. */
export function placeIn(source: string): SnapshotPlace | undefined {
  const [, file, test, step] = /^AWS, snapshot of LocalStack's tests: (\S+) (\S+) (\S+)$/.exec(source) ?? [];
  return file === undefined || test === undefined || step === undefined ? undefined : { file, test, step };
}

/** Whether the folder has the file of a place: LocalStack has more of them. */
export function hasFile({ file }: SnapshotPlace): boolean {
  return snapshotsOf(file) !== undefined;
}

/** A step as it was recorded: an answer, or the text of the error that the SDK made of it. */
export function snapshotAt({ file, test, step }: SnapshotPlace): SnapshotAnswer | undefined {
  const found = Object.entries(snapshotsOf(file) ?? {}).filter(([name]) => name.endsWith(`::${test}`));
  for (const [, content] of found) {
    const answer = content["recorded-content"][step];
    if (answer !== undefined) return readAnswer(answer);
  }
  return undefined;
}

function readAnswer(answer: unknown): SnapshotAnswer {
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
