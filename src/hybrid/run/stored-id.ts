import { createHash } from "node:crypto";
import { Redactor } from "../../wire/index.ts";

/** Tests' ids as they may be stored: secrets in titles are taken out, and a hash keeps such ids apart. */
export function storedIds(secrets: readonly string[]): (id: string) => string {
  const redactor = new Redactor(secrets);
  return (id) => {
    const told = redactor.text(id);
    return told === id ? id : `${told} ${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
  };
}
