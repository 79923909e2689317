import { readFileSync } from "node:fs";
import { sharedPath } from "./shared-folder.ts";

/** A known discrepancy of an emulator, as the list has it. */
export interface KnownRow {
  readonly service: string;
  readonly api: string;
  readonly trigger: string;
  /** What the cloud is expected to answer: `409 ContainerBeingDeleted`. */
  readonly expected: string;
  /** How sure that is, in the list's words. */
  readonly confidence: string;
  /** What Azurite 3.21.0 and the latest have answered; empty for other emulators. */
  readonly azurite: { readonly old: string; readonly latest: string };
  /** Whether the latest emulator still differs. */
  readonly differs: boolean;
}

/** The fields of a line, some of them in quotes. */
function fieldsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'),
  );
}

/** The list of known discrepancies, which is no part of this repository. */
export function knownRows(): readonly KnownRow[] {
  return readFileSync(sharedPath("data/known-discrepancies.csv"), "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(fieldsOf)
    .map((fields) => {
      const [service = "", api = "", trigger = "", expected = "", confidence = ""] = fields;
      const [old = "", latest = ""] = fields.slice(6);
      return {
        service: service.replace("_", "-"),
        api: api.replace(/^\w+ Service_/, "Service_"),
        trigger,
        expected,
        confidence,
        azurite: { old, latest },
        differs: fields.at(-1)?.startsWith("DIFFERS") ?? false,
      };
    });
}

/** Whether an answer is one that a row expects. */
export function isExpected({ expected }: KnownRow, status: number, code: string | undefined): boolean {
  const [statuses = "", codes = ""] = expected.replaceAll(",", "").split(" ");
  return (
    statuses.split("|").includes(String(status)) &&
    (status < 300 || !/^[A-Z]/.test(codes) || codes.split("|").includes(code ?? ""))
  );
}
