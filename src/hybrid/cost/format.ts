import type { Cost } from "./cost.ts";

/**
 * Money for people: cents where there are some, four decimals where there are not.
 *
 * @example
 * formatDollars(0.00042); // "$0.0004"
 * formatDollars(12.3); // "$12.30"
 */
export function formatDollars(dollars: number): string {
  if (dollars < 0) return `-${formatDollars(-dollars)}`;
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "<$0.0001";
  const decimals = dollars < 1 ? 4 : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `$${dollars.toLocaleString("en-US", digits)}`;
}

/** A cost on one line: `211 requests · $0.0004`, and how many of them have no known price. */
export function formatCost({ requests, dollars, unpriced }: Cost): string {
  const count = `${requests.toLocaleString("en-US")} ${requests === 1 ? "request" : "requests"}`;
  const rest = unpriced === 0 ? "" : ` (and ${unpriced.toLocaleString("en-US")} of unknown price)`;
  return `${count} · ${formatDollars(dollars)}${rest}`;
}
