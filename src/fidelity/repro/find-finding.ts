import { cloudLabel } from "../../lab/index.ts";
import { nearest, TouchstoneError } from "../../model/index.ts";
import type { Finding } from "../findings/finding.ts";

/** How many ids an error names. */
const mostNamed = 5;

/**
 * The finding of an id, or of an id's beginning where no other begins with it. An id stands for the same discrepancy on
 * several emulators and versions: the last of them is meant, unless one of the label is there, or of an emulator without its version.
 */
export function findingNamed(findings: readonly Finding[], named: string, label?: string): Finding {
  const exact = findings.filter(({ id }) => id === named);
  const meant = exact.length > 0 ? exact : findings.filter(({ id }) => id.startsWith(named));
  const ids = [...new Set(meant.map(({ id }) => id))];
  if (ids.length > 1) {
    throw new TouchstoneError("TS_FINDING", `${ids.length} findings begin with ${named}`, {
      hint: `Say which one: ${listed(ids)}`,
    });
  }
  const inOrder = meant.toSorted((a, b) =>
    a.emulator.label.localeCompare(b.emulator.label, "en", { numeric: true }),
  );
  const found =
    inOrder.find(({ emulator }) => emulator.label === label) ??
    inOrder.findLast(({ emulator }) => emulator.label.startsWith(`${label} `)) ??
    inOrder.at(-1);
  if (found !== undefined) return found;
  throw new TouchstoneError("TS_FINDING", `there is no finding ${named}`, {
    hint: whatThereIs(findings, named),
  });
}

function whatThereIs(findings: readonly Finding[], named: string): string {
  const ids = [...new Set(findings.map(({ id }) => id))].toSorted();
  if (ids.length === 0) {
    return "The catalogue has no findings: touchstone fuzz looks for some, and --catalogue FILE names another.";
  }
  const operation = named.replace(/-[0-9a-f]*$/, "").toLowerCase();
  const alike = ids.filter((id) => operation !== "" && id.toLowerCase().startsWith(operation));
  const closest = nearest(named, ids);
  const near = [...new Set([...(closest === undefined ? [] : [closest]), ...alike])];
  return near.length > 0 ? `Near it: ${listed(near)}` : `There are: ${listed(ids)}`;
}

function listed(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return ids.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** How a side with this label is named to be opened again: `azurite 3.21.0` is `azurite@3.21.0`. */
export function targetOf(label: string): { readonly named: string; readonly behind?: string } {
  if (label === cloudLabel) return { named: "cloud" };
  const [, contracts, behind] = /^(contracts(?:-inferred)?) \(on (.+)\)$/.exec(label) ?? [];
  if (contracts !== undefined && behind !== undefined) {
    return { named: contracts, behind: targetOf(behind).named };
  }
  return { named: /^https?:/.test(label) ? label : label.replace(" ", "@") };
}
