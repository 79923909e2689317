import { describe, expect, test } from "vitest";
import { mapTables } from "../../../../src/clouds/dynamodb/partiql.ts";

const upper = (statement: string) => mapTables(statement, (name) => `${name}-1`);

describe("tables in a statement", () => {
  test.each([
    [`SELECT * FROM "songs" WHERE id = 'FROM "songs"'`, `SELECT * FROM "songs-1" WHERE id = 'FROM "songs"'`],
    [`select "from", a from songs."by-note" s`, `select "from", a from "songs-1"."by-note" s`],
    [`INSERT INTO songs VALUE {'id': 'it''s INTO x'}`, `INSERT INTO "songs-1" VALUE {'id': 'it''s INTO x'}`],
    [`UPDATE\n  "so""ngs" SET a = 1`, `UPDATE\n  "so""ngs-1" SET a = 1`],
    [`DELETE FROM /* FROM y */ songs`, `DELETE FROM /* FROM y */ "songs-1"`],
    [`DELETE FROM -- FROM y\n songs WHERE id = ?`, `DELETE FROM -- FROM y\n "songs-1" WHERE id = ?`],
    [
      `EXISTS(SELECT * FROM "songs" WHERE a = 1 AND b = 2)`,
      `EXISTS(SELECT * FROM "songs-1" WHERE a = 1 AND b = 2)`,
    ],
  ])("%s", (statement, expected) => {
    expect(upper(statement)).toBe(expected);
  });
});
