import { expect, test } from "vitest";
import type { Told } from "../../../integration/replay/recordings.ts";
import { PlantedBlobs } from "./planted-blobs.ts";

const block = { "x-ms-blob-type": "BlockBlob" };
const others = "it would change what was on the target before";

test("what others have at an address is read, and never changed, with or without conditions", async () => {
  const theirs = ["/photos", "/photos/family", "/photos/other"];
  await using planted = await PlantedBlobs.open(() => undefined, theirs);

  const result = await planted.replay([
    { send: "HEAD /photos/family", status: 200 },
    { send: "PUT /photos/family", headers: { ...block, "if-none-match": "*" }, status: 201 },
    { send: "DELETE /photos/other", headers: { "if-match": '"0x8D90E1A2B3C4D60"' }, status: 202 },
    { send: "DELETE /photos?restype=container", status: 202 },
    {
      send: "POST /?comp=batch",
      headers: { "content-type": "multipart/mixed; boundary=b" },
      body: "--b\r\nContent-Type: application/http\r\nContent-ID: 0\r\n\r\nDELETE /photos/other HTTP/1.1\r\n\r\n--b--",
      status: 202,
    },
  ]);

  expect([...planted.has].toSorted()).toEqual(theirs);
  expect(planted.asked.filter((asked) => !/^(?:HEAD|GET)/.test(asked))).toEqual([]);
  expect(result).toMatchObject({ matched: 1, prepared: 0 });
  expect(result.skipReasons).toEqual({ [others]: 4 });
});

test("what others have stays where it is made anew without a word", async () => {
  await using planted = await PlantedBlobs.open(
    ({ method, url }) => (method === "PUT" && url?.includes("restype=container") ? [201] : undefined),
    ["/photos", "/photos/family"],
  );

  const result = await planted.replay([
    { send: "PUT /photos?restype=container", status: 201 },
    { send: "PUT /photos/family", headers: block, status: 201 },
  ]);

  expect([...planted.has]).toEqual(["/photos", "/photos/family"]);
  expect(result.skipReasons).toEqual({ [others]: 2 });
});

test("what the recording makes is its own, also after it was removed", async () => {
  await using planted = await PlantedBlobs.open();
  const missing: Told["answer"] = { "x-ms-error-code": "ContainerNotFound" };

  const result = await planted.replay([
    { send: "DELETE /nothing/a", status: 404, answer: missing },
    { send: "PUT /photos?restype=container", status: 201 },
    { send: "PUT /photos/family", headers: block, status: 201 },
    { send: "DELETE /photos?restype=container", status: 202 },
    { send: "PUT /photos/family", headers: block, status: 404, answer: missing },
    { send: "PUT /photos?restype=container", status: 201 },
  ]);

  expect(result).toMatchObject({ exchanges: 6, matched: 6 });
  expect([...planted.has]).toEqual([]);
});

test("what is read of others' says something only where it is answered as recorded", async () => {
  await using planted = await PlantedBlobs.open(() => undefined, ["/photos", "/photos/family"]);

  const result = await planted.replay([
    { send: "HEAD /photos/family", status: 200 },
    { send: "HEAD /photos/other", status: 200 },
  ]);

  expect(result).toMatchObject({ matched: 1, discrepancies: [], summary: { helped: 1 } });
  expect(result.skipReasons).toEqual({ "it meets what was on the target before": 1 });
});

test("nobody knows what is there where there is no time to say so, and so nothing is changed", async () => {
  const theirs = ["/photos", "/photos/family"];
  await using planted = await PlantedBlobs.open(
    ({ method }) => (method === "HEAD" || method === "GET" ? [503, "ServerBusy"] : undefined),
    theirs,
  );

  const result = await planted.replay([{ send: "DELETE /photos?restype=container", status: 202 }]);

  expect([...planted.has]).toEqual(theirs);
  expect(result.skipReasons).toEqual({
    "it may change what was on the target before, of which the target does not tell": 1,
  });
});

test("settings of others that cannot be read are not set", async () => {
  const isSettings = (url = "") => url.includes("comp=properties");
  await using planted = await PlantedBlobs.open(({ method, url }) => {
    if (!isSettings(url)) return undefined;
    return method === "GET" ? [500, "InternalError"] : [202];
  });

  const result = await planted.replay([
    {
      send: "PUT /?restype=service&comp=properties",
      headers: { "content-type": "application/xml" },
      body: "<StorageServiceProperties><Cors/></StorageServiceProperties>",
      status: 202,
    },
  ]);

  expect(planted.asked.filter((asked) => asked.startsWith("PUT"))).toEqual([]);
  expect(result.skipReasons).toEqual({
    "its settings could not be read, and so could not be set back": 1,
  });
});
