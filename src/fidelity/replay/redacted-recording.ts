import { isUtf8 } from "node:buffer";
import type { RawHeader } from "../../wire/index.ts";
import type { KeyRemover } from "../sides/side-keys.ts";
import type { Recording } from "./recording.ts";

/** A recording without the target's keys, which whoever recorded it may have had. */
export function redactedRecording({ name, exchanges }: Recording, by: KeyRemover): Recording {
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

function redactedHeaders(headers: readonly RawHeader[], by: KeyRemover): readonly RawHeader[] {
  return headers.map(([name, value]): RawHeader => [by.redact(name), by.redact(value)]);
}

/**
 * A key is plain letters wherever it stands. Of a text also goes what is secret by its place, as when it is written down; bytes
 * that are no text are written as they are, and would no longer be those that have shown something.
 */
function redactedBody(body: Buffer, by: KeyRemover): Buffer {
  return isUtf8(body) ? Buffer.from(by.redact(body.toString("utf8"))) : by.redactBytes(body);
}
