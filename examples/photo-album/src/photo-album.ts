import { Albums, type Photo } from "./albums.ts";
import { PhotoIndex } from "./photo-index.ts";
import type { Services } from "./services.ts";
import { ShareLinks } from "./share-links.ts";
import { ThumbnailJobs } from "./thumbnail-jobs.ts";
import { Thumbnails } from "./thumbnails.ts";

/** The application: albums with an index, thumbnails made in the background, and links for friends. */
export class PhotoAlbum implements AsyncDisposable {
  readonly albums: Albums;
  readonly jobs: ThumbnailJobs;
  readonly index: PhotoIndex;
  readonly thumbnails: Thumbnails;
  readonly links: ShareLinks;

  private constructor(services: Services, name: string) {
    this.albums = new Albums(services.blobs);
    this.jobs = new ThumbnailJobs(services.queues, `${name}-jobs`);
    this.index = new PhotoIndex(services.table(`${name}index`));
    this.thumbnails = new Thumbnails(services.s3, `${name}-thumbnails`);
    this.links = new ShareLinks(services.dynamodb, `${name}-links`);
  }

  /** Makes what the application of this name needs. */
  static async open(services: Services, name: string): Promise<PhotoAlbum> {
    const app = new PhotoAlbum(services, name);
    await Promise.all([app.jobs.open(), app.index.open(), app.thumbnails.open(), app.links.open()]);
    return app;
  }

  /** Keeps a photo, notes it in the index, and asks for its thumbnail. */
  async add(album: string, photo: Photo): Promise<boolean> {
    if (!(await this.albums.add(album, photo))) return false;
    const { name, camera, content } = photo;
    await this.index.put({ album, photo: name, camera, size: content.length });
    await this.jobs.ask({ album, photo: name });
    return true;
  }

  /** Makes the thumbnails that were asked for; gives their number. */
  async makeThumbnails(): Promise<number> {
    return this.jobs.work(async ({ album, photo }) => {
      const found = await this.albums.photo(album, photo);
      if (found === undefined) throw new Error(`${album} has no photo ${photo}`);
      await this.thumbnails.publish(album, photo, found.content);
    });
  }

  /** Removes an album with everything that is known of it. */
  async remove(album: string): Promise<void> {
    for (const { photo } of await this.index.ofAlbum(album)) await this.index.remove(album, photo);
    await this.thumbnails.removeAll(album);
    await this.albums.remove(album);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.jobs.close(), this.index.close(), this.thumbnails.close(), this.links.close()]);
  }
}
