import { randomUUID } from "node:crypto";

/** A name that no other test uses, fit for containers, queues, tables and buckets. */
export function fresh(word: string): string {
  return `${word}${randomUUID().replaceAll("-", "").slice(0, 12)}`;
}
