import { odata, type TableClient } from "@azure/data-tables";
import { isAnswer, services } from "./services.ts";

/** One booking: an amount on an account, in cents. */
export interface Booking {
  readonly account: string;
  readonly number: string;
  readonly cents: number;
  readonly note?: string;
}

/** A ledger: a table with one partition an account. */
export class Ledger {
  readonly #table: TableClient;

  constructor(name: string) {
    this.#table = services.table(name);
  }

  async open(): Promise<void> {
    await this.#table.createTable();
  }

  async close(): Promise<void> {
    await this.#table.deleteTable();
  }

  /** Books once: false if the number is taken. */
  async book({ account, number, ...rest }: Booking, more: Record<string, unknown> = {}): Promise<boolean> {
    try {
      await this.#table.createEntity({ partitionKey: account, rowKey: number, ...rest, ...more });
      return true;
    } catch (error) {
      if (isAnswer(error, 409)) return false;
      throw error;
    }
  }

  /** Books several at once, or none. */
  async bookAll(bookings: readonly Booking[]): Promise<void> {
    await this.#table.submitTransaction(
      bookings.map(({ account, number, ...rest }) => [
        "create",
        { partitionKey: account, rowKey: number, ...rest },
      ]),
    );
  }

  async find(account: string, number: string): Promise<Record<string, unknown> | undefined> {
    try {
      const { etag: _etag, timestamp: _timestamp, ...found } = await this.#table.getEntity(account, number);
      return found;
    } catch (error) {
      if (isAnswer(error, 404)) return undefined;
      throw error;
    }
  }

  async version(account: string, number: string): Promise<string> {
    return (await this.#table.getEntity(account, number)).etag;
  }

  /** Changes what is given of a booking, if it still has that version; false if somebody was faster. */
  async correct({ account, number, ...rest }: Booking, version = "*"): Promise<boolean> {
    try {
      await this.#table.updateEntity({ partitionKey: account, rowKey: number, ...rest }, "Merge", {
        etag: version,
      });
      return true;
    } catch (error) {
      if (isAnswer(error, 412)) return false;
      throw error;
    }
  }

  async strike(account: string, number: string): Promise<void> {
    await this.#table.deleteEntity(account, number);
  }

  async balance(account: string): Promise<number> {
    let sum = 0;
    for await (const { cents } of this.#ofAccount(account)) sum += Number(cents);
    return sum;
  }

  /** The notes of an account, as they come: what a booking without one has is the service's affair. */
  async notes(account: string): Promise<unknown[]> {
    const notes: unknown[] = [];
    for await (const { note } of this.#ofAccount(account, ["rowKey", "note"])) notes.push(note);
    return notes;
  }

  #ofAccount(account: string, select?: string[]) {
    return this.#table.listEntities({
      queryOptions: {
        filter: odata`PartitionKey eq ${account}`,
        ...(select !== undefined && { select }),
      },
    });
  }
}
