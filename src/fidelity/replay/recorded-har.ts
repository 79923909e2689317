import type { RawHeader } from "../../wire/index.ts";
import { asShown, attributed, type Unattributed } from "./credentials.ts";
import { dropHeaders } from "./headers.ts";
import type { Recording } from "./recording.ts";

/** What is read of an HTTP archive. */
interface Har {
  readonly log: { readonly entries: readonly HarEntry[] };
}

interface HarEntry {
  readonly startedDateTime?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: readonly HarHeader[];
    readonly postData?: HarBody;
  };
  readonly response?: {
    readonly status: number;
    readonly headers?: readonly HarHeader[];
    readonly content?: HarBody;
  };
  readonly _touchstone?: {
    readonly file?: string;
    readonly test?: string;
    readonly fault?: string;
    readonly sentTo?: string;
  };
}

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

interface HarBody {
  readonly text?: string;
  readonly encoding?: string;
  readonly _encoding?: string;
  readonly comment?: string;
}

export function isHar(document: unknown): document is Har {
  const { log } = (document ?? {}) as Partial<Har>;
  return Array.isArray(log?.entries);
}

/** The recordings of an HTTP archive: one a test file where it is an archive of ours, otherwise one in all. */
export function* recordingsOfHar(document: unknown, file: string): Generator<Recording> {
  if (!isHar(document)) return;
  const inOrder = document.log.entries.toSorted((one, other) => timeOf(one) - timeOf(other));
  for (const [name, entries] of Map.groupBy(inOrder, (entry) => entry._touchstone?.file ?? file)) {
    const exchanges = entries.map(exchangeOf);
    const isOurs = entries.some((entry) => entry._touchstone !== undefined);
    yield {
      name,
      exchanges: isOurs ? exchanges.map((one) => asShown(one, "none")) : attributed(exchanges),
    };
  }
}

function timeOf({ startedDateTime }: HarEntry): number {
  return new Date(startedDateTime ?? 0).getTime();
}

function exchangeOf({ request, response, startedDateTime, _touchstone: ours }: HarEntry): Unattributed {
  const isCut = request.postData?.comment?.startsWith("cut:") === true;
  const flaw =
    ours?.fault !== undefined
      ? "its answer was a planned fault"
      : isCut
        ? "its body was not recorded whole"
        : undefined;
  return {
    method: request.method,
    url: request.url,
    // Archives show bodies without their packing.
    headers: dropHeaders(pairsOf(request.headers), "content-encoding"),
    body: bytesOf(request.postData),
    at: startedDateTime === undefined ? undefined : new Date(startedDateTime),
    ...(response !== undefined &&
      response.status > 0 && {
        answer: {
          status: response.status,
          headers: pairsOf(response.headers),
          body: bytesOf(response.content),
        },
      }),
    ...(flaw !== undefined && { flaw }),
    ...(ours?.sentTo !== undefined && { sentTo: ours.sentTo }),
    ...(ours?.test !== undefined && { test: ours.test }),
  };
}

function pairsOf(headers: readonly HarHeader[] = []): RawHeader[] {
  return headers.map(({ name, value }): RawHeader => [name, value]);
}

function bytesOf(body: HarBody | undefined): Buffer {
  const isBase64 = (body?.encoding ?? body?._encoding) === "base64";
  return Buffer.from(body?.text ?? "", isBase64 ? "base64" : "utf8");
}
