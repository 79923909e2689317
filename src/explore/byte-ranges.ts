import fc from "fast-check";
import { type FormatName, pageSize } from "../model/index.ts";

/** The formats that ranges of bytes have. */
export type RangeFormat = Extract<
  FormatName,
  "byte-range" | "byte-range-from" | "closed-byte-range" | "page-range"
>;

const rangeFormats: ReadonlySet<string> = new Set<RangeFormat>([
  "byte-range",
  "byte-range-from",
  "closed-byte-range",
  "page-range",
]);

/** Whether texts of the format are ranges of bytes. */
export function isRangeFormat(name: FormatName | undefined): name is RangeFormat {
  return name !== undefined && rangeFormats.has(name);
}

/** Offsets within small contents, near their end, and far beyond it: most contents are small. */
const offsets = fc.oneof(
  { arbitrary: fc.nat(32), weight: 4 },
  { arbitrary: fc.nat(4096), weight: 2 },
  { arbitrary: fc.nat(2 ** 40), weight: 1 },
);

const counts = fc.oneof(
  { arbitrary: fc.constant(1), weight: 3 },
  { arbitrary: fc.integer({ min: 1, max: 32 }), weight: 3 },
  { arbitrary: fc.integer({ min: 1, max: 4096 }), weight: 1 },
  { arbitrary: fc.integer({ min: 1, max: 2 ** 40 }), weight: 1 },
);

/** Draws ranges of the format. */
export function rangeArbitrary(name: RangeFormat): fc.Arbitrary<string> {
  const unit = unitOf(name);
  const closed = fc.tuple(offsets, counts).map(([first, count]) => written(first, count, unit));
  if (!isOpenAllowed(name)) return closed;
  const open = fc.oneof(
    { arbitrary: closed, weight: 3 },
    { arbitrary: offsets.map((first) => `bytes=${first}-`), weight: 1 },
  );
  if (name !== "byte-range") return open;
  return fc.oneof(
    { arbitrary: open, weight: 6 },
    { arbitrary: counts.map((count) => `bytes=-${count}`), weight: 1 },
    { arbitrary: fc.tuple(open, closed).map(([one, other]) => `${one},${other.slice(6)}`), weight: 1 },
  );
}

/**
 * Ranges that begin where contents do, as short and as long as can be; and those that begin as far off as can be, though no
 * further than what JavaScript counts exactly.
 */
export function edgeRanges(name: RangeFormat): readonly (readonly string[])[] {
  const unit = unitOf(name);
  const furthest = Math.floor(Number.MAX_SAFE_INTEGER / unit) - 1;
  const fromEnd = name === "byte-range" ? ["bytes=-1", `bytes=-${furthest}`] : [];
  const open = (first: number) => (isOpenAllowed(name) ? [`bytes=${first}-`] : []);
  return [
    [written(0, 1, unit), written(0, furthest + 1, unit), ...open(0), ...fromEnd],
    [written(furthest, 1, unit), ...open(furthest)],
  ];
}

/** Ranges of more than one byte that begin and end within small contents; another one in each pass. */
export function middleRange(name: RangeFormat, pass: number): string {
  const unit = unitOf(name);
  if (unit > 1) return written(pass % 2, 1, unit);
  if (pass % 3 === 2 && isOpenAllowed(name)) return "bytes=3-";
  return written(pass % 3, 4 + pass, unit);
}

/** Texts that are almost ranges, or ranges of another format than some service asks for. */
export function nearRanges(sample: string): readonly string[] {
  const first = Number(/\d+/.exec(sample)?.[0] ?? 0);
  return [
    `bytes=${first + 1}-${first}`,
    `bytes=${first + pageSize}-${first}`,
    `bytes=${first}-`,
    `bytes=${first + 1}-${first + pageSize}`,
    `bytes=${first}-${first + pageSize}`,
    "bytes=-1",
    `bytes=0-0,${first}-${first}`,
    sample.replace("bytes=", ""),
    sample.replace("bytes=", "bytes "),
    sample.replace("bytes", "byte"),
    sample.replace(/=\d+/, "=a"),
    "bytes=-",
    "bytes=",
    `${sample}-`,
  ];
}

function unitOf(name: RangeFormat): number {
  return name === "page-range" ? pageSize : 1;
}

function isOpenAllowed(name: RangeFormat): boolean {
  return name === "byte-range" || name === "byte-range-from";
}

function written(first: number, count: number, unit: number): string {
  return `bytes=${first * unit}-${(first + count) * unit - 1}`;
}
