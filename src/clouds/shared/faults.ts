import type { Fault } from "../../model/index.ts";

/** A service's documented fault codes with the status that each comes with. */
export type FaultTable = Readonly<Record<string, number>>;

/**
 * Makes the picker with which operation rows name their faults. Codes that every operation can answer with
 * are added to each pick; a code that the table lacks does not compile.
 *
 * @example
 * const faults = faultPicker({ QueueNotFound: 404, ServerBusy: 503 }, ["ServerBusy"]);
 * faults("QueueNotFound"); // [{ status: 404, code: "QueueNotFound" }, { status: 503, code: "ServerBusy" }]
 */
export function faultPicker<T extends FaultTable>(
  table: T,
  always: readonly (keyof T & string)[],
): (...codes: readonly (keyof T & string)[]) => readonly Fault[] {
  return (...codes) =>
    [...new Set([...codes, ...always])].map((code) => ({ status: table[code] ?? 0, code }));
}
