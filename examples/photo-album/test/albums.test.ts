import assert from "node:assert/strict";
import { Albums } from "../src/albums.ts";
import { connect } from "../src/services.ts";
import { fresh } from "./names.ts";
import { beforeAll, describe, describeConcurrent, test } from "./runner.ts";

const albums = new Albums(connect().blobs);
const camera = "Näf 3";

describe("albums", () => {
  test("have a title in any script", async () => {
    const album = fresh("album");

    assert.equal(await albums.create(album, "Été à Zürich"), true);

    assert.equal(await albums.title(album), "Été à Zürich");
  });

  test("are made once", async () => {
    const album = fresh("album");
    await albums.create(album, "first");

    assert.equal(await albums.create(album, "second"), false);

    assert.equal(await albums.title(album), "first");
  });

  test("are listed", async () => {
    const prefix = fresh("trip");
    for (const day of ["a", "b", "c"]) await albums.create(`${prefix}-${day}`, day);

    const names = await albums.startingWith(prefix);

    assert.deepEqual(names, [`${prefix}-a`, `${prefix}-b`, `${prefix}-c`]);
  });

  test("can be removed", async () => {
    const album = fresh("album");
    await albums.create(album, "gone soon");

    await albums.remove(album);

    assert.deepEqual(await albums.startingWith(album), []);
  });
});

describeConcurrent("photos", () => {
  const album = fresh("photos");
  beforeAll(async () => {
    await albums.create(album, "shared by the tests of this group");
  });

  test("come back as they were", async () => {
    const content = Buffer.from([0, 1, 2, 253, 254, 255]);

    await albums.add(album, { name: "bytes", content, camera });

    assert.deepEqual(await albums.photo(album, "bytes"), { name: "bytes", content, camera });
  });

  test("may have odd names", async () => {
    const name = "2026/it's 100% 'me' & ü.png";

    await albums.add(album, { name, content: Buffer.from("me"), camera });

    assert.deepEqual(await albums.photos(album, "2026/it"), [name]);
  });

  test("are listed", async () => {
    for (const name of ["may/2", "may/1", "june/1"])
      await albums.add(album, { name, content: Buffer.from(name), camera });

    assert.deepEqual(await albums.photos(album, "may/"), ["may/1", "may/2"]);
  });

  test("are never replaced", async () => {
    await albums.add(album, { name: "once", content: Buffer.from("old"), camera });

    const added = await albums.add(album, { name: "once", content: Buffer.from("new"), camera });

    assert.equal(added, false);
    assert.equal((await albums.photo(album, "once"))?.content.toString(), "old");
  });

  test("are renamed with their metadata", async () => {
    await albums.add(album, { name: "IMG_0001", content: Buffer.from("sun"), camera });

    await albums.rename(album, "IMG_0001", "sunrise");

    assert.equal(await albums.photo(album, "IMG_0001"), undefined);
    assert.equal((await albums.photo(album, "sunrise"))?.camera, camera);
  });

  test("are edited by one at a time", async () => {
    await albums.add(album, { name: "draft", content: Buffer.from("grey"), camera });

    const edits = await Promise.allSettled(
      ["red", "green"].map((color) => albums.edit(album, "draft", () => Buffer.from(color))),
    );

    const refused = edits.flatMap((edit) => (edit.status === "rejected" ? [edit.reason.statusCode] : []));
    assert.ok(refused.length < 2 && refused.every((status) => status === 409));
    assert.notEqual((await albums.photo(album, "draft"))?.content.toString(), "grey");
  });

  test("can be missing", async () => {
    assert.equal(await albums.photo(album, "nowhere"), undefined);
  });
});
