import { createDecipheriv, randomBytes } from "node:crypto";

const nonceLength = 12;
const tagLength = 16;

/** Opens what processes with its key have sealed: what tests say when they fail may hold secrets, and lies on a disk. */
export class Seal {
  readonly #key = randomBytes(32);

  /** For the processes that seal, and for nobody else. */
  get key(): string {
    return this.#key.toString("base64");
  }

  open(line: string): string {
    const bytes = Buffer.from(line, "base64");
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const text = decipher.update(bytes.subarray(nonceLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString();
  }
}
