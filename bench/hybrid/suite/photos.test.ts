import { describe, expect, test } from "vitest";
import { newAlbum, put, textOf } from "./account.ts";

const names = ["a.txt", "sea/b.txt", "Zürich.txt", "with blanks.txt", "100%.txt"];

describe.each(names)("a photo called %s", (name) => {
  test("comes back as it was", async () => {
    const album = await newAlbum();

    for (const text of ["dawn", "noon", "dusk"]) {
      await put(album, name, text);
      expect(await textOf(album, name)).toBe(text);
    }
  });

  test("keeps what is written about it", async () => {
    const album = await newAlbum();
    await put(album, name, "sunset");
    const photo = album.getBlockBlobClient(name);

    await photo.setMetadata({ place: "harbour", camera: "old" });
    await photo.setHTTPHeaders({ blobContentType: "image/png", blobCacheControl: "no-cache" });

    const { metadata, contentType, cacheControl } = await photo.getProperties();
    expect({ metadata, contentType, cacheControl }).toEqual({
      metadata: { place: "harbour", camera: "old" },
      contentType: "image/png",
      cacheControl: "no-cache",
    });
    expect((await photo.download()).metadata).toEqual({ place: "harbour", camera: "old" });
  });

  test("is put together from its parts", async () => {
    const album = await newAlbum();
    const photo = album.getBlockBlobClient(name);
    const ids = ["one", "two", "three"].map((id) => Buffer.from(id.padEnd(8)).toString("base64"));

    for (const id of ids) await photo.stageBlock(id, id, id.length);
    await photo.commitBlockList(ids);

    expect(await textOf(album, name)).toBe(ids.join(""));
    expect((await photo.getBlockList("committed")).committedBlocks).toHaveLength(3);
  });

  test("is gone once it is deleted", async () => {
    const album = await newAlbum();
    await put(album, name, "soon gone");
    const photo = album.getBlockBlobClient(name);

    expect(await photo.exists()).toBe(true);
    await photo.delete();

    expect(await photo.exists()).toBe(false);
    await expect(photo.getProperties()).rejects.toMatchObject({ statusCode: 404 });
    expect((await photo.deleteIfExists()).succeeded).toBe(false);
  });
});
