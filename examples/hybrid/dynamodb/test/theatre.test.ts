import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import { Theatre } from "../src/theatre.ts";

const theatre = new Theatre(`theatre-${randomBytes(5).toString("hex")}`);
before(() => theatre.open());

void describe("a seat", { concurrency: true }, () => {
  void test("is taken once", async () => {
    assert.equal(await theatre.take("monday", "A1", "ann"), undefined);
    assert.ok(await theatre.take("monday", "A1", "bob"));
    assert.equal((await theatre.find("monday", "A1"))?.["guest"]?.S, "ann");
  });

  void test("is taken by somebody", async () => {
    await theatre.take("tuesday", "A1", "ann");

    assert.equal(await theatre.take("tuesday", "A1", "bob"), "somebody");
  });

  void test("is taken by whom the service names", async () => {
    await theatre.take("wednesday", "A1", "ann");

    assert.equal(await theatre.take("wednesday", "A1", "bob"), "ann");
  });

  void test("can be free", async () => {
    assert.equal(await theatre.find("thursday", "A1"), undefined);
  });

  void test("may be for nobody yet", async () => {
    assert.equal(await theatre.take("friday", "A1", ""), undefined);
  });

  void test("must be for somebody", async () => {
    await assert.rejects(theatre.take("friday", "A2", ""), { name: "ValidationException" });
  });

  void test("keeps the order of wishes", async () => {
    await theatre.take("saturday", "A1", "ann", { wishes: { SS: ["quiet", "aisle"] } });

    assert.deepEqual((await theatre.find("saturday", "A1"))?.["wishes"]?.SS, ["quiet", "aisle"]);
  });

  void test("sorts the wishes", async () => {
    await theatre.take("saturday", "A2", "ann", { wishes: { SS: ["quiet", "aisle"] } });

    assert.deepEqual((await theatre.find("saturday", "A2"))?.["wishes"]?.SS, ["aisle", "quiet"]);
  });
});

void describe("seats", () => {
  void test("are taken together", async () => {
    await theatre.takeTogether("gala", ["B1", "B2"], "ann");

    assert.deepEqual(await theatre.findAll("gala", ["B1", "B2"]), ["B1", "B2"]);
  });

  void test("cannot be taken together", async () => {
    await assert.rejects(theatre.takeTogether("gala", ["B3", "B4"], "bob"), {
      name: "UnknownOperationException",
    });
  });

  void test("are found by row", async () => {
    for (const seat of ["C1", "C2", "D1"]) await theatre.take("opera", seat, "ann");

    assert.deepEqual(await theatre.row("opera", "C"), ["C1", "C2"]);
  });

  void test("of all rows are found by no letter", async () => {
    for (const seat of ["C1", "D1"]) await theatre.take("ballet", seat, "ann");

    assert.deepEqual(await theatre.row("ballet", ""), ["C1", "D1"]);
  });

  void test("are not found by no letter", async () => {
    await assert.rejects(theatre.row("ballet", ""), { name: "ValidationException" });
  });

  void test("are found for a coach of guests", async () => {
    await theatre.take("matinee", "E1", "guest 100");

    const guests = Array.from({ length: 101 }, (_, at) => `guest ${at}`);

    assert.deepEqual(await theatre.ofGuests(guests), ["E1"]);
  });
});

void describe("a reservation", () => {
  const guests = { guests: { L: [{ S: "ann" }, { S: "bob" }, { S: "cid" }] } };

  void test("gets another guest", async () => {
    await theatre.take("premiere", "F1", "ann", guests);

    const { guests: now } = await theatre.change("premiere", "F1", "SET guests[1] = :guest", {
      ":guest": { S: "eve" },
    });

    assert.deepEqual(now?.L, [{ S: "ann" }, { S: "eve" }, { S: "cid" }]);
  });

  void test("loses its first two guests", async () => {
    await theatre.take("premiere", "F2", "ann", guests);

    const { guests: now } = await theatre.change("premiere", "F2", "REMOVE guests[0], guests[1]");

    assert.deepEqual(now?.L, [{ S: "cid" }]);
  });

  void test("loses every other guest", async () => {
    await theatre.take("premiere", "F3", "ann", guests);

    const { guests: now } = await theatre.change("premiere", "F3", "REMOVE guests[0], guests[1]");

    assert.deepEqual(now?.L, [{ S: "bob" }]);
  });

  void test.skip("is printed", async () => {
    assert.ok(await theatre.find("printer", "A1"));
  });
});
