import fc from "fast-check";
import { type StringType, validate } from "../../model/index.ts";
import { edgeRanges, isRangeFormat } from "../byte-ranges.ts";
import { valueArbitrary } from "../value-arbitrary.ts";
import { farEnough, largest } from "./largest.ts";
import { edgesOf, missesOf, nearChoices, withStranger } from "./near-misses.ts";
import { brokenBy, lengthOf, type TextRefinement, textRefinements } from "./refinements.ts";
import { shrunk, stretched } from "./stretched.ts";

/** Texts that break a refinement. */
export interface BrokenTexts {
  readonly refinement: TextRefinement;
  /** What breaks with it, where the type says the same thing twice: a pattern with a length in it. */
  readonly along: readonly TextRefinement[];
  readonly texts: readonly string[];
}

/** Texts that stand on a bound and are allowed. */
export interface BoundaryTexts {
  readonly refinement: TextRefinement;
  readonly texts: readonly string[];
}

const enough = 24;
const broken = new WeakMap<StringType, readonly BrokenTexts[]>();
const onBounds = new WeakMap<StringType, readonly BoundaryTexts[]>();

/** For every refinement of the type, texts that break it and, where that can be, nothing else. */
export function brokenTexts(type: StringType): readonly BrokenTexts[] {
  let found = broken.get(type);
  if (found === undefined) {
    const samples = samplesOf(type);
    found = textRefinements(type).flatMap((refinement) => breaking(type, refinement, samples));
    broken.set(type, found);
  }
  return found;
}

/** Texts as long and as short as the type allows, of the characters at the edges of what it allows, and ranges that end there. */
export function boundaryTexts(type: StringType): readonly BoundaryTexts[] {
  let found = onBounds.get(type);
  if (found === undefined) {
    const samples = samplesOf(type);
    found = textRefinements(type)
      .flatMap((refinement) => atBounds(type, refinement, samples).map((texts) => ({ refinement, texts })))
      .filter(({ texts }) => texts.length > 0);
    onBounds.set(type, found);
  }
  return found;
}

/** Allowed texts, always the same. */
function samplesOf(type: StringType): readonly string[] {
  const drawn = fc.sample(valueArbitrary(type), { seed: 11, numRuns: 12 }).map(String);
  const first = type.example === undefined ? [] : [type.example];
  return [...new Set([...first, ...drawn])].filter((text) => text.length <= 200).slice(0, 8);
}

function breaking(
  type: StringType,
  refinement: TextRefinement,
  samples: readonly string[],
): readonly BrokenTexts[] {
  const sorts = candidates(type, refinement, samples).map((texts) => sorted(type, refinement, texts));
  const alone = sorts.flatMap((sort) => sort.alone);
  if (alone.length > 0) return [{ refinement, along: [], texts: spread(alone) }];
  const together = sorts.flatMap((sort) => sort.together);
  const fewest = Math.min(...together.map(({ breaks }) => breaks.length));
  const best = together.find(({ breaks }) => breaks.length === fewest);
  if (best === undefined) return [];
  const alike = together.filter(({ breaks }) => String(breaks) === String(best.breaks));
  const along = best.breaks.filter((name) => name !== refinement);
  return [{ refinement, along, texts: spread(alike.map(({ text }) => text)) }];
}

interface Together {
  readonly text: string;
  readonly breaks: readonly TextRefinement[];
}

/** What breaks the refinement, by whether it breaks others too; no further than there is enough of the first. */
function sorted(
  type: StringType,
  refinement: TextRefinement,
  texts: Iterable<string>,
): { readonly alone: readonly string[]; readonly together: readonly Together[] } {
  const most = isLength(refinement) ? 6 : Number.POSITIVE_INFINITY;
  const alone = new Set<string>();
  const together = new Map<string, Together>();
  for (const text of texts) {
    if (alone.size >= most) break;
    const breaks = text.isWellFormed() ? brokenBy(type, text) : [];
    if (!breaks.includes(refinement)) continue;
    if (breaks.length === 1) alone.add(text);
    else if (together.size < enough) together.set(text, { text, breaks });
  }
  const nearest = nearestTo(type, refinement);
  return {
    alone: nearest([...alone], String),
    together: nearest([...together.values()], ({ text }) => text),
  };
}

