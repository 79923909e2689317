import type { ContainerClient } from "@azure/storage-blob";
import { isAnswer, services } from "./services.ts";

/** What is told of a document without reading it. */
export interface Description {
  readonly size: number;
  readonly type: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** A page of a shelf: some names, and whether there are more. */
export interface Page {
  readonly names: readonly string[];
  readonly hasMore: boolean;
}

/** A shelf of documents: a container with its blobs. */
export class Documents {
  readonly #shelf: ContainerClient;

  constructor(shelf: string) {
    this.#shelf = services.blobs().getContainerClient(shelf);
  }

  async open(): Promise<void> {
    await this.#shelf.create();
  }

  async close(): Promise<void> {
    await this.#shelf.delete();
  }

  /** Saves a document, and gives its version. */
  async save(name: string, text: string, labels: Record<string, string> = {}): Promise<string> {
    const { etag } = await this.#document(name).upload(text, Buffer.byteLength(text), {
      blobHTTPHeaders: { blobContentType: "text/plain" },
      metadata: labels,
    });
    return etag ?? "";
  }

  /** Replaces a document if it still has that version; false if somebody was faster. */
  async replace(name: string, text: string, version: string): Promise<boolean> {
    try {
      await this.#document(name).upload(text, Buffer.byteLength(text), { conditions: { ifMatch: version } });
      return true;
    } catch (error) {
      if (isAnswer(error, 412)) return false;
      throw error;
    }
  }

  /** The document's text, or nothing if it is not there. */
  async read(name: string): Promise<string | undefined> {
    try {
      return (await this.#document(name).downloadToBuffer()).toString();
    } catch (error) {
      if (isAnswer(error, 404)) return undefined;
      throw error;
    }
  }

  async label(name: string, labels: Record<string, string>): Promise<void> {
    await this.#document(name).setMetadata(labels);
  }

  async describe(name: string): Promise<Description> {
    const { contentLength, contentType, metadata } = await this.#document(name).getProperties();
    return { size: contentLength ?? 0, type: contentType, labels: metadata ?? {} };
  }

  async remove(name: string): Promise<void> {
    await this.#document(name).delete();
  }

  /** Asks the service for a copy, and gives its state: it may take its time. */
  async copy(from: string, to: string): Promise<string> {
    const copy = await this.#document(to).beginCopyFromURL(this.#document(from).url);
    return copy.getResult()?.copyStatus ?? "pending";
  }

  /** Puts a document together from parts that are sent on their own. */
  async assemble(name: string, parts: readonly string[]): Promise<void> {
    const ids = parts.map((_, at) => Buffer.from(`part-${at}`).toString("base64"));
    for (const [at, part] of parts.entries()) {
      await this.#document(name).stageBlock(ids[at] ?? "", part, Buffer.byteLength(part));
    }
    await this.#document(name).commitBlockList(ids);
  }

  async page(size: number): Promise<Page> {
    for await (const page of this.#shelf.listBlobsFlat().byPage({ maxPageSize: size })) {
      const names = page.segment.blobItems.map(({ name }) => name);
      return { names, hasMore: Boolean(page.continuationToken) };
    }
    return { names: [], hasMore: false };
  }

  async all(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#shelf.listBlobsFlat()) names.push(name);
    return names;
  }

  #document(name: string) {
    return this.#shelf.getBlockBlobClient(name);
  }
}
