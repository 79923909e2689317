import type { RawHeader } from "../../wire/index.ts";
import type { KeyRemover } from "../sides/side-keys.ts";
import type { Recording } from "./recording.ts";
import { redactedBody } from "./redacted-body.ts";

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
        body: redactedBody(body, headers, by),
        ...(answer !== undefined && {
          answer: {
            ...answer,
            headers: redactedHeaders(answer.headers, by),
            body: redactedBody(answer.body, answer.headers, by),
          },
        }),
      };
    }),
  };
}

function redactedHeaders(headers: readonly RawHeader[], by: KeyRemover): readonly RawHeader[] {
  return headers.map(([name, value]): RawHeader => [by.redact(name), by.redact(value)]);
}
