import assert from "node:assert/strict";
import { PhotoIndex } from "../src/photo-index.ts";
import { connect } from "../src/services.ts";
import { fresh } from "./names.ts";
import { beforeAll, describeConcurrent, test } from "./runner.ts";

const index = new PhotoIndex(connect().table(fresh("index")));
beforeAll(async () => {
  await index.open();
});

describeConcurrent("the index", () => {
  test("finds a photo by an odd name", async () => {
    const entry = { album: "odd", photo: "2026/it's \\ #1?", camera: "pinhole", size: 3 };

    await index.put(entry);

    assert.deepEqual(await index.find("odd", entry.photo), entry);
  });

  test("finds photos by their camera", async () => {
    const album = "by camera";
    await index.put({ album, photo: "a", camera: "O'Brien's", size: 1 });
    await index.put({ album, photo: "b", camera: "pinhole", size: 1 });

    const found = await index.takenWith(album, "O'Brien's");

    assert.deepEqual(
      found.map(({ photo }) => photo),
      ["a"],
    );
  });

  test("takes an album at once", async () => {
    const entries = ["a", "b", "c"].map((photo) => ({ album: "batch", photo, camera: "box", size: 9 }));

    await index.putAll(entries);

    assert.deepEqual(await index.ofAlbum("batch"), entries);
  });

  test("can be missing", async () => {
    assert.equal(await index.find("nowhere", "nothing"), undefined);
  });
});
