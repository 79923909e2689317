import { type Extra, extrasOf, type ServiceName } from "../../clouds/index.ts";
import { mapValues } from "./headers.ts";
import { fieldIn, withoutField } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";

/** What a request for the same leaves out: what it does is the same without its conditions. */
export type LeftOut = "nothing" | "conditions" | "extras" | "both";

export interface OtherForm {
  readonly exchange: RecordedExchange;
  readonly leftOut: LeftOut;
}

/** The same request without one of its extras, each in its turn, and at last without all of them. */
export function plainerForms(service: ServiceName, exchange: RecordedExchange): OtherForm[] {
  const own = extrasOf(service).filter((extra) => hasExtra(exchange, extra));
  const left = own.map((extra) => [extra]);
  return [...left, ...(own.length > 1 ? [own] : [])].map((out) => ({
    exchange: out.reduce(without, exchange),
    leftOut: leftOutOf(out),
  }));
}

/** Whether a request is for a part of its thing, and not only signed for one. */
export function asksForPart(service: ServiceName, { headers }: RecordedExchange): boolean {
  const parts = extrasOf(service).filter(({ isCondition }) => isCondition !== true);
  return headers.some(([name]) => parts.some(({ header }) => header.test(name.toLowerCase())));
}

function leftOutOf(out: readonly Extra[]): LeftOut {
  if (!out.some(({ isCondition }) => isCondition === true)) return "extras";
  return out.length === 1 ? "conditions" : "both";
}

function hasExtra({ url, headers }: RecordedExchange, { header, field }: Extra): boolean {
  if (headers.some(([name]) => header.test(name.toLowerCase()))) return true;
  return field !== undefined && fieldIn(url, field) !== undefined;
}

function without(exchange: RecordedExchange, { header, field }: Extra): RecordedExchange {
  const headers = exchange.headers.filter(([name]) => !header.test(name.toLowerCase()));
  if (field === undefined) return { ...exchange, headers };
  return {
    ...exchange,
    url: withoutField(exchange.url, field),
    headers: mapValues(headers, (value, name) =>
      name === "x-ms-copy-source" ? withoutField(value, field) : value,
    ),
  };
}
