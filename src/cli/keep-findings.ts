import { type Finding, recordFinding } from "../fidelity/index.ts";
import type { Terminal } from "./terminal.ts";

/** Keeps findings while a run goes on. Where that fails it is told, and left to the end, when all of them are written again. */
export function keeping(file: string, terminal: Terminal): (finding: Finding) => void {
  let isFailing = false;
  return (finding) => {
    if (isFailing) return;
    try {
      recordFinding(file, finding);
    } catch (error) {
      isFailing = true;
      const why = error instanceof Error ? error.message : String(error);
      terminal.note(`${terminal.noteColor.yellow("!")} ${why}; Touchstone tries again at the end`);
    }
  };
}
