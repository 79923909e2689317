/**
 * By which operation each part of a state is read: paths from the top, `*` for whatever things are called. What has no row of its
 * own was read with what it is a part of.
 */
export type Reads = Readonly<Record<string, string>>;

/** The operation of the longest path that leads to a part. */
export function readAt(reads: Reads, path: readonly string[]): string | undefined {
  const leading = Object.entries(reads)
    .map(([at, operation]) => ({ at: at.split("."), operation }))
    .filter(({ at }) => at.every((name, index) => name === "*" || name === path[index]))
    .filter(({ at }) => at.length <= path.length);
  return leading.toSorted((a, b) => b.at.length - a.at.length)[0]?.operation;
}
