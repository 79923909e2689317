import type { RunDocument } from "../run/document.ts";
import { counted, cut, oneLine, wrap } from "./layout.ts";
import type { TextOptions } from "./text-report.ts";

/** What a run has left on the cloud, though it made it. */
export function leftoverLines({ leftovers }: RunDocument, { paint, width }: TextOptions): string[] {
  if (leftovers.length === 0) return [];
  return [
    "",
    `${paint.yellow("!")} ${paint.bold("Left on the cloud, though this run made it")}`,
    ...leftovers.flatMap(({ service, kind, name, why }) =>
      wrap(`${service} ${kind} ${name}: ${why}`, width - 4).map((line) => `    ${line}`),
    ),
  ];
}

/** What is still to be sent, from this run and from earlier ones. */
export function waitingLines({ waiting }: RunDocument, { paint }: TextOptions): string[] {
  if (waiting === 0) return [];
  const wait = waiting === 1 ? "1 test waits" : `${waiting} tests wait`;
  return ["", `${wait} for the cloud: ${paint.dim("touchstone run --deferred -- …")}`];
}

/** What an audit says of the decisions. */
export function auditLines({ audit, policy }: RunDocument, { paint, width }: TextOptions): string[] {
  if (audit === null) return [];
  const { judged, kept, wrong, doubtful, needless } = audit;
  const named = (ids: readonly string[]) => ids.map((id) => `    ${cut(oneLine(id), width - 4)}`);
  return [
    "",
    paint.bold(`Audit of the policy ${policy}: ${counted(judged, "test")} on both sides`),
    `  ${kept} would have been kept on the emulator`,
    `  ${wrong.length === 0 ? paint.green("✓") : paint.red("✗")} ${wrong.length} of these wrongly: they end differently on the cloud`,
    ...named(wrong),
    `  ${doubtful.length} of these end the same, but did not do the same`,
    ...named(doubtful),
    `  ${needless} would have been sent, and agree`,
  ];
}
