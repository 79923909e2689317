import type { RawHeader } from "../http/head.ts";
import { LiteralSecrets } from "./literal-secrets.ts";
import { redactionOfHeader, redactQuery } from "./secret-fields.ts";
import { maySecret, redactKnownPlaces, redactTornEnd } from "./secret-text.ts";

/** What is known of a text besides itself. */
export interface TextOptions {
  readonly contentType?: string | undefined;
  /** The text is only the beginning, and may end inside a secret. */
  readonly cut?: boolean | undefined;
}

/** No header value below that length has room for a signature and what names it. */
const shortestAddress = 12;

/** A name of a query that is itself percent-encoded. */
const encodedName = /[?&][^=&%]*%[^=&]*=/;

/**
 * Takes secrets out of what is about to be stored, and leaves everything else as it was: who signed and what for, the
 * fields of a shared access signature, hashes of keys.
 *
 * @example
 * const redactor = new Redactor([accountKey]);
 * redactor.target("/photos/a.png?sp=r&sig=c2VjcmV0"); // "/photos/a.png?sp=r&sig=REDACTED"
 */
export class Redactor {
  readonly #literals: LiteralSecrets;
  /** Those that have no secret place in them, which would be torn if places went first: `client_secret=half,other half`. */
  readonly #plain: LiteralSecrets;

  /** The secrets are taken out wherever they appear, also encoded; they are never shown. */
  constructor(secrets: readonly string[] = []) {
    this.#literals = new LiteralSecrets(secrets);
    this.#plain = new LiteralSecrets(secrets.filter((secret) => redactKnownPlaces(secret) === secret));
  }

  /** Headers or trailers; the same list if there was nothing to take out. */
  headers(raw: readonly RawHeader[]): readonly RawHeader[] {
    let changed: RawHeader[] | undefined;
    let index = 0;
    for (const header of raw) {
      const [name, value] = header;
      const kept = this.#headerValue(name, value);
      if (kept !== value) {
        changed ??= [...raw];
        changed[index] = [name, kept];
      }
      index++;
    }
    return changed ?? raw;
  }

  /** The target of a request line, or any address. */
  target(url: string): string {
    if (!(maySecret(url) || encodedName.test(url))) return this.#literals.redact(url);
    const kept = this.#plain.redact(url);
    const mark = kept.indexOf("?");
    if (mark < 0) return this.#literals.redact(redactKnownPlaces(kept));
    const query = redactQuery(kept.slice(mark + 1), "query", redactKnownPlaces);
    return this.#literals.redact(`${redactKnownPlaces(kept.slice(0, mark))}?${query}`);
  }

  /** Any text: a body, a message, a line of a command. */
  text(body: string, { contentType, cut }: TextOptions = {}): string {
    const isOfForm = isForm(contentType);
    if (cut)
      return this.#literals.redactCut(redactTornEnd(redactPlaces(this.#plain.redactCut(body), isOfForm)));
    if (!(isOfForm || maySecret(body))) return this.#literals.redact(body);
    return this.#literals.redact(redactPlaces(this.#plain.redact(body), isOfForm));
  }

  /** Bytes that have to stay as they are, but for the secrets themselves. */
  bytes(body: Buffer): Buffer {
    return Buffer.from(this.#literals.redact(body.toString("latin1")), "latin1");
  }

  #headerValue(name: string, value: string): string {
    const known = redactionOfHeader(name);
    if (known !== undefined) return this.#literals.redact(known(value));
    if (value.length < shortestAddress || !maySecret(value)) return this.#literals.redact(value);
    return this.#literals.redact(redactKnownPlaces(this.#plain.redact(value)));
  }
}

function redactPlaces(text: string, isOfForm: boolean): string {
  return isOfForm ? redactQuery(text, "form", redactKnownPlaces) : redactKnownPlaces(text);
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;
}
