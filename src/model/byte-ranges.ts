/** One range as it is written: `5-9`, `5-`, or `-9` for the last nine; an end that is not written is not there. */
export interface ByteRange {
  readonly first?: bigint;
  readonly last?: bigint;
}

/** What services count the bytes of a page blob in. */
export const pageSize = 512;

/** Offsets are numbers of 64 bits everywhere. */
const most = 2n ** 63n - 1n;

/**
 * The ranges of a text such as `bytes=0-511,1024-`; undefined if it is none, or if one of them ends before it begins.
 *
 * @example
 * byteRangesOf("bytes=5-"); // [{ first: 5n }]
 * byteRangesOf("bytes=5-4"); // undefined
 */
export function byteRangesOf(text: string): readonly ByteRange[] | undefined {
  const [, written] = /^bytes=(.+)$/.exec(text) ?? [];
  const ranges = written?.split(/,\s*/).map(rangeOf);
  return ranges?.every((range) => range !== undefined) === true ? ranges : undefined;
}

function rangeOf(text: string): ByteRange | undefined {
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
  if (first === "" && last === "") return undefined;
  const range = { ...(first !== "" && { first: BigInt(first) }), ...(last !== "" && { last: BigInt(last) }) };
  const { first: from = 0n, last: to = from } = range;
  return from <= to && to <= most ? range : undefined;
}

/** Whether there is one range, which says where it begins. */
export function isFromStart(text: string): boolean {
  const ranges = byteRangesOf(text);
  return ranges?.length === 1 && ranges[0]?.first !== undefined;
}

/** Whether there is one range, which says where it begins and where it ends. */
export function isClosedRange(text: string): boolean {
  return isFromStart(text) && byteRangesOf(text)?.[0]?.last !== undefined;
}

/** Whether it is a closed range of whole pages. */
export function isPageRange(text: string): boolean {
  const { first = 1n, last = 0n } = byteRangesOf(text)?.[0] ?? {};
  const page = BigInt(pageSize);
  return isClosedRange(text) && first % page === 0n && (last + 1n) % page === 0n;
}
