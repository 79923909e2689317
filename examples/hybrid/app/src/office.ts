import { Documents } from "./documents.ts";
import { Jobs } from "./jobs.ts";
import { Ledger } from "./ledger.ts";

/** An invoice as it comes in. */
export interface Invoice {
  readonly number: string;
  readonly customer: string;
  readonly cents: number;
  readonly text: string;
}

/** The office: invoices are filed, booked, and reminded of until they are paid. */
export class Office {
  readonly documents: Documents;
  readonly reminders: Jobs;
  readonly ledger: Ledger;

  constructor(name: string) {
    this.documents = new Documents(name);
    this.reminders = new Jobs(name);
    this.ledger = new Ledger(name.replaceAll("-", ""));
  }

  async open(): Promise<void> {
    await Promise.all([this.documents.open(), this.reminders.open(), this.ledger.open()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.documents.close(), this.reminders.close(), this.ledger.close()]);
  }

  /** Files, books and plans a reminder; nothing of it happens twice. */
  async receive({ number, customer, cents, text }: Invoice): Promise<boolean> {
    if (!(await this.ledger.book({ account: customer, number, cents }))) return false;
    await this.documents.save(`${customer}/${number}.txt`, text, { customer });
    await this.reminders.ask(`${customer} ${number}`);
    return true;
  }

  /** Reminds of the next invoice, and gives the text of the letter. */
  async remind(): Promise<string | undefined> {
    const [job] = await this.reminders.take();
    if (job === undefined) return undefined;
    const [customer = "", number = ""] = job.text.split(" ");
    const text = await this.documents.read(`${customer}/${number}.txt`);
    await this.reminders.done(job);
    return text === undefined ? undefined : `Dear ${customer}, you have not paid: ${text}`;
  }

  /** Puts a paid invoice away. */
  async pay(customer: string, number: string): Promise<void> {
    const booking = await this.ledger.find(customer, number);
    await this.ledger.book({
      account: customer,
      number: `${number}-paid`,
      cents: -Number(booking?.["cents"]),
    });
    await this.documents.label(`${customer}/${number}.txt`, { customer, paid: "yes" });
  }
}
