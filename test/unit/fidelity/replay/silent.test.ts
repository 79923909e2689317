import { expect, test } from "vitest";
import { PlantedBlobs } from "./planted-blobs.ts";

test("a target that answers nothing any more ends the replay, with what to do", async () => {
  let asked = 0;
  const planted = await PlantedBlobs.open(({ url = "" }) => {
    if (url.includes("/album/")) asked++;
    if (asked === 3) planted[Symbol.asyncDispose]().catch(() => {});
    return undefined;
  });
  const put = (name: string) => ({
    send: `PUT /album/${name}`,
    headers: { "x-ms-blob-type": "BlockBlob" },
    status: 201,
  });

  const replayed = planted.replay([
    { send: "PUT /album?restype=container", status: 201 },
    ...["a", "b", "c", "d", "e"].map(put),
  ]);

  await expect(replayed).rejects.toMatchObject({ code: "TS_TARGET_SILENT" });
  expect(asked).toBe(3);
});
