import { odata, type TableClient, type TableEntity, TableTransaction } from "@azure/data-tables";
import { isAnswer } from "./answers.ts";

/** What is known of a photo without opening it. */
export interface IndexEntry {
  readonly album: string;
  readonly photo: string;
  readonly camera: string;
  readonly size: number;
}

type IndexEntity = TableEntity<Pick<IndexEntry, "camera" | "size">>;

/** A table with a row a photo, by album and name. */
export class PhotoIndex {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  async open(): Promise<void> {
    await this.#table.createTable();
  }

  async close(): Promise<void> {
    await this.#table.deleteTable();
  }

  async put(entry: IndexEntry): Promise<void> {
    await this.#table.upsertEntity(entityOf(entry), "Replace");
  }

  /** Photos of one album, all or none of them. */
  async putAll(entries: readonly IndexEntry[]): Promise<void> {
    const transaction = new TableTransaction();
    for (const entry of entries) transaction.upsertEntity(entityOf(entry), "Replace");
    await this.#table.submitTransaction(transaction.actions);
  }

  async find(album: string, photo: string): Promise<IndexEntry | undefined> {
    try {
      return entryOf(await this.#table.getEntity<IndexEntity>(album, keyOf(photo)));
    } catch (error) {
      if (isAnswer(error, 404)) return undefined;
      throw error;
    }
  }

  async ofAlbum(album: string): Promise<IndexEntry[]> {
    return this.#query(odata`PartitionKey eq ${album}`);
  }

  async takenWith(album: string, camera: string): Promise<IndexEntry[]> {
    return this.#query(odata`PartitionKey eq ${album} and camera eq ${camera}`);
  }

  async remove(album: string, photo: string): Promise<void> {
    await this.#table.deleteEntity(album, keyOf(photo));
  }

  async #query(filter: string): Promise<IndexEntry[]> {
    const entries: IndexEntry[] = [];
    for await (const entity of this.#table.listEntities<IndexEntity>({ queryOptions: { filter } }))
      entries.push(entryOf(entity));
    return entries;
  }
}

/** Slashes may not stand in a row's key. */
function keyOf(photo: string): string {
  return encodeURIComponent(photo);
}

function entityOf({ album, photo, camera, size }: IndexEntry): IndexEntity {
  return { partitionKey: album, rowKey: keyOf(photo), camera, size };
}

function entryOf({ partitionKey, rowKey, camera, size }: IndexEntity): IndexEntry {
  return { album: partitionKey, photo: decodeURIComponent(rowKey), camera, size };
}
