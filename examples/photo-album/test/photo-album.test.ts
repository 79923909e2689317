import assert from "node:assert/strict";
import type { Photo } from "../src/albums.ts";
import { PhotoAlbum } from "../src/photo-album.ts";
import { connect } from "../src/services.ts";
import { fresh } from "./names.ts";
import { describe, test } from "./runner.ts";

const services = connect();

function photo(name: string): Photo {
  return { name, content: Buffer.from(Array.from({ length: 64 }, (_, at) => at)), camera: "pinhole" };
}

describe("the app", () => {
  test("makes a thumbnail for every photo", async () => {
    await using app = await PhotoAlbum.open(services, fresh("app"));
    const album = fresh("album");
    await app.albums.create(album, "a day out");
    for (const name of ["one", "2026/two"]) await app.add(album, photo(name));

    assert.equal(await app.makeThumbnails(), 2);

    assert.deepEqual(await app.thumbnails.ofAlbum(album), ["2026/two", "one"]);
    assert.deepEqual([...(await app.thumbnails.read(album, "one"))], [0, 8, 16, 24, 32, 40, 48, 56]);
    assert.equal(await app.thumbnails.fullSize(album, "one"), 64);
  });

  test("puts the job of a lost photo aside", async () => {
    await using app = await PhotoAlbum.open(services, fresh("app"));
    const album = fresh("album");
    await app.albums.create(album, "careless");
    await app.jobs.ask({ album, photo: "lost" });

    assert.equal(await app.makeThumbnails(), 0);

    assert.deepEqual(await app.jobs.failures(), [{ album, photo: "lost" }]);
    assert.equal(await app.thumbnails.fullSize(album, "lost"), undefined);
  });

  test("removes an album with all that belongs to it", async () => {
    await using app = await PhotoAlbum.open(services, fresh("app"));
    const album = fresh("album");
    await app.albums.create(album, "short");
    await app.add(album, photo("one"));
    await app.makeThumbnails();

    await app.remove(album);

    assert.deepEqual(await app.index.ofAlbum(album), []);
    assert.deepEqual(await app.thumbnails.ofAlbum(album), []);
    assert.deepEqual(await app.albums.startingWith(album), []);
  });
});
