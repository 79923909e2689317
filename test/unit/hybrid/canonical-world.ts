import { createHash } from "node:crypto";
import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Exchange, RawHeader } from "../../../src/wire/index.ts";

/** A source of chance that gives the same again for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  text(length: number, letters = "0123456789abcdef"): string {
    return Array.from({ length }, () => letters[this.below(letters.length)] ?? "0").join("");
  }

  guid(): string {
    return [8, 4, 4, 4, 12].map((length) => this.text(length)).join("-");
  }
}

/** An exchange before it is one. */
export interface Draft {
  readonly service: ServiceName;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly RawHeader[];
  readonly body?: string;
  readonly status: number;
  readonly answer?: readonly RawHeader[];
  readonly answerBody?: string;
}

/** Changes what the cloud answers; what it gives back as it was, is no difference. */
export type Plant = (draft: Draft, chance: Chance) => Draft;

export interface WorldOptions {
  readonly seed: number;
  /** When the run is. */
  readonly now: number;
  readonly plant?: Plant;
  /** Which exchange is answered otherwise. */
  readonly plantAt?: number;
  /** What the cloud stores instead of what it is given, from that write on. */
  readonly storeAs?: (text: string) => string;
}

/** A run of one test on a service that lives in memory, with random ids and times of its own. */
export class World {
  readonly exchanges: Exchange[] = [];
  readonly chance: Chance;
  readonly #options: WorldOptions;
  readonly #host: string;
  #clock: number;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.chance = new Chance(options.seed);
    this.#clock = options.now;
    this.#host = `127.0.0.1:${20_000 + this.chance.below(40_000)}`;
  }

  get origin(): string {
    return `http://${this.#host}`;
  }

  get now(): Date {
    this.#clock += 3 + this.chance.below(40);
    return new Date(this.#clock);
  }

  stored(text: string): string {
    return this.#options.storeAs?.(text) ?? text;
  }

  send(draft: Draft): void {
    const { plant, plantAt } = this.#options;
    const id = this.exchanges.length + 1;
    // By a chance of its own, so that all that comes later is as it would have been.
    const isPlanted = plant !== undefined && plantAt === id - 1;
    this.exchanges.push(
      this.#exchange(isPlanted ? plant(draft, new Chance(this.#options.seed + 1)) : draft, id),
    );
  }

  #exchange(draft: Draft, id: number): Exchange {
    const isAzure = draft.service.startsWith("azure-");
    const own: RawHeader[] = isAzure
      ? [
          ["x-ms-version", "2025-05-05"],
          ["x-ms-client-request-id", this.chance.guid()],
          ["x-ms-date", this.now.toUTCString()],
          ["Authorization", "SharedKey devstoreaccount1:REDACTED"],
        ]
      : [["Authorization", "AWS4-HMAC-SHA256 REDACTED"]];
    return {
      id,
      at: this.now.toISOString(),
      ms: this.chance.below(20),
      connection: 1,
      scheme: "http",
      by: { tier: 1, test: "a", file: "a.test.ts" },
      service: draft.service,
      operation: draft.operation,
      request: {
        method: draft.method,
        target: draft.target,
        headers: [["Host", this.#host], ...own, ...(draft.headers ?? [])],
        ...bodyOf(draft.body),
      },
      response: {
        status: draft.status,
        reason: "",
        headers: [
          ["Date", this.now.toUTCString()],
          [isAzure ? "x-ms-request-id" : "x-amz-request-id", this.chance.guid()],
          ...(draft.answer ?? []),
        ],
        ...bodyOf(draft.answerBody),
      },
      outcome: "complete",
    };
  }
}

function bodyOf(text: string | undefined): Pick<Exchange["request"], "body"> {
  if (text === undefined) return {};
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { body: { size: Buffer.byteLength(text), sha256, text } };
}
