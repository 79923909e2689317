import { createHash } from "node:crypto";

/** Content as what tells it from other content: its length and its hash. */
export function digestOf(body: Uint8Array): { length: number; sha256: string } {
  return { length: body.length, sha256: createHash("sha256").update(body).digest("hex") };
}

/** How many things of a scope are looked at one by one; of more, the listing has to tell. */
export const mostLookedAt = 20;

/** The largest thing whose content is read, in bytes; of a larger one its length has to tell. */
export const mostRead: number = 4 * 1024 * 1024;
