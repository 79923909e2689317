import { createHash } from "node:crypto";
import { type ReadExchange, stepOf } from "../../../src/clouds/canonical/step.ts";
import { identify } from "../../../src/clouds/index.ts";
import type { CapturedBody, Exchange, RawHeader } from "../../../src/wire/index.ts";

/** An exchange with Azurite as a line of a trace has it. */
export interface Sketch {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly RawHeader[];
  readonly body?: string;
  readonly status: number;
  readonly answer?: readonly RawHeader[];
  readonly answerBody?: string;
  readonly at?: string;
}

export function exchangeOf(sketch: Sketch, id: number, host = "127.0.0.1:10000"): Exchange {
  const headers: RawHeader[] = [
    ["Host", host],
    ["x-ms-version", "2025-05-05"],
    ["x-ms-client-request-id", `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`],
    ["Authorization", "SharedKey devstoreaccount1:REDACTED"],
    ...(sketch.headers ?? []),
  ];
  const { service, operation } = identify({
    method: sketch.method,
    url: sketch.target,
    headers: Object.fromEntries(headers),
  });
  return {
    id,
    at: sketch.at ?? "2026-11-15T10:00:00.000Z",
    ms: 1,
    connection: 1,
    scheme: "http",
    by: { tier: 1, test: "a.test.ts > does it", file: "a.test.ts" },
    service,
    operation: operation ?? "unknown",
    request: { method: sketch.method, target: sketch.target, headers, ...bodyOf(sketch.body) },
    response: {
      status: sketch.status,
      reason: "",
      headers: [["x-ms-request-id", `request-${id}`], ...(sketch.answer ?? [])],
      ...bodyOf(sketch.answerBody),
    },
    outcome: "complete",
  };
}

function bodyOf(text: string | undefined): { body?: CapturedBody } {
  if (text === undefined) return {};
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { body: { size: text.length, sha256, text } };
}

export function readAll(sketches: readonly Sketch[], host?: string): ReadExchange[] {
  return sketches.map((sketch, at) => stepOf(exchangeOf(sketch, at + 1, host)));
}

/** The life of a blob, with a name and ETags that may be any. */
export function albumOf({ container = "photos", etag = "0x1", message = "gone" } = {}): Sketch[] {
  const root = `/devstoreaccount1/${container}`;
  return [
    { method: "PUT", target: `${root}?restype=container`, status: 201, answer: [["etag", `"${etag}0"`]] },
    {
      method: "PUT",
      target: `${root}/a.txt`,
      headers: [
        ["x-ms-blob-type", "BlockBlob"],
        ["Content-Type", "text/plain"],
      ],
      body: "hello",
      status: 201,
      answer: [["etag", `"${etag}1"`]],
    },
    {
      method: "GET",
      target: `${root}/a.txt`,
      headers: [["If-Match", `"${etag}1"`]],
      status: 200,
      answer: [
        ["etag", `"${etag}1"`],
        ["Content-Type", "text/plain"],
      ],
      answerBody: "hello",
    },
    { method: "DELETE", target: `${root}/a.txt`, status: 202 },
    {
      method: "GET",
      target: `${root}/a.txt`,
      status: 404,
      answer: [
        ["x-ms-error-code", "BlobNotFound"],
        ["Content-Type", "application/xml"],
      ],
      answerBody: `<?xml version="1.0"?><Error><Code>BlobNotFound</Code><Message>${message}</Message></Error>`,
    },
  ];
}
