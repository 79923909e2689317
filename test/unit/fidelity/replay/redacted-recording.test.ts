import { expect, test } from "vitest";
import { redactedRecording } from "../../../../src/fidelity/replay/redacted-recording.ts";
import { writtenExchange } from "../../../../src/fidelity/replay/written-line.ts";
import { withoutKeys } from "../../../../src/fidelity/sides/side-keys.ts";

const key = "Zk7pQ2x/secret+1234/of-somebody!";
const keys = withoutKeys([key]);

function recordingOf(body: Buffer) {
  const exchange = {
    method: "PUT",
    url: "https://gone.blob.core.windows.net/album/cover",
    headers: [["x-ms-blob-type", "BlockBlob"]] as const,
    body,
    credentials: "none" as const,
    at: undefined,
    answer: { status: 400, headers: [], body },
  };
  return { name: "one", exchanges: [exchange] };
}

/** What a finding keeps of the two bodies. */
function keptOf(body: Buffer) {
  const [exchange] = redactedRecording(recordingOf(body), keys).exchanges;
  if (exchange === undefined) throw new Error("there is no exchange");
  const { requestBody, responseBody } = writtenExchange(exchange);
  return { requestBody, responseBody };
}

/** No UTF-8. */
function bytesAround(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(text), Buffer.from([0x00, 0xfe])]);
}

test("bytes that are no text stay as they were, whatever they look like", () => {
  const bytes = bytesAround("?sig=c2lnbmVkIGJ5IG5vYm9keQ&token=abcdefgh&AccountKey=Zm9v");

  const kept = keptOf(bytes);

  const written = bytes.toString("base64");
  expect(kept).toEqual({ requestBody: written, responseBody: written });
});

test("a key goes out of bytes that are no text, and nothing else", () => {
  const kept = keptOf(bytesAround(`?sig=c2lnbmVk&note=${key}`));

  const written = bytesAround("?sig=c2lnbmVk&note=REDACTED").toString("base64");
  expect(kept).toEqual({ requestBody: written, responseBody: written });
});

test("a text loses what is secret by its place, too", () => {
  const kept = keptOf(Buffer.from(`?sig=c2lnbmVk&note=${key}`));

  const written = "?sig=REDACTED&note=REDACTED";
  expect(kept).toEqual({ requestBody: written, responseBody: written });
});
