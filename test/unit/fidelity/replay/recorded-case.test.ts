import { expect, test } from "vitest";
import { pieceUpTo } from "../../../../src/fidelity/replay/piece.ts";
import { recordedCase } from "../../../../src/fidelity/replay/recorded-case.ts";
import { recorded } from "../../../integration/replay/recordings.ts";

const photos = recorded("photos", "https://gone.blob.core.windows.net", [
  { send: "PUT /photos?restype=container", status: 201, answer: { etag: '"0x8D90E1A2B3C4D60"' } },
]);
const sent = recorded("jobs", "https://gone.queue.core.windows.net", [
  { send: "PUT /photos", status: 201 },
  { send: "PUT /photos", headers: { "x-ms-meta-by": "0x8D90E1A2B3C4D60" }, status: 409 },
]);
const both = { ...photos, exchanges: [...photos.exchanges, ...sent.exchanges] };

test("a container and a queue of one name have nothing to do with each other", () => {
  const unrelated = { ...both, exchanges: both.exchanges.slice(0, 2) };

  expect(pieceUpTo(unrelated, 1).exchanges).toEqual(sent.exchanges.slice(0, 1));
});

test("what a case needs of another service is no call of its sequence", () => {
  const piece = pieceUpTo(both, 2);
  const [expected, actual] = [
    { status: 409, code: null },
    { status: 204, code: null },
  ];
  const messages = { expected: null, actual: null };

  const { sequence } = recordedCase({ service: "azure-queue", expected, actual, messages }, piece);

  expect(piece.exchanges).toHaveLength(3);
  expect(sequence.map(({ operation }) => operation)).toEqual(["Queue_Create", "Queue_Create"]);
});