/** Of what breaks a length, only what comes nearest to it. */
function nearestTo(
  type: StringType,
  refinement: TextRefinement,
): <Each>(all: readonly Each[], textOf: (each: Each) => string) => readonly Each[] {
  const bound = isLength(refinement) ? type[refinement] : undefined;
  return (all, textOf) => {
    if (bound === undefined) return all;
    const distances = all.map((each) => Math.abs(lengthOf(type, textOf(each)) - bound));
    const least = Math.min(...distances);
    return all.filter((_, index) => distances[index] === least);
  };
}

function isLength(refinement: TextRefinement): refinement is "minLength" | "maxLength" {
  return refinement === "minLength" || refinement === "maxLength";
}

/** The first, which come nearest, and some of every other sort. */
function spread(texts: readonly string[]): readonly string[] {
  const others = texts.slice(enough / 2);
  const step = Math.max(1, (2 * others.length) / enough);
  const some = others.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return [...texts.slice(0, enough / 2), ...some];
}

/** Texts to try a refinement with; of lengths, those at the bound apart from those far from it. */
function candidates(
  type: StringType,
  refinement: TextRefinement,
  samples: readonly string[],
): readonly Iterable<string>[] {
  switch (refinement) {
    case "oneOf":
      return [nearChoices(type.oneOf ?? [])];
    case "minLength":
      return [shrunk(type, samples, (type.minLength ?? 0) - 1)];
    case "maxLength":
      return tooLong(type, samples.slice(0, 3));
    case "charset":
      return samples.map((sample) => withStranger(type.charset ?? "", sample));
    default:
      return [missesOf(type, samples)];
  }
}

function tooLong(type: StringType, samples: readonly string[]): readonly Iterable<string>[] {
  const bound = type.maxLength ?? 0;
  if (bound >= largest) return [];
  const far = Math.min(2 * bound + 10, farEnough);
  const lengths = far > bound + 1 ? [bound + 1, far] : [bound + 1];
  return lengths.map((length) => stretched(type, samples, length));
}

/** Texts on each bound that the refinement has. */
function atBounds(
  type: StringType,
  refinement: TextRefinement,
  samples: readonly string[],
): readonly (readonly string[])[] {
  if (isLength(refinement)) return [ofLength(type, type[refinement] ?? 0, samples)];
  if (refinement === "format") return isRangeFormat(type.format) ? edgeRanges(type.format) : [];
  return refinement === "charset" ? [ofEdges(type, samples)] : [];
}

/** Texts of the characters at the edges of what is allowed. */
function ofEdges(type: StringType, samples: readonly string[]): readonly string[] {
  const edges = edgesOf(type.charset ?? "");
  const tried = samples.flatMap((sample) =>
    edges.flatMap((edge) => [sample.slice(0, -1) + edge, edge + sample.slice(1)]),
  );
  return spread([...new Set(tried)].filter((text) => isAllowed(type, text)));
}

function ofLength(type: StringType, length: number, samples: readonly string[]): readonly string[] {
  if (length > largest) return [];
  const found = new Set<string>();
  for (const tried of [stretched(type, samples.slice(0, 3), length), shrunk(type, samples, length)]) {
    for (const text of tried) {
      if (found.size >= 6) break;
      if (lengthOf(type, text) === length && isAllowed(type, text)) found.add(text);
    }
  }
  return [...found];
}

function isAllowed(type: StringType, text: string): boolean {
  return text.isWellFormed() && validate(type, text).length === 0;
}
