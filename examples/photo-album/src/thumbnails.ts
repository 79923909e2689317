import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";

/** The small pictures, in a bucket from which the web page takes them. */
export class Thumbnails {
  readonly #s3: S3Client;
  readonly #bucket: string;

  constructor(s3: S3Client, bucket: string) {
    this.#s3 = s3;
    this.#bucket = bucket;
  }

  async open(): Promise<void> {
    await this.#s3.send(new CreateBucketCommand({ Bucket: this.#bucket }));
  }

  async close(): Promise<void> {
    await this.removeAll("");
    await this.#s3.send(new DeleteBucketCommand({ Bucket: this.#bucket }));
  }

  /** Every eighth byte of the photo: a thumbnail for those who look from far away. */
  async publish(album: string, photo: string, content: Buffer): Promise<void> {
    const small = content.filter((_, at) => at % 8 === 0);
    await this.#s3.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: `${album}/${photo}`,
        Body: small,
        ContentType: "application/octet-stream",
        Metadata: { "full-size": String(content.length) },
      }),
    );
  }

  async read(album: string, photo: string): Promise<Buffer> {
    const { Body } = await this.#s3.send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: `${album}/${photo}` }),
    );
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  /** How large the photo itself is; nothing if it has no thumbnail. */
  async fullSize(album: string, photo: string): Promise<number | undefined> {
    try {
      const { Metadata } = await this.#s3.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: `${album}/${photo}` }),
      );
      return Number(Metadata?.["full-size"]);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async ofAlbum(album: string): Promise<string[]> {
    return (await this.#keys(`${album}/`)).map((key) => key.slice(album.length + 1));
  }

  async removeAll(album: string): Promise<void> {
    const keys = await this.#keys(album === "" ? "" : `${album}/`);
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    await this.#s3.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects } }));
  }

  async #keys(prefix: string): Promise<string[]> {
    const { Contents = [] } = await this.#s3.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }),
    );
    return Contents.flatMap(({ Key }) => Key ?? []);
  }
}
