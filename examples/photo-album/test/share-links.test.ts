import assert from "node:assert/strict";
import { connect } from "../src/services.ts";
import { ShareLinks } from "../src/share-links.ts";
import { fresh } from "./names.ts";
import { beforeAll, describe, test } from "./runner.ts";

describe("links", () => {
  const links = new ShareLinks(connect().dynamodb, fresh("links"));
  beforeAll(async () => {
    await links.open();
  });

  test("lead to their album and count visits", async () => {
    await links.share("trip", "sesame");

    await links.visit("sesame");

    assert.deepEqual(await links.visit("sesame"), { album: "trip", visits: 2 });
  });

  test("are taken once", async () => {
    await links.share("trip", "unique");

    assert.equal(await links.share("other", "unique"), false);

    assert.equal((await links.visit("unique"))?.album, "trip");
  });

  test("can be removed", async () => {
    await links.share("trip", "short-lived");

    await links.revoke("short-lived");

    assert.equal(await links.visit("short-lived"), undefined);
  });
});
