import { describe, expect, test } from "vitest";
import { newAlbum, put, textOf } from "./account.ts";

describe.each([15, 30, 60])("a lease of %i seconds", (seconds) => {
  test("keeps others from writing", async () => {
    const album = await newAlbum();
    await put(album, "a.txt", "mine");
    const photo = album.getBlockBlobClient("a.txt");
    const lease = photo.getBlobLeaseClient();

    await lease.acquireLease(seconds);

    await expect(photo.upload("yours", 5)).rejects.toMatchObject({ statusCode: 412 });
    await photo.upload("again", 5, { conditions: { leaseId: lease.leaseId } });
    await lease.renewLease();
    await lease.releaseLease();
    expect(await textOf(album, "a.txt")).toBe("again");
  });

  test("can be broken", async () => {
    const album = await newAlbum();
    await put(album, "a.txt", "mine");
    const photo = album.getBlockBlobClient("a.txt");
    await photo.getBlobLeaseClient().acquireLease(seconds);

    await photo.getBlobLeaseClient().breakLease(0);

    expect((await photo.getProperties()).leaseState).toBe("broken");
    await photo.upload("yours", 5);
    expect(await textOf(album, "a.txt")).toBe("yours");
  });

  test("goes over to somebody else", async () => {
    const album = await newAlbum();
    await put(album, "a.txt", "mine");
    const photo = album.getBlockBlobClient("a.txt");
    const lease = photo.getBlobLeaseClient();
    await lease.acquireLease(seconds);
    const first = lease.leaseId;

    await lease.changeLease("5b0c6a3e-2f0e-4a7b-9d39-5d1f4b1c7a10");

    await expect(photo.delete({ conditions: { leaseId: first } })).rejects.toMatchObject({ statusCode: 412 });
    await photo.delete({ conditions: { leaseId: lease.leaseId } });
    expect(await photo.exists()).toBe(false);
  });

  test("does not stand in the way of readers", async () => {
    const album = await newAlbum();
    await put(album, "a.txt", "mine");
    const photo = album.getBlockBlobClient("a.txt");
    const lease = photo.getBlobLeaseClient();
    await lease.acquireLease(seconds);

    expect(await textOf(album, "a.txt")).toBe("mine");
    expect((await photo.getProperties()).leaseState).toBe("leased");

    await lease.releaseLease();
    expect((await photo.getProperties()).leaseState).toBe("available");
  });
});
