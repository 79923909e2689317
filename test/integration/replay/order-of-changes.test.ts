import { expect, test } from "vitest";
import { type Recording, type ReplayResult, replay } from "../../../src/fidelity/index.ts";
import { parseServiceTargets } from "../../../src/lab/index.ts";
import { each, recorded, type Told } from "./recordings.ts";

const blobs = "https://gone.blob.core.windows.net";

function second(seconds: number): string {
  return new Date(Date.UTC(2021, 4, 3, 10, 0, seconds)).toUTCString();
}

/** A blob that is written so many seconds after the first exchange. */
function written(name: string, after: number, headers: Readonly<Record<string, string>> = {}): Told {
  return {
    send: `PUT /album/${name}`,
    headers: { "x-ms-blob-type": "BlockBlob", "content-type": "text/plain", ...headers },
    body: `${name} ${after}`,
    status: 201,
    answer: { "last-modified": second(after) },
    after,
  };
}

const refused = {
  status: 412,
  answer: { "x-ms-error-code": "ConditionNotMet" },
};

function album(name: string, told: readonly Told[]): Recording {
  return recorded(name, blobs, [{ send: "PUT /album?restype=container", status: 201 }, ...told]);
}

async function onAzurite(...recordings: readonly Recording[]): Promise<ReplayResult> {
  return replay(
    each(...recordings),
    parseServiceTargets("azurite", () => undefined),
    { cwd: process.cwd() },
  );
}

test("what was changed in a later second is changed in a later one again, where somebody asks for that", async () => {
  const told = album("told", [
    written("cover", 0),
    written("cover", 1),
    { ...written("cover", 2, { "if-unmodified-since": second(0) }), ...refused },
    { ...written("cover", 2, { "if-unmodified-since": second(1) }), answer: {} },
  ]);
  const between = album("between", [
    written("page", 0),
    written("page", 2),
    { send: "GET /album/page", headers: { "if-modified-since": second(1) }, status: 200, after: 3 },
    { send: "GET /album/page", headers: { "if-unmodified-since": second(1) }, ...refused, after: 3 },
    {
      send: "GET /album/page",
      headers: { "if-modified-since": second(2) },
      status: 304,
      answer: { "x-ms-error-code": "ConditionNotMet" },
      after: 4,
    },
  ]);
  const source = album("source", [
    written("cover", 0),
    written("cover", 1),
    {
      send: "PUT /album/copy",
      headers: {
        "x-ms-copy-source": `${blobs}/album/cover`,
        "x-ms-source-if-unmodified-since": second(0),
        "content-length": "0",
      },
      status: 412,
      answer: { "x-ms-error-code": "ConditionNotMet" },
      after: 2,
    },
    {
      send: "PUT /album/copy",
      headers: {
        "x-ms-copy-source": `${blobs}/album/cover`,
        "x-ms-source-if-modified-since": second(0),
        "content-length": "0",
      },
      status: 202,
      after: 2,
    },
  ]);

  const result = await onAzurite(told, between, source);

  expect(result.discrepancies).toEqual([]);
  expect(result.skips).toEqual([]);
  expect(result.matched).toBe(told.exchanges.length + between.exchanges.length + source.exchanges.length);
});
