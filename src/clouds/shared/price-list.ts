import type { Operation } from "../../model/index.ts";
import type { Exchange } from "../../wire/index.ts";

/** What of an exchange a bill depends on. */
export type BilledExchange = Pick<Exchange, "service" | "operation" | "request" | "response">;

/** So many units of a line of the price list: 1 of `hot/LRS/write`. */
export interface Charge {
  readonly line: string;
  readonly units: number;
}

/** What the account is set to, where the exchange does not say: `{ tier: "hot", redundancy: "LRS" }`. */
export type PriceChoices = Readonly<Record<string, string>>;

/** What a service charges for requests. Storage, retrieval by the gigabyte and traffic are not in it. */
export interface PriceList {
  /** Whose figures they are, and of which region. */
  readonly source: string;
  /** The day for which the figures were written down; they are defaults, to be checked. */
  readonly asOf: string;
  /** How many units a figure is for. */
  readonly per: number;
  /** Dollars by line. */
  readonly dollars: Readonly<Record<string, number>>;
  /** What can be chosen; the first of each is the default. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** What an exchange is charged; nothing where it is free, `undefined` where that cannot be told. */
  readonly bill: (
    exchange: BilledExchange,
    operation: Operation,
    chosen: PriceChoices,
  ) => readonly Charge[] | undefined;
}

/** Neither Azure nor S3 charges for its own failures and for throttling. */
export function failedOnTheirSide({ response }: BilledExchange): boolean {
  return response !== undefined && response.status >= 500;
}

/** A captured body's text, where it is whole. */
export function wholeText(body: BilledExchange["request"]["body"]): string | undefined {
  if (body === undefined || body.cut) return undefined;
  return body.text ?? (body.base64 === undefined ? undefined : Buffer.from(body.base64, "base64").toString());
}
