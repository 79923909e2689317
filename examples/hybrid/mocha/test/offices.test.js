import assert from "node:assert/strict";
import { fresh } from "../../app/src/fresh.ts";
import { Office } from "../../app/src/office.ts";
import { defineCases } from "./cases.js";

defineCases("offices", [
  [
    "are opened and closed",
    async () => {
      const office = new Office(fresh("office"));
      await office.open();
      await office.close();

      await assert.rejects(office.documents.all(), { statusCode: 404 });
    },
  ],
  [
    "move in again",
    async () => {
      const office = new Office("branch-office");
      await office.documents.open();
      await office.documents.close();

      await office.documents.open();

      assert.deepEqual(await office.documents.all(), []);
    },
  ],
  [
    "stay closed for a while",
    async () => {
      const office = new Office("closed-office");
      await office.documents.open();
      await office.documents.close();

      await assert.rejects(office.documents.open(), { statusCode: 409 });
    },
  ],
  [
    "have names that nobody else has",
    () => {
      assert.notEqual(fresh("office"), fresh("office"));
    },
  ],
]);
