import { expect, test } from "vitest";
import { pieceUpTo } from "../../../../src/fidelity/replay/piece.ts";
import { recorded, type Told } from "../../../integration/replay/recordings.ts";

const octets = { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" };

function sentIn(told: readonly Told[], index: number): string[] {
  const recording = recorded("album", "https://gone.blob.core.windows.net", told);
  return pieceUpTo(recording, index).exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
}

const container: Told = { send: "PUT /album?restype=container", status: 201 };
const cover: Told = { send: "PUT /album/cover", headers: octets, body: "first", status: 201 };

test("keeps what changed the same things, and neither reads, refusals nor the rest", () => {
  const told: Told[] = [
    container,
    { send: "PUT /other?restype=container", status: 201 },
    cover,
    { send: "PUT /album/back", headers: octets, body: "last", status: 201 },
    { send: "GET /album/cover", status: 200 },
    { send: "PUT /album/cover", headers: octets, body: "again", status: 412 },
    { send: "DELETE /album/cover", status: 202 },
  ];

  expect(sentIn(told, 6)).toEqual(["PUT /album", "PUT /album/cover", "DELETE /album/cover"]);
});

test("keeps a read that first gave a value which is sent later, and what that needs", () => {
  const told: Told[] = [
    container,
    cover,
    { send: "HEAD /album/cover", status: 200, answer: { etag: '"0x8D90E1A2B3C4D60"' } },
    { send: "HEAD /album/cover", status: 200, answer: { etag: '"0x8D90E1A2B3C4D60"' } },
    { send: "GET /album/cover", headers: { "if-match": '"0x8D90E1A2B3C4D60"' }, status: 412 },
  ];

  expect(sentIn(told, 4)).toEqual([
    "PUT /album",
    "PUT /album/cover",
    "HEAD /album/cover",
    "GET /album/cover",
  ]);
});

test("keeps the source of a copy, wherever it is", () => {
  const told: Told[] = [
    container,
    { send: "PUT /other?restype=container", status: 201 },
    { send: "PUT /other/source", headers: octets, body: "first", status: 201 },
    {
      send: "PUT /album/copy",
      headers: { "x-ms-copy-source": "https://gone.blob.core.windows.net/other/source" },
      status: 202,
    },
  ];

  expect(sentIn(told, 3)).toHaveLength(4);
});
