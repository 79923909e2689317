import { randomBytes } from "node:crypto";

/** A name that nobody else has, fit for containers, queues and tables. */
export function fresh(word: string): string {
  return `${word}-${randomBytes(5).toString("hex")}`;
}

/** The same without the hyphen, which tables cannot have. */
export function freshTable(word: string): string {
  return fresh(word).replace("-", "");
}
