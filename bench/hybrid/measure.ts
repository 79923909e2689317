export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** How long some work takes, in milliseconds. */
export async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The least of several: the least disturbed one on a busy machine. */
export async function leastTimeOf(work: () => unknown, runs = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await timeOf(work));
  return least;
}

export function whole(count: number): string {
  return Math.round(count).toLocaleString("en");
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
