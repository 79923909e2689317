const advice =
  "its requests are not recorded; docs/guide/record.md, under HTTPS, tells how it is made to trust it";

const alerted = `a client does not trust the proxy's certificate: ${advice}`;
const silent =
  "a client left with its TLS handshake, without a request, as those do that do not trust the proxy's " +
  `certificate: then ${advice}`;

/** Tells of clients that do not trust the proxy's certificate, once. */
export class Distrust {
  readonly #tell: (note: string) => void;
  #isTold = false;

  constructor(tell: (note: string) => void) {
    this.#tell = tell;
  }

  /** A handshake has failed: most clients say why, some just leave. */
  handshakeFailed({ code = "" }: NodeJS.ErrnoException): void {
    if (/ALERT.*(?:UNKNOWN_CA|CERTIFICATE)/.test(code)) this.#once(alerted);
    else if (code === "ECONNRESET") this.#once(silent);
  }

  /** A client has left after the handshake; one of Node does so where it does not trust. */
  leftInSilence(): void {
    this.#once(silent);
  }

  #once(note: string): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#tell(note);
  }
}
