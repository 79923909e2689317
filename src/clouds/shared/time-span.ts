/** The last year that a date can tell: what never expires is said to do so in it. */
const lastYear = 9999;

/** How many seconds lie between two times as they are told; nothing where one of them is none. */
export function secondsBetween(from: unknown, to: unknown): number | "unlimited" | undefined {
  const [begin, end] = [new Date(String(from)), new Date(String(to))];
  if (end.getUTCFullYear() === lastYear) return "unlimited";
  const seconds = Math.round((end.getTime() - begin.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
