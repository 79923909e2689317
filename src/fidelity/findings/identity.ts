import { createHash } from "node:crypto";
import type { ServiceName } from "../../clouds/index.ts";
import { statusAndCode } from "../../clouds/index.ts";
import { type Sequence, tokenPattern } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Discrepancy, Outcome, PlaceDifference } from "../pair/performed.ts";
import { namesIn } from "./names-in.ts";

/** A discrepancy, and the sequence that leads to it. */
export interface Case {
  readonly sequence: Sequence;
  readonly discrepancy: Discrepancy;
}

/** `409 ContainerBeingDeleted`, `201`, `no answer`. */
export function outcomeText({ status, code }: Outcome): string {
  return status === null ? ["no answer", code].filter(Boolean).join(" ") : statusAndCode({ status, code });
}

export function equalOutcomes(one: Outcome, other: Outcome): boolean {
  return one.status === other.status && one.code === other.code;
}

/**
 * What makes two discrepancies of a service one: the operation and the pair of outcomes; where both answered the same,
 * also the first place at which they differ, whatever the things there are named, and how a part of a batch ended there.
 */
export function sameFinding(found: Case, described: Interface): string {
  const { sequence, discrepancy } = found;
  const { emulator, reference } = discrepancy;
  const operation = sequence[discrepancy.step]?.operation ?? "";
  const pair = [operation, outcomeText(emulator), outcomeText(reference)];
  return (equalOutcomes(emulator, reference) ? [...pair, firstPlace(found, described)] : pair).join("\n");
}

/** Stable from run to run and from version to version: `Blob_SetTags-3f9a12`. */
export function findingId(service: ServiceName, found: Case, described: Interface): string {
  const operation = found.sequence[found.discrepancy.step]?.operation ?? "";
  const hash = createHash("sha256").update(`${service}\n${sameFinding(found, described)}`);
  return `${operation}-${hash.digest("hex").slice(0, 6)}`;
}

/** The first place that differs, without indices and without names that the sequence has chosen. */
function firstPlace({ sequence, discrepancy }: Case, described: Interface): string {
  const [first] = discrepancy.differences;
  return first === undefined ? "" : tellingPlace(first, namesIn(sequence, described));
}

/** A place without what depends on chance; where it says how a part of a batch ended, with the two outcomes. */
export function tellingPlace(
  { place, emulator, reference }: PlaceDifference,
  names: ReadonlySet<string>,
): string {
  const general = generalPlace(place, names);
  return outcomeOfPart.test(place) ? `${general} ${emulator} ${reference}` : general;
}

const outcomeOfPart = /^response\.body\..*\bpart\..*[.-](?:status|code)$/;

/**
 * A place without what depends on chance: `state blobs.a.tags[2].Key` is `state blobs.*.tags[].Key`. How users call tags and metadata may
 * stand in the midst of a text, and have dots of its own.
 */
export function generalPlace(place: string, names: ReadonlySet<string>): string {
  const longestFirst = [...names].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  let general = place.replaceAll(tokenPattern, "*");
  for (const name of longestFirst) {
    if (general.toLowerCase().includes(name.toLowerCase())) general = general.replaceAll(asPart(name), "*");
  }
  return general
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "*")
    .replace(/(\.header\.x-(?:ms|amz)-meta-).+$/, "$1*")
    .replace(/^(state (?:.*?\.)?(?:tags|metadata)\.).+$/i, "$1*")
    .replaceAll(/\[\d+\]/g, "[]")
    .replaceAll(/\.\d+(?=\.|$)/g, ".*");
}

/**
 * A name where it stands between what separates the parts of a place, in whatever case: those of metadata come back in another.
 * The first word says what kind of place it is.
 */
function asPart(name: string): RegExp {
  return new RegExp(`(?<=[.[\\]"/ ])${RegExp.escape(name)}(?=[.[\\]"/ ]|$)`, "gi");
}
