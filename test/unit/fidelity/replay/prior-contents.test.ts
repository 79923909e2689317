import { expect, test } from "vitest";
import { priorContents } from "../../../../src/fidelity/replay/prior-contents.ts";
import { recorded, type Told } from "../../../integration/replay/recordings.ts";
import { PlantedBlobs } from "./planted-blobs.ts";

const told: Told = {
  send: "HEAD /old/a%20b",
  status: 200,
  answer: { "content-length": "5", "x-ms-blob-type": "BlockBlob" },
};

function madeFor(exchanges: readonly Told[], origin = "https://gone.blob.core.windows.net") {
  return priorContents(recorded("prior", origin, exchanges).exchanges).map(({ make }) => make);
}

test("a blob that was read before it was written was there, with what is told of it", () => {
  const read: Told = {
    ...told,
    send: "GET /old/a%20b",
    answer: { ...told.answer, "x-ms-meta-by": "me", "content-type": "text/plain", "x-ms-meta-name": "名前" },
    document: "hello",
  };

  expect(madeFor([told, read])).toEqual([
    {
      method: "PUT",
      target: "/old/a%20b",
      headers: [
        ["x-ms-blob-type", "BlockBlob"],
        ["x-ms-meta-by", "me"],
        ["content-type", "text/plain"],
      ],
      body: "hello",
    },
  ]);
});

test("an object, too, as long as it was, where its content is not told", () => {
  const object: Told = { send: "HEAD /old/a", status: 200, answer: { "content-length": "3" } };
  const bucket = "https://s3.us-east-1.amazonaws.com";

  expect(madeFor([object], bucket)).toEqual([
    { method: "PUT", target: "/old/a", headers: [], body: "\0\0\0" },
  ]);
});

test("other reads of it change nothing", () => {
  expect(madeFor([{ send: "GET /old/a%20b?comp=tags", status: 200 }, told])).toHaveLength(1);
});

test.each<[string, readonly Told[]]>([
  ["was not there before", [{ ...told, status: 404 }, told]],
  ["was written", [{ send: "PUT /old/a%20b", headers: told.answer ?? {}, status: 201 }, told]],
  ["was read as it was once", [{ ...told, send: "HEAD /old/a%20b?snapshot=2021-01-01T00:00:00Z" }]],
  ["is no block blob", [{ ...told, answer: { ...told.answer, "x-ms-blob-type": "PageBlob" } }]],
  ["is too long", [{ ...told, answer: { "content-length": String(9 * 1024 * 1024) } }]],
  ["is of unknown length", [{ ...told, answer: {} }]],
])("nothing is made up that %s", (_, exchanges) => {
  expect(madeFor(exchanges)).toEqual([]);
});

test("what is made up has a limit in all", () => {
  const large = { "content-length": String(8 * 1024 * 1024) };
  const many = Array.from({ length: 20 }, (_, at) => ({
    send: `HEAD /old/${at}`,
    status: 200,
    answer: large,
  }));

  expect(madeFor(many)).toHaveLength(8);
});

test("a difference on what was there before is shown again with the read that tells of it", async () => {
  await using planted = await PlantedBlobs.open(({ url = "" }) =>
    url.includes("comp=tier") && planted.has.has("/old/a%20b") ? [400, "InvalidHeaderValue"] : undefined,
  );

  const result = await planted.replay([
    told,
    { send: "PUT /old/a%20b?comp=tier", headers: { "x-ms-access-tier": "Cold" }, status: 200 },
  ]);

  expect(result).toMatchObject({ matched: 1, prepared: 2, summary: { citedFinding: 1, uncited: 0 } });
  expect(result.findings[0]?.exchanges).toHaveLength(2);
});

test("what kills the target when it is made is left out, and the rest is there", async () => {
  await using planted = await PlantedBlobs.open(({ method, url = "" }) =>
    method === "PUT" && url.endsWith("/old/a%20b") ? "die" : undefined,
  );

  const result = await planted.replay([told, { send: "HEAD /old?restype=container", status: 200 }]);

  expect(result).toMatchObject({ matched: 1, prepared: 1, skipped: 1 });
});

test("a creation that is not answered as recorded differs, and what reads it follows", async () => {
  await using planted = await PlantedBlobs.open(({ method, headers }) =>
    method === "PUT" && headers["x-ms-blob-type"] === "PageBlob" ? [404, "BlobNotFound"] : undefined,
  );

  const result = await planted.replay([
    { send: "PUT /album?restype=container", status: 201 },
    {
      send: "PUT /album/pages",
      headers: { "x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "512" },
      status: 201,
    },
    { send: "HEAD /album/pages", status: 200 },
  ]);

  expect(result.discrepancies.map(({ index }) => index)).toEqual([1]);
  expect(result.skips.map(({ index, following }) => [index, following])).toEqual([[2, 1]]);
});
