import type { BlobServiceClient, ContainerClient } from "@azure/storage-blob";
import { isAnswer } from "./answers.ts";

export interface Photo {
  readonly name: string;
  readonly content: Buffer;
  readonly camera: string;
}

/** Albums are containers, photos are blobs. */
export class Albums {
  readonly #blobs: BlobServiceClient;

  constructor(blobs: BlobServiceClient) {
    this.#blobs = blobs;
  }

  /** Makes an album; false if there is one of that name. */
  async create(album: string, title: string): Promise<boolean> {
    try {
      await this.#album(album).create({ metadata: { title: encodeURIComponent(title) } });
      return true;
    } catch (error) {
      if (isAnswer(error, 409)) return false;
      throw error;
    }
  }

  async title(album: string): Promise<string> {
    const { metadata } = await this.#album(album).getProperties();
    return decodeURIComponent(metadata?.["title"] ?? "");
  }

  /** The names of all albums that start so. */
  async startingWith(prefix: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#blobs.listContainers({ prefix })) names.push(name);
    return names;
  }

  async remove(album: string): Promise<void> {
    await this.#album(album).deleteIfExists();
  }

  /** Adds a photo; one of that name is never replaced, and then the answer is false. */
  async add(album: string, { name, content, camera }: Photo): Promise<boolean> {
    try {
      await this.#photo(album, name).upload(content, content.length, {
        metadata: { camera: encodeURIComponent(camera) },
        conditions: { ifNoneMatch: "*" },
      });
      return true;
    } catch (error) {
      if (isAnswer(error, 409)) return false;
      throw error;
    }
  }

  /** The photo, or nothing if it is not there. */
  async photo(album: string, name: string): Promise<Photo | undefined> {
    const client = this.#photo(album, name);
    try {
      const { metadata } = await client.getProperties();
      const camera = decodeURIComponent(metadata?.["camera"] ?? "");
      return { name, camera, content: await client.downloadToBuffer() };
    } catch (error) {
      if (isAnswer(error, 404)) return undefined;
      throw error;
    }
  }

  async photos(album: string, folder = ""): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#album(album).listBlobsFlat({ prefix: folder })) names.push(name);
    return names;
  }

  /** A photo under another name: a copy by the service itself, then the old one goes. */
  async rename(album: string, from: string, to: string): Promise<void> {
    const source = this.#photo(album, from);
    const copy = await this.#photo(album, to).beginCopyFromURL(source.url);
    await copy.pollUntilDone();
    await source.delete();
  }

  /** Changes a photo while nobody else can: the lease is given back however the change ends. */
  async edit(album: string, name: string, change: (content: Buffer) => Buffer): Promise<void> {
    const photo = this.#photo(album, name);
    const lease = photo.getBlobLeaseClient();
    const { leaseId } = await lease.acquireLease(15);
    try {
      const { metadata } = await photo.getProperties();
      const changed = change(await photo.downloadToBuffer());
      await photo.upload(changed, changed.length, {
        ...(metadata !== undefined && { metadata }),
        ...(leaseId !== undefined && { conditions: { leaseId } }),
      });
    } finally {
      await lease.releaseLease();
    }
  }

  #album(album: string): ContainerClient {
    return this.#blobs.getContainerClient(album);
  }

  #photo(album: string, name: string) {
    return this.#album(album).getBlockBlobClient(name);
  }
}
