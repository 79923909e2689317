import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { fresh, freshTable } from "../../app/src/fresh.ts";
import { Ledger } from "../../app/src/ledger.ts";

describe("bookings", () => {
  const ledger = new Ledger(freshTable("bookings"));
  beforeAll(() => ledger.open());

  test.concurrent("are found by account and number", async () => {
    await ledger.book({ account: "rent", number: "1", cents: 90_000, note: "May" });

    expect(await ledger.find("rent", "1")).toMatchObject({ cents: 90_000, note: "May" });
  });

  test.concurrent("are made once", async () => {
    expect(await ledger.book({ account: "once", number: "1", cents: 1 })).toBe(true);
    expect(await ledger.book({ account: "once", number: "1", cents: 2 })).toBe(false);
    expect(await ledger.balance("once")).toBe(1);
  });

  test.concurrent("are made together", async () => {
    const bookings = ["1", "2"].map((number) => ({ account: "together", number, cents: 50 }));

    await ledger.bookAll(bookings);

    expect(await ledger.balance("together")).toBe(100);
  });

  test.concurrent("can be missing", async () => {
    expect(await ledger.find("nobody", "1")).toBeUndefined();
  });

  test.each([1, 11, 111])("of %i cents add up", async (cents) => {
    const account = `sum of ${cents}`;

    await ledger.book({ account, number: "a", cents });
    await ledger.book({ account, number: "b", cents });

    expect(await ledger.balance(account)).toBe(2 * cents);
  });

  test("may have a note (or [none] at all?)", async () => {
    await ledger.book({ account: "notes", number: "1", cents: 1, note: "it's 100% & more" });

    expect(await ledger.notes("notes")).toEqual(["it's 100% & more"]);
  });

  test("without a note leave it out", async () => {
    await ledger.book({ account: "left out", number: "1", cents: 1 });

    expect(await ledger.notes("left out")).toEqual([undefined]);
  });

  test("without a note have none", async () => {
    await ledger.book({ account: "none", number: "1", cents: 1 });

    expect(await ledger.notes("none")).toEqual([null]);
  });

  test("without a note say nothing", async () => {
    await ledger.book({ account: "nothing", number: "1", cents: 1 });

    const [note] = await ledger.notes("nothing");

    expect(note ?? "").toBe("");
  });

  test("may have more than the ledger knows", async () => {
    await ledger.book({ account: "more", number: "1", cents: 1 }, { "paid-by": "cheque" });

    expect(await ledger.find("more", "1")).toMatchObject({ "paid-by": "cheque" });
  });

  test("may have only what is an identifier", async () => {
    const booked = ledger.book({ account: "strict", number: "1", cents: 1 }, { "paid-by": "cheque" });

    await expect(booked).rejects.toMatchObject({ statusCode: 400 });
  });

  test.skip("are printed", async () => {
    expect(await ledger.find("printer", "1")).toBeDefined();
  });
});

describe("corrections", () => {
  const ledger = new Ledger(freshTable("corrections"));
  let account = "";
  beforeAll(() => ledger.open());
  beforeEach(async () => {
    account = fresh("account");
    await ledger.book({ account, number: "1", cents: 100 });
    await ledger.book({ account, number: "closed-1", cents: 100 });
  });

  test("need the version", async () => {
    const version = await ledger.version(account, "1");

    expect(await ledger.correct({ account, number: "1", cents: 200 }, version)).toBe(true);
    expect(await ledger.correct({ account, number: "1", cents: 300 }, version)).toBe(false);
    expect(await ledger.find(account, "1")).toMatchObject({ cents: 200 });
  });

  test("are made in closed months", async () => {
    await ledger.correct({ account, number: "closed-1", cents: 1 });

    expect(await ledger.find(account, "closed-1")).toMatchObject({ cents: 1 });
  });

  test("do nothing in closed months", async () => {
    await ledger.correct({ account, number: "closed-1", cents: 1 });

    expect(await ledger.find(account, "closed-1")).toMatchObject({ cents: 100 });
  });

  test("can strike a booking", async () => {
    await ledger.strike(account, "1");

    expect(await ledger.find(account, "1")).toBeUndefined();
  });
});

describe("ledgers", () => {
  test("are opened again after they were closed", async () => {
    const ledger = new Ledger(freshTable("again"));
    await ledger.open();
    await ledger.close();

    await ledger.open();
    await ledger.book({ account: "new", number: "1", cents: 1 });

    expect(await ledger.find("new", "1")).toMatchObject({ cents: 1 });
  });

  test("take their time to close", async () => {
    const ledger = new Ledger(freshTable("closing"));
    await ledger.open();
    await ledger.close();

    await expect(ledger.open()).rejects.toMatchObject({ statusCode: 409 });
  });
});
