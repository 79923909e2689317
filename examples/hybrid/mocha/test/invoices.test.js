import assert from "node:assert/strict";
import { fresh } from "../../app/src/fresh.ts";
import { Office } from "../../app/src/office.ts";
import { defineCases } from "./cases.js";

const invoice = { number: "1", customer: "acme", cents: 1200, text: "12 chairs" };

async function openOffice() {
  const office = new Office(fresh("office"));
  await office.open();
  return office;
}

defineCases("invoices", [
  [
    "are filed, booked and reminded of",
    async () => {
      const office = await openOffice();

      await office.receive(invoice);

      assert.equal(await office.ledger.balance("acme"), 1200);
      assert.equal(await office.remind(), "Dear acme, you have not paid: 12 chairs");
    },
  ],
  [
    "are received once",
    async () => {
      const office = await openOffice();

      assert.equal(await office.receive(invoice), true);
      assert.equal(await office.receive(invoice), false);
    },
  ],
  [
    "are labelled when they are paid",
    async () => {
      const office = await openOffice();
      await office.receive({ ...invoice, text: "a lamp" });

      await office.pay("acme", "1");

      const { labels } = await office.documents.describe("acme/1.txt");
      assert.deepEqual(labels, { customer: "acme", paid: "yes" });
    },
  ],
  [
    "are balanced when they are paid",
    async () => {
      const office = await openOffice();
      await office.receive(invoice);

      await office.pay("acme", "1");

      assert.equal(await office.ledger.balance("acme"), 0);
    },
  ],
  [
    "are reminded of in turn",
    async () => {
      const office = await openOffice();
      for (const number of ["1", "2"]) await office.receive({ ...invoice, number });

      const taken = await office.reminders.take(2);

      assert.deepEqual(
        taken.map(({ text }) => text),
        ["acme 1", "acme 2"],
      );
    },
  ],
  [
    "are reminded of, the last one first",
    async () => {
      const office = await openOffice();
      for (const number of ["1", "2"]) await office.receive({ ...invoice, number });

      const taken = await office.reminders.take(2);

      assert.deepEqual(
        taken.map(({ text }) => text),
        ["acme 2", "acme 1"],
      );
    },
  ],
  [
    "of closed months are corrected",
    async () => {
      const office = await openOffice();
      await office.receive({ ...invoice, number: "closed-1" });

      await office.ledger.correct({ account: "acme", number: "closed-1", cents: 1 });

      assert.equal(await office.ledger.balance("acme"), 1);
    },
  ],
  [
    "of closed months stay as they are",
    async () => {
      const office = await openOffice();
      await office.receive({ ...invoice, number: "closed-1" });

      await office.ledger.correct({ account: "acme", number: "closed-1", cents: 1 });

      assert.equal(await office.ledger.balance("acme"), 1200);
    },
  ],
]);

describe("invoices", () => {
  let office;
  beforeEach(async () => {
    office = await openOffice();
  });

  it("are received once", async () => {
    await office.receive(invoice);

    assert.equal(await office.reminders.count(), 1);
  });

  for (const name of ["1", "1 (copy)", "[1|2]+"]) {
    it(`may have the number ${name}`, async () => {
      await office.receive({ ...invoice, number: name });

      assert.equal(await office.documents.read(`acme/${name}.txt`), "12 chairs");
    });
  }

  it.skip("are printed", async () => {
    assert.equal(await office.documents.read("acme/printed.txt"), "12 chairs");
  });
});
