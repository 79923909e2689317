import type { FindingsCatalogue } from "../../fidelity/index.ts";
import type { Paint } from "../text/paint.ts";
import { findingsText } from "./findings-text.ts";

/** How a list of a catalogue is written. */
export interface CatalogueTextOptions {
  readonly paint: Paint;
  readonly width: number;
  /** Where the catalogue is. */
  readonly file: string;
}

/** The findings of a catalogue for people, emulator by emulator. */
export function catalogueText(
  catalogue: FindingsCatalogue,
  { paint, width, file }: CatalogueTextOptions,
): string {
  const sections = [...catalogue].filter(([, { findings }]) => findings.length > 0);
  if (sections.length === 0) return `${file} has no findings: touchstone fuzz looks for some`;
  return sections
    .map(([label, { findings }]) =>
      [paint.bold(label), ...findingsText(findings, { paint, width, details: false })].join("\n"),
    )
    .join("\n\n");
}
