import { isUtf8 } from "node:buffer";
import type { RawHeader } from "../../wire/index.ts";
import type { KeyRemover } from "../sides/side-keys.ts";
import { headerOf } from "./headers.ts";

/**
 * A body without secrets. A text loses also what is secret by its place; bytes that are no text lose no more than keys, which
 * are plain letters wherever they stand: they would no longer be those that have shown something. What is made of parts is
 * text around them whatever they are, such as a form's signature beside a picture, and is searched like a text.
 */
export function redactedBody(body: Buffer, headers: readonly RawHeader[], by: KeyRemover): Buffer {
  if (isUtf8(body)) return Buffer.from(by.redact(body.toString("utf8")));
  return isOfParts(headers)
    ? Buffer.from(by.redact(body.toString("latin1")), "latin1")
    : by.redactBytes(body);
}

function isOfParts(headers: readonly RawHeader[]): boolean {
  return /^\s*multipart\//i.test(headerOf(headers, "content-type") ?? "");
}
