import type { Recording } from "../../../src/fidelity/index.ts";
import { attributed } from "../../../src/fidelity/replay/credentials.ts";

type Headers = Readonly<Record<string, string>>;

/** An exchange in few words: what was sent, and what was answered. */
export interface Told {
  readonly send: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
  readonly status: number;
  readonly answer?: Headers;
  readonly document?: string;
  /** Seconds since the first. */
  readonly after?: number;
}

const began = Date.UTC(2021, 4, 3, 10, 0, 0);

/** A recording on an account that nobody has, years ago. */
export function recorded(name: string, origin: string, told: readonly Told[]): Recording {
  const exchanges = told.map(
    ({ send, headers = {}, body = "", status, answer = {}, document = "", after = 0 }) => {
      const [method = "", target = ""] = send.split(" ");
      const at = new Date(began + after * 1000);
      const own = origin.includes("windows.net")
        ? { "x-ms-version": "2021-08-06", "x-ms-date": at.toUTCString() }
        : {};
      return {
        method,
        url: origin + target,
        headers: Object.entries({ ...own, ...headers }),
        body: typeof body === "string" ? Buffer.from(body) : body,
        at,
        answer: { status, headers: Object.entries(answer), body: Buffer.from(document) },
      };
    },
  );
  return { name, exchanges: attributed(exchanges) };
}

export async function* each(...recordings: readonly Recording[]): AsyncGenerator<Recording> {
  yield* recordings;
}
