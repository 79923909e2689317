import type { Redactor } from "../../wire/index.ts";

/** A copy of plain data in which no text holds a secret; names of members stay. */
export function redacted<Data>(data: Data, redactor: Pick<Redactor, "text">): Data {
  if (typeof data === "string") return redactor.text(data) as Data & string;
  if (Array.isArray(data)) return data.map((item: unknown) => redacted(item, redactor)) as Data & unknown[];
  if (typeof data !== "object" || data === null) return data;
  const members = Object.entries(data).map(([name, value]) => [name, redacted(value, redactor)]);
  return Object.fromEntries(members) as Data;
}
