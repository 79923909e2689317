import { expect, test } from "vitest";
import type { ReplayResult } from "../../../../src/fidelity/index.ts";
import type { Told } from "../../../integration/replay/recordings.ts";
import { PlantedBlobs } from "./planted-blobs.ts";

const block = { "x-ms-blob-type": "BlockBlob" };
const album: Told = { send: "PUT /album?restype=container", status: 201 };
const lease = "00000000-1111-2222-3333-444444444444";

function placesOf({ matched, discrepancies, skips, summary }: ReplayResult) {
  return {
    matched,
    helped: summary.helped,
    differing: discrepancies.map(({ index }) => index),
    skipped: skips.map(({ index, following }) => [index, following]),
  };
}

test("a lease that is refused for its condition is taken without it, by the id that its client chose", async () => {
  await using planted = await PlantedBlobs.open(({ headers }) => {
    if (headers["if-match"] !== undefined) return [412, "ConditionNotMet"];
    if (headers["x-ms-lease-action"] === "acquire") return [201, undefined, { "x-ms-lease-id": lease }];
    return headers["x-ms-lease-action"] === "release" ? [200] : undefined;
  });

  const result = await planted.replay([
    album,
    { send: "PUT /album/a", headers: block, status: 201 },
    {
      send: "PUT /album/a?comp=lease",
      headers: {
        "x-ms-lease-action": "acquire",
        "x-ms-lease-duration": "-1",
        "x-ms-proposed-lease-id": lease,
        "if-match": "*",
      },
      status: 201,
      answer: { "x-ms-lease-id": lease },
    },
    {
      send: "PUT /album/a?comp=lease",
      headers: { "x-ms-lease-action": "release", "x-ms-lease-id": lease },
      status: 200,
    },
  ]);

  expect(placesOf(result)).toEqual({ matched: 3, helped: 1, differing: [2], skipped: [] });
});

const fetched = { "x-ms-copy-source": "https://gone.blob.core.windows.net/album/a" };
const staged: Told = { send: "PUT /album/b?comp=block&blockid=MQ%3D%3D", headers: fetched, status: 201 };
const later: readonly Told[] = [
  { send: "PUT /album/z", headers: block, status: 201 },
  { send: "HEAD /album/z", status: 200 },
];

test.each(["GET", "PUT"])(
  "a target that dies of what stands for another request (%s) has nothing",
  async (by) => {
    await using planted = await PlantedBlobs.open(({ method, url = "", headers }) => {
      if (headers["x-ms-copy-source"] !== undefined) return [501, "NotImplemented"];
      const isInstead =
        by === "GET" ? method === "GET" && url.includes("/album/a") : url.includes("comp=block");
      return isInstead ? "die" : undefined;
    });

    const result = await planted.replay([
      album,
      { send: "PUT /album/a", headers: block, status: 201 },
      staged,
      ...later,
    ]);

    expect(placesOf(result)).toEqual({
      matched: 2,
      helped: 0,
      differing: [2],
      skipped: [
        [3, 2],
        [4, 2],
      ],
    });
  },
);

test("what was fetched where the target cannot is read and sent, and later ones are helped by it", async () => {
  await using planted = await PlantedBlobs.open(({ headers }) =>
    headers["x-ms-copy-source"] === undefined ? undefined : [501, "NotImplemented"],
  );

  const result = await planted.replay([
    album,
    { send: "PUT /album/a", headers: block, status: 201 },
    { send: "PUT /album/b", headers: { ...block, ...fetched }, status: 201 },
    { send: "HEAD /album/b", status: 200 },
    ...later,
  ]);

  expect(placesOf(result)).toEqual({ matched: 5, helped: 1, differing: [2], skipped: [] });
});

const version = "2021-05-03T10:00:01.7654321Z";
const versioned: readonly Told[] = [
  album,
  { send: "PUT /album/a", headers: block, status: 201, answer: { "x-ms-version-id": version } },
  { send: `HEAD /album/a?versionid=${version}`, status: 200 },
];

test("a current version is asked for as it was recorded, and by the thing's name where that is refused", async () => {
  await using taking = await PlantedBlobs.open();
  await using refusing = await PlantedBlobs.open(({ url = "" }) =>
    url.includes("versionid") ? [400, "InvalidQueryParameterValue"] : undefined,
  );

  const taken = await taking.replay(versioned);
  const refused = await refusing.replay(versioned);

  for (const result of [taken, refused]) {
    expect(placesOf(result)).toEqual({ matched: 3, helped: 1, differing: [], skipped: [] });
  }
  expect(taking.asked.filter((one) => one === "HEAD /album/a 200")).toHaveLength(1);
  expect(refusing.asked).toEqual(expect.arrayContaining(["HEAD /album/a 400", "HEAD /album/a 200"]));
});

const copied: readonly Told[] = [
  album,
  { send: "PUT /album/a", headers: block, status: 201 },
  { send: "PUT /album/b", headers: fetched, status: 202 },
];

test("what is refused is put there as later ones tell it, and what differs on it all the same follows", async () => {
  await using planted = await PlantedBlobs.open(({ url = "", headers }) => {
    if (headers["x-ms-copy-source"] !== undefined) return [403, "CannotVerifyCopySource"];
    return url.includes("comp=tags") ? [404, "BlobNotFound"] : undefined;
  });

  const result = await planted.replay([
    ...copied,
    { send: "GET /album/b?comp=tags", status: 200 },
    { send: "HEAD /album/b", status: 200, answer: { "content-length": "5" } },
  ]);

  expect(placesOf(result)).toEqual({ matched: 3, helped: 1, differing: [2], skipped: [[3, 2]] });
});

test("a target that dies of what is put there has nothing", async () => {
  await using planted = await PlantedBlobs.open(({ method, url = "", headers }) => {
    if (headers["x-ms-copy-source"] !== undefined) return [403, "CannotVerifyCopySource"];
    return method === "PUT" && url.includes("/album/b") ? "die" : undefined;
  });

  const result = await planted.replay([
    ...copied,
    { send: "HEAD /album/b", status: 200, answer: { "content-length": "5" } },
    { send: "HEAD /album/a", status: 200 },
  ]);

  expect(placesOf(result)).toMatchObject({ matched: 2, differing: [2] });
  expect(result.skips.map(({ index }) => index)).toEqual([3, 4]);
});

test("a refusal for a token that opened the source is not replayed with a signature", async () => {
  await using planted = await PlantedBlobs.open();

  const result = await planted.replay([
    album,
    {
      send: "PUT /album/b",
      headers: { ...fetched, "x-ms-copy-source-authorization": "Bearer taken_out" },
      status: 401,
      answer: { "x-ms-error-code": "CannotVerifyCopySource" },
    },
  ]);

  expect(result.skipReasons).toEqual({ "it was refused for its credentials, which were taken out": 1 });
});
