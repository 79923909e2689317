import { isUtf8 } from "node:buffer";
import type { RawHeader } from "../../wire/index.ts";
import type { Side } from "../sides/side.ts";
import type { Recording } from "./recording.ts";

type Redacting = Pick<Side, "redact">;

/** A recording without secrets that are known to the letter: whoever recorded it may have had the target's keys. */
export function redactedRecording({ name, exchanges }: Recording, by: Redacting): Recording {
  return {
    name,
    exchanges: exchanges.map((exchange) => {
      const { url, headers, body, answer } = exchange;
      return {
        ...exchange,
        url: by.redact(url),
        headers: redactedHeaders(headers, by),
        body: redactedBody(body, by),
        ...(answer !== undefined && {
          answer: {
            ...answer,
            headers: redactedHeaders(answer.headers, by),
            body: redactedBody(answer.body, by),
          },
        }),
      };
    }),
  };
}

function redactedHeaders(headers: readonly RawHeader[], by: Redacting): readonly RawHeader[] {
  return headers.map(([name, value]): RawHeader => [by.redact(name), by.redact(value)]);
}

/** Bytes that are no text are looked through all the same: a key is plain letters wherever it stands. */
function redactedBody(body: Buffer, by: Redacting): Buffer {
  const encoding = isUtf8(body) ? "utf8" : "latin1";
  return Buffer.from(by.redact(body.toString(encoding)), encoding);
}
