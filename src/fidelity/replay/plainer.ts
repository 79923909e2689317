import { mapValues } from "./headers.ts";
import { fieldIn, withoutField } from "./recorded-request.ts";
import type { RecordedExchange } from "./recording.ts";

/** Something that requests ask for beside what they do. */
interface Extra {
  readonly header: RegExp;
  /** A field of addresses that asks for the same. */
  readonly field?: string;
}

/** What only says when something is done, and not what. */
const conditions: Extra = { header: /^(?:x-ms-(?:source-)?|x-amz-copy-source-)?if-/i };

/** A target may know nothing of these. */
const extras: readonly Extra[] = [
  conditions,
  {
    header:
      /^x-ms-(?:source-)?encryption-|^x-ms-(?:default|deny)-encryption-scope|^x-amz-(?:copy-source-)?server-side-encryption/i,
    field: "ses",
  },
  { header: /^x-ms-access-tier$|^x-amz-storage-class$/i },
  { header: /^x-ms-tags$|^x-amz-tagging$/i },
  { header: /^x-ms-(?:immutability-policy-|legal-hold$)|^x-amz-object-lock-/i },
];

/** What a request for the same leaves out: what it does is the same without its conditions. */
export type LeftOut = "nothing" | "conditions" | "extras" | "both";

export interface OtherForm {
  readonly exchange: RecordedExchange;
  readonly leftOut: LeftOut;
}

/** The same request without one of its extras, each in its turn, and at last without all of them. */
export function plainerForms(exchange: RecordedExchange): OtherForm[] {
  const own = extras.filter((extra) => hasExtra(exchange, extra));
  const left = own.map((extra) => [extra]);
  return [...left, ...(own.length > 1 ? [own] : [])].map((out) => ({
    exchange: out.reduce(without, exchange),
    leftOut: !out.includes(conditions) ? "extras" : out.length === 1 ? "conditions" : "both",
  }));
}

function hasExtra({ url, headers }: RecordedExchange, { header, field }: Extra): boolean {
  if (headers.some(([name]) => header.test(name))) return true;
  return field !== undefined && fieldIn(url, field) !== undefined;
}

function without(exchange: RecordedExchange, { header, field }: Extra): RecordedExchange {
  const headers = exchange.headers.filter(([name]) => !header.test(name));
  if (field === undefined) return { ...exchange, headers };
  return {
    ...exchange,
    url: withoutField(exchange.url, field),
    headers: mapValues(headers, (value, name) =>
      name === "x-ms-copy-source" ? withoutField(value, field) : value,
    ),
  };
}
