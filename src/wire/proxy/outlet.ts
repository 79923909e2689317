import type { UpstreamLink } from "./upstream-link.ts";

/** What goes out to the target: gathered, held back for a while if need be, and sent as one piece. */
export class Outlet {
  readonly #connect: () => UpstreamLink;
  #link: UpstreamLink | undefined;
  #gathered: Buffer[] = [];
  #delay: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** The connection is made when there is something to send. */
  constructor(connect: () => UpstreamLink) {
    this.#connect = connect;
  }

  get isConnected(): boolean {
    return this.#link !== undefined;
  }

  get isHeld(): boolean {
    return this.#delay !== undefined;
  }

  get isFull(): boolean {
    return this.#link?.isFull ?? false;
  }

  add(bytes: Buffer): void {
    if (bytes.length > 0) this.#gathered.push(bytes);
  }

  hold(ms: number, then: () => void): void {
    this.#delay = setTimeout(() => {
      this.#delay = undefined;
      then();
    }, ms);
  }

  flush(): void {
    const [first] = this.#gathered;
    if (first === undefined || this.#delay !== undefined || this.#isClosed) return;
    const bytes = this.#gathered.length === 1 ? first : Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#link ??= this.#connect();
    this.#link.write(bytes);
  }

  /** The target may go on sending. */
  resume(): void {
    this.#link?.resume();
  }

  /** Says goodbye to the target, and still listens. */
  end(): void {
    clearTimeout(this.#delay);
    this.#isClosed = true;
    this.#link?.end();
  }

  /** The target has left while it was not needed: what comes next is sent on a connection of its own. */
  reset(): void {
    this.#link?.end();
    this.#link = undefined;
  }

  breakOff(): void {
    clearTimeout(this.#delay);
    this.#isClosed = true;
    this.#link?.breakOff();
  }
}
