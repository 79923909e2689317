import { expect, test } from "vitest";
import { type Recording, type ReplayResult, replay } from "../../../src/fidelity/index.ts";
import { parseServiceTargets } from "../../../src/lab/index.ts";
import { each, recorded, type Told } from "./recordings.ts";

const blobs = "https://gone.blob.core.windows.net";

const octets = { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" };
const pages = { "x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "512" };
const album: Told = { send: "PUT /album?restype=container", status: 201 };

function refused(code: string) {
  return { "x-ms-error-code": code, "content-type": "application/xml" };
}

async function onAzurite(...recordings: readonly Recording[]): Promise<ReplayResult> {
  return replay(
    each(...recordings),
    parseServiceTargets("azurite", () => undefined),
    { cwd: process.cwd() },
  );
}

function placesOf(result: ReplayResult) {
  return {
    differing: result.discrepancies.map(({ recording, index }) => [recording, index]),
    skipped: result.skips.map(({ recording, index, following }) => [recording, index, following]),
  };
}

test("what is refused for an extra is made without it, and later ones meet what they met", async () => {
  const key = {
    "x-ms-encryption-algorithm": "AES256",
    "x-ms-encryption-key": "taken out",
    "x-ms-encryption-key-sha256": "3QFFFpRA5+XANHqwwbT4yXDmrT/2JaLt/FKHjzhOdoE=",
  };
  const keyed = recorded("keyed", blobs, [
    album,
    { send: "PUT /album/log", headers: { ...pages, ...key }, status: 201 },
    { send: "GET /album/log?comp=pagelist", status: 200 },
    { send: "GET /album/log", headers: key, status: 200 },
    { send: "GET /album/log", status: 409, answer: refused("BlobUsesCustomerSpecifiedEncryption") },
    // The log is there, if without its key, which this one does not ask for.
    { send: "GET /album/log?se=end&sp=r&sv=2021-08-06&sr=b&ses=mine&sig=taken_out", status: 200 },
    // The album was made, whatever became of the log in it.
    {
      send: "GET /album?restype=container&comp=list&se=end&sp=l&sv=2021-08-06&sr=c&ses=mine&sig=taken_out",
      status: 200,
    },
  ]);
  const tiered = recorded("tiered", blobs, [
    album,
    { send: "PUT /album/a", headers: { ...pages, "x-ms-access-tier": "P10" }, status: 201 },
    {
      send: "PUT /album/a",
      headers: { ...pages, "x-ms-access-tier": "P20" },
      status: 201,
      answer: { etag: '"0x8D90E1A2B3C4D60"' },
    },
    { send: "HEAD /album/a", headers: { "if-match": '"0x8D90E1A2B3C4D60"' }, status: 200 },
  ]);

  const result = await onAzurite(keyed, tiered);

  expect(placesOf(result)).toEqual({
    differing: [
      ["keyed", 1],
      ["keyed", 5],
      ["keyed", 6],
      ["tiered", 1],
      ["tiered", 2],
    ],
    skipped: [
      ["keyed", 3, 1],
      ["keyed", 4, 1],
    ],
  });
  expect(result.summary).toMatchObject({ matched: 4, uncited: 0 });
});

test("what is refused for its conditions is done without, and leaves nothing behind", async () => {
  const lease = "00000000-1111-2222-3333-444444444444";
  const anew = { ...octets, "if-none-match": "*" };
  const leased = recorded("leased", blobs, [
    album,
    { send: "PUT /album/a", headers: octets, body: "first", status: 201 },
    {
      send: "PUT /album/a?comp=lease",
      headers: {
        "x-ms-lease-action": "acquire",
        "x-ms-lease-duration": "-1",
        "x-ms-proposed-lease-id": lease,
      },
      status: 201,
      answer: { "x-ms-lease-id": lease },
    },
    {
      send: "PUT /album/a",
      headers: { ...anew, "x-ms-lease-id": lease },
      body: "longer than before",
      status: 201,
    },
    { send: "GET /album/a", headers: { "x-ms-range": "bytes=10-" }, status: 206 },
    { send: "GET /album/a", headers: { "x-ms-range": "bytes=0-" }, status: 200 },
  ]);

  const result = await onAzurite(leased);

  expect(placesOf(result)).toEqual({
    differing: [
      ["leased", 3],
      ["leased", 5],
    ],
    skipped: [],
  });
});

test("a target without versions has the current one, by the thing's own name", async () => {
  const at = (second: number) => `2021-05-03T10:00:0${second}.7654321Z`;
  const upload = (second: number): Told => ({
    send: "PUT /album/a",
    headers: octets,
    body: `${second}`,
    status: 201,
    answer: { "x-ms-version-id": at(second) },
  });
  const versions = recorded("versions", blobs, [
    album,
    upload(1),
    { send: `GET /album/a?versionid=${at(1)}`, status: 200 },
    upload(2),
    { send: `GET /album/a?versionid=${at(1)}`, status: 200 },
    {
      send: `PUT /album/a?comp=tier&versionid=${at(2)}`,
      headers: { "x-ms-access-tier": "Cool" },
      status: 200,
    },
    { send: "DELETE /album/a", status: 202 },
    { send: `GET /album/a?versionid=${at(2)}`, status: 200 },
  ]);

  const result = await onAzurite(versions);

  expect(placesOf(result)).toEqual({
    differing: [],
    skipped: [
      ["versions", 4, undefined],
      ["versions", 7, undefined],
    ],
  });
  expect(result.skipReasons).toEqual({ "it needs the version that the target did not give": 2 });
});

test("keeps another account's things beside the own, and does not count what that changes", async () => {
  const other = "https://friend.blob.core.windows.net";
  const copy = (name: string, source: string, rest: Pick<Told, "status" | "answer">): Told => ({
    send: `PUT /album/${name}`,
    headers: { "x-ms-copy-source": source, "content-length": "0" },
    ...rest,
  });
  const signature = "se=end&sp=r&sv=2021-08-06&sr=b&sig=taken_out";
  const own = recorded("accounts", blobs, [
    album,
    copy("mine", `${other}/theirs/a?${signature}`, { status: 202 }),
    copy("never", `${other}/theirs/a`, { status: 401, answer: refused("CannotVerifyCopySource") }),
    { send: "GET /album/mine", status: 200 },
    { send: "GET /album/mine", status: 200 },
  ]);
  const theirs = recorded("accounts", other, [
    { send: "PUT /theirs?restype=container", status: 201 },
    { send: "PUT /theirs/a", headers: octets, body: "first", status: 201 },
    { send: "PUT /album?restype=container", status: 201 },
  ]);

  const result = await onAzurite({
    ...own,
    exchanges: [...theirs.exchanges.slice(0, 2), ...own.exchanges],
  });
  const ambiguous = await onAzurite({ ...own, exchanges: [...theirs.exchanges, ...own.exchanges] });

  expect(result).toMatchObject({
    matched: 6,
    discrepancies: [],
    skipReasons: { "it names another account, and the target has one": 1 },
  });
  expect(ambiguous.skipReasons).toMatchObject({ "only the account `gone` has a counterpart there": 1 });
});

test("what a copy from elsewhere left behind is put there as it is read afterwards", async () => {
  const page = { "x-ms-copy-source": "https://www.example.org/page.html", "content-length": "0" };
  const read = { "content-type": "text/html", "x-ms-blob-type": "BlockBlob" };
  const copied = recorded("copied", blobs, [
    album,
    { send: "PUT /album/page", headers: page, status: 202 },
    { send: "HEAD /album/page", status: 200, answer: { ...read, "content-length": "5" } },
    { send: "GET /album/page", headers: { "x-ms-range": "bytes=3-" }, status: 206 },
    { send: "GET /album/page", status: 200, answer: { ...read, "content-length": "5" }, document: "hello" },
    // What is not told by then is not known.
    { send: "PUT /album/other", headers: page, status: 202 },
    { send: "PUT /album/other?comp=metadata", headers: { "x-ms-meta-by": "me" }, status: 200 },
  ]);

  const result = await onAzurite(copied);

  expect(result.summary).toMatchObject({ matched: 4, helped: 3, skipped: 3 });
  expect(placesOf(result)).toEqual({
    differing: [],
    skipped: [
      ["copied", 1, undefined],
      ["copied", 5, undefined],
      ["copied", 6, undefined],
    ],
  });
});

test("opens a copy's source by a signature where a token had opened it", async () => {
  const copied = recorded("copied", blobs, [
    album,
    { send: "PUT /album/a", headers: octets, body: "first", status: 201 },
    {
      send: "PUT /album/b?comp=block&blockid=MQ%3D%3D",
      headers: {
        "x-ms-copy-source": `${blobs}/album/a`,
        "x-ms-copy-source-authorization": "taken out",
        "content-length": "0",
      },
      status: 201,
    },
    { send: "GET /album/b?comp=blocklist&blocklisttype=all", status: 200 },
  ]);

  const result = await onAzurite(copied);

  expect(result).toMatchObject({ matched: 4, discrepancies: [], skipped: 0 });
});

test("makes the blobs that a recording reads before it writes them", async () => {
  const found = recorded("found", blobs, [
    { send: "HEAD /old/a", status: 200, answer: { "content-length": "11", "x-ms-blob-type": "BlockBlob" } },
    {
      send: "GET /old/a",
      headers: { "x-ms-range": "bytes=6-" },
      status: 206,
      answer: { "content-range": "bytes 6-10/11", "content-type": "text/plain" },
      document: "world",
    },
    {
      send: "HEAD /old/log",
      status: 200,
      answer: { "content-length": "11", "x-ms-blob-type": "AppendBlob" },
    },
    { send: "PUT /old/b", headers: octets, body: "first", status: 201 },
    { send: "HEAD /old/b", status: 200, answer: { "content-length": "5", "x-ms-blob-type": "BlockBlob" } },
  ]);

  const result = await onAzurite(found);

  expect(result).toMatchObject({ matched: 4, prepared: 2, discrepancies: [] });
  expect(result.skips).toMatchObject([{ index: 2 }]);
});

test("a copy follows from what its source was refused for", async () => {
  const source = recorded("source", blobs, [
    album,
    {
      send: "PUT /album/a",
      headers: { ...octets, "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==" },
      body: "first",
      status: 201,
    },
    {
      send: "PUT /album/b",
      headers: { "x-ms-copy-source": `${blobs}/album/a`, "content-length": "0" },
      status: 202,
    },
    { send: "HEAD /album/b", status: 200 },
  ]);

  const result = await onAzurite(source);

  expect(placesOf(result)).toEqual({
    differing: [["source", 1]],
    skipped: [
      ["source", 2, 1],
      ["source", 3, 2],
    ],
  });
});
