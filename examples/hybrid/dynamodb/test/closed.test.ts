import assert from "node:assert/strict";
import { test } from "node:test";
import { Theatre } from "../src/theatre.ts";

const ruin = new Theatre("ruin");

void test("a theatre that never opened has no seats", async () => {
  await assert.rejects(ruin.find("monday", "A1"), { name: "ResourceNotFoundException" });
});

void test("a theatre is its table alone", () => {
  assert.deepEqual(Object.keys(ruin), []);
});
