import { expect, test } from "vitest";
import { recordingOfLine } from "../../../../src/fidelity/replay/recorded-lines.ts";
import { redactedRecording } from "../../../../src/fidelity/replay/redacted-recording.ts";
import { writtenExchange } from "../../../../src/fidelity/replay/written-line.ts";
import { type KeyRemover, withoutKeys } from "../../../../src/fidelity/sides/side-keys.ts";

const key = "Zk7pQ2x/secret+1234/of-somebody!";
const keys = withoutKeys([key]);

function recordingOf(body: Buffer, type: string) {
  const exchange = {
    method: "PUT",
    url: "https://gone.blob.core.windows.net/album/cover",
    headers: [["Content-Type", type]] as const,
    body,
    credentials: "none" as const,
    at: undefined,
    answer: { status: 400, headers: [["content-type", type]] as const, body },
  };
  return { name: "one", exchanges: [exchange] };
}

function writtenOf(body: Buffer, type: string, by: KeyRemover) {
  const [exchange] = redactedRecording(recordingOf(body, type), by).exchanges;
  if (exchange === undefined) throw new Error("there is no exchange");
  return writtenExchange(exchange);
}

/** What a finding keeps of the two bodies. */
function keptOf(body: Buffer, type = "image/jpeg") {
  const { requestBody, responseBody } = writtenOf(body, type, keys);
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

/** As with an emulator of ours, whose keys are public. */
const nobodys: KeyRemover = { redact: (text) => text, redactBytes: (bytes) => bytes };

const picture = bytesAround("a picture\r\n\r\nof \xe9verything");

/** A form that sends a picture, and a batch that does. */
const inParts = [
  {
    of: "a form",
    type: "multipart/form-data; boundary=b",
    before: [
      field("policy", "e30="),
      field("x-amz-signature", "5ec2e7"),
      field("X-Amz-Security-Token", "a live token"),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
    ].join(""),
    secrets: ["5ec2e7", "a live token"],
  },
  {
    of: "a batch",
    type: "Multipart/Mixed; boundary=b",
    before: [
      "--b\r\nContent-Type: application/http\r\n\r\nPUT /album/a?sp=w&sig=c2lnbmVk HTTP/1.1\r\n",
      "x-ms-version: 2021-08-06\r\nAuthorization: SharedKey gone:c2VjcmV0\r\n\r\n",
    ].join(""),
    secrets: ["c2lnbmVk", "c2VjcmV0"],
  },
] as const;

function field(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function withPicture(before: string): Buffer {
  return Buffer.concat([Buffer.from(before), picture, Buffer.from("\r\n--b--\r\n")]);
}

test.each(
  inParts.flatMap((one) => [
    { ...one, on: "what runs already", by: keys },
    { ...one, on: "an emulator of ours", by: nobodys },
  ]),
)("$of with a picture loses what is secret by its place, and no other byte, on $on", (one) => {
  const { type, before, secrets, by } = one;

  const written = writtenOf(withPicture(before), type, by);
  const [read] = recordingOfLine({
    recording: "one",
    exchanges: [JSON.parse(JSON.stringify(written))],
  }).exchanges;

  const expected = secrets.reduce((text, secret) => text.replace(secret, "REDACTED"), before);
  expect(read?.body).toEqual(withPicture(expected));
  expect(read?.answer?.body).toEqual(withPicture(expected));
});

test("a key goes out of a form with a picture, too", () => {
  const type = "multipart/form-data; boundary=b";

  const { requestBody } = keptOf(withPicture(field("x-amz-meta-note", key)), type);

  const expected = withPicture(field("x-amz-meta-note", "REDACTED"));
  expect(requestBody).toBe(expected.toString("base64"));
});

test("a form whose secret alone is no text is written as the text that is left", () => {
  const bytes = Buffer.from(field("x-amz-signature", "\xff\xfe"), "latin1");

  const { requestBody } = keptOf(bytes, "multipart/form-data; boundary=b");

  expect(requestBody).toBe(field("x-amz-signature", "REDACTED"));
});
