import { describe, expect, test } from "vitest";
import { newAlbum, put } from "./account.ts";

describe.each([3, 4, 5, 6])("an album of %i photos", (count) => {
  const names = Array.from({ length: count }, (_, at) => `${at % 2 === 0 ? "sea" : "town"}/${at}.txt`);

  test("lists them in order", async () => {
    const album = await newAlbum();
    for (const name of names) await put(album, name, name);

    const listed: string[] = [];
    for await (const { name } of album.listBlobsFlat()) listed.push(name);

    expect(listed).toEqual(names.toSorted());
  });

  test("lists them by folder", async () => {
    const album = await newAlbum();
    for (const name of names) await put(album, name, name);

    const folders: string[] = [];
    for await (const item of album.listBlobsByHierarchy("/")) folders.push(item.name);
    const inside: string[] = [];
    for await (const { name } of album.listBlobsFlat({ prefix: "sea/" })) inside.push(name);

    expect(folders).toEqual(["sea/", "town/"]);
    expect(inside).toEqual(names.filter((name) => name.startsWith("sea/")).toSorted());
  });

  test("lists them page by page", async () => {
    const album = await newAlbum();
    for (const name of names) await put(album, name, name);

    const sizes: number[] = [];
    for await (const { segment } of album.listBlobsFlat().byPage({ maxPageSize: 2 })) {
      sizes.push(segment.blobItems.length);
    }

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
    expect(Math.max(...sizes)).toBe(2);
  });

  test("is described", async () => {
    const album = await newAlbum();
    for (const name of names) await put(album, name, name);

    await album.setMetadata({ title: "summer", photos: String(count) });

    expect((await album.getProperties()).metadata).toEqual({ title: "summer", photos: String(count) });
  });

  test("loses what is deleted, and nothing else", async () => {
    const album = await newAlbum();
    for (const name of names) await put(album, name, name);

    for (const name of names.slice(1)) await album.deleteBlob(name);

    const left: string[] = [];
    for await (const { name } of album.listBlobsFlat()) left.push(name);
    expect(left).toEqual(names.slice(0, 1));
  });
});
