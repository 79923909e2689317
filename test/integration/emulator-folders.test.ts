import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { clientsFor, type ServiceName } from "../../src/clouds/index.ts";
import { Lab, type LabOptions, parseTarget } from "../../src/lab/index.ts";
import { memoryFolder } from "../../src/lab/process/memory-folder.ts";
import { clientAnswers } from "../../src/wire/index.ts";
import { accountState, sideOf } from "./opened-side.ts";

const bytes = (text: string) => ({ Body: Buffer.from(text) });

/** An emulator, and clients of its owner. */
async function started(service: ServiceName, emulator: string, options: Pick<LabOptions, "inMemory"> = {}) {
  await using opened = new AsyncDisposableStack();
  const wanted = [{ service, target: parseTarget(emulator) }];
  const lab = opened.use(await Lab.start(wanted, { cwd: process.cwd(), ...options }));
  const [{ endpoint, plainEndpoint = endpoint, credentials } = { endpoint: "" }] = lab.reachable;
  const { id = "", secret = "" } = credentials ?? {};
  const clients = opened.use(
    await clientsFor(service, {
      endpoint: plainEndpoint,
      caller: { as: "owner", id, secret },
      cwd: process.cwd(),
    }),
  );
  const moved = opened.move();
  return { lab, clients, endpoint: plainEndpoint, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

test("a bucket of s3rver goes with its folder, and comes back empty", async () => {
  await using s3rver = await started("s3", "s3rver");
  const { lab, clients, endpoint } = s3rver;
  for (const Bucket of ["photos", "photos-2"]) {
    await clients.call("CreateBucket", { Bucket });
    await clients.call("PutObject", { Bucket, Key: "2026/a.txt", ...bytes("hello") });
  }

  const isRemoved = await lab.removeFolderOf(endpoint, "photos");

  const gone = await clients.call("ListObjectsV2", { Bucket: "photos" });
  const stays = await clients.call("GetObject", { Bucket: "photos-2", Key: "2026/a.txt" });
  await clients.call("CreateBucket", { Bucket: "photos" });
  const again = await clients.call("GetObject", { Bucket: "photos", Key: "2026/a.txt" });
  expect(isRemoved).toBe(true);
  expect(gone).toMatchObject({ status: 404, code: "NoSuchBucket" });
  expect(stays).toMatchObject({ status: 200 });
  expect(again).toMatchObject({ status: 404, code: "NoSuchKey" });
});

test("data is kept in memory where that is asked for, and there is room", async () => {
  await using s3rver = await started("s3", "s3rver", { inMemory: true });
  const Bucket = `in-memory-${process.pid}`;

  await s3rver.clients.call("CreateBucket", { Bucket });

  const homes = memoryFolder() ?? tmpdir();
  expect(globSync(`touchstone-s3rver-*/data-*/${Bucket}`, { cwd: homes })).toHaveLength(1);
});

test("nothing is removed by a name that may be that of another folder", async () => {
  await using s3rver = await started("s3", "s3rver");
  const { lab, clients, endpoint } = s3rver;
  await clients.call("CreateBucket", { Bucket: "photos" });
  await clients.call("PutObject", { Bucket: "photos", Key: "2026/a.txt", ...bytes("hello") });
  const names = ["..", ".", "", "/", "photos/2026", "photos\\2026", "Photos", "photos."];

  const removed = await Promise.all(names.map((name) => lab.removeFolderOf(endpoint, name)));

  const stays = await clients.call("GetObject", { Bucket: "photos", Key: "2026/a.txt" });
  expect(removed).toEqual(names.map(() => false));
  expect(stays).toMatchObject({ status: 200 });
});

test("nothing is removed for what is elsewhere at the same port", async () => {
  await using s3rver = await started("s3", "s3rver");
  const { lab, clients, endpoint } = s3rver;
  await clients.call("CreateBucket", { Bucket: "photos" });
  const { port } = new URL(endpoint);
  const elsewhere = [`http://example.org:${port}`, `https://127.0.0.1:${port}`, `http://127.0.0.2:${port}`];

  const removed = await Promise.all(elsewhere.map((one) => lab.removeFolderOf(one, "photos")));

  const stays = await clients.call("HeadBucket", { Bucket: "photos" });
  expect(removed).toEqual(elsewhere.map(() => false));
  expect(stays).toMatchObject({ status: 200 });
});

// What it has computed is told on Linux only.
test.runIf(process.platform === "linux")(
  "all addresses of an emulator lead to it: of each of its services, over HTTPS and HTTP",
  async () => {
    await using azurite = await started("azure-blob", "azurite");
    const { reachable, besides } = azurite.lab;

    const addresses = [...reachable, ...besides].flatMap(({ endpoint, plainEndpoint }) => [
      endpoint,
      plainEndpoint ?? "none",
    ]);

    expect(addresses).toHaveLength(6);
    expect(addresses.map((one) => typeof azurite.lab.computedAt(one))).toEqual(addresses.map(() => "number"));
  },
);

test("an emulator that keeps no folders is left alone", async () => {
  await using azurite = await started("azure-blob", "azurite");
  await azurite.clients.call("Container_Create", { containerName: "photos" });

  const isRemoved = await azurite.lab.removeFolderOf(azurite.endpoint, "photos");

  const stays = await azurite.clients.call("Container_GetProperties", { containerName: "photos" });
  expect(isRemoved).toBe(false);
  expect(stays).toMatchObject({ status: 200 });
});

test.each([
  ["no request is sent for what a stage has left in an emulator of ours", "s3rver", 0],
  // They remember what was made, and have to see that it goes.
  ["contracts see what is removed", "contracts", 2],
])("%s", async (_, named, requests) => {
  await using opened = (await sideOf("s3", named, { behind: "s3rver" })).side;
  const stage = opened.open();
  await stage.call("owner", "CreateBucket", { Bucket: "photos" });
  await stage.call("owner", "PutObject", { Bucket: "photos", Key: "a", ...bytes("hello") });
  let answers = 0;
  const count = () => answers++;
  clientAnswers.subscribe(count);

  await stage[Symbol.asyncDispose]();

  clientAnswers.unsubscribe(count);
  expect(answers).toBe(requests);
  expect(await accountState(opened)).toEqual({ buckets: [] });
});
