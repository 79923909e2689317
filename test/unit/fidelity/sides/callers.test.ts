import { expect, onTestFinished, test } from "vitest";
import type { Clients, ServiceName } from "../../../../src/clouds/index.ts";
import { Callers } from "../../../../src/fidelity/sides/callers.ts";
import { answering } from "../../../integration/sdk/server.ts";

const key = Buffer.from("the key of acme").toString("base64");

/** Callers of a server that likes everything, with how many of their clients are open. */
async function callersOf(service: ServiceName, owner: "owner" | "anonymous" = "owner") {
  const { endpoint, arrived } = await answering(() => ({ status: 200, body: "<SignedIdentifiers/>" }));
  const open = new Set<Clients>();
  const callers = await Callers.open(
    {
      service,
      endpoint: `${endpoint}/acme`,
      id: "acme",
      owner: owner === "owner" ? { as: "owner", id: "acme", secret: key } : { as: "anonymous" },
    },
    (clients) => {
      open.add(clients);
      return {
        ...clients,
        [Symbol.dispose]() {
          open.delete(clients);
          clients[Symbol.dispose]();
        },
      };
    },
  );
  onTestFinished(() => callers[Symbol.dispose]());
  return { callers, arrived, open };
}

test("who holds a signature of one queue is gone after the call", async () => {
  const { callers, arrived, open } = await callersOf("azure-queue");
  const names = Array.from({ length: 20 }, (_, index) => `jobs-${index}`);

  for (const queueName of names) {
    const clients = await callers.of("policy-sas", "Messages_Clear", { queueName });
    if (typeof clients === "string") throw new Error(clients);
    await clients.call("Messages_Clear", { queueName });
  }

  expect(open.size).toBe(1);
  const sent = arrived.map(({ url = "" }) => new URL(url, "http://localhost"));
  expect(sent.map(({ pathname }) => pathname)).toEqual(names.map((name) => `/acme/${name}/messages`));
  expect(new Set(sent.map(({ searchParams }) => searchParams.get("sig"))).size).toBe(20);
  expect(sent.every(({ searchParams }) => searchParams.get("si") === "touchstone")).toBe(true);
});

test("a signature goes with its call, also where several are under way", async () => {
  const { callers, arrived } = await callersOf("azure-blob");
  const ofPhotos = { containerName: "photos" };
  const ofAlbums = { containerName: "albums" };

  const [photos, albums] = await Promise.all(
    [ofPhotos, ofAlbums].map(async (input) => callers.of("policy-sas", "Container_GetProperties", input)),
  );
  if (typeof photos !== "object" || typeof albums !== "object") throw new Error("nobody can call");
  await Promise.all([
    photos.call("Container_GetProperties", ofPhotos),
    photos.call("Container_GetProperties", ofPhotos, { via: "raw" }),
    albums.call("Container_GetProperties", ofAlbums),
  ]);

  const byName = Map.groupBy(arrived, ({ url = "" }) => new URL(url, "http://localhost").pathname);
  const signatures = (path: string) =>
    new Set(byName.get(path)?.map(({ url = "" }) => /[?&]sig=([^&]*)/.exec(url)?.[1]));
  expect(signatures("/acme/photos").size).toBe(1);
  expect(signatures("/acme/albums").size).toBe(1);
  expect(signatures("/acme/photos")).not.toEqual(signatures("/acme/albums"));
});

test.each([
  ["azure-queue", "owner", "Service_GetProperties", {}, "the call names none"],
  ["azure-table", "owner", "Table_Batch", { body: "a batch that is text already" }, "the call names none"],
  ["azure-queue", "anonymous", "Messages_Clear", { queueName: "jobs" }, "made with the account's key"],
  ["s3", "owner", "HeadBucket", { Bucket: "photos" }, "AWS has no shared access signatures"],
] as const)(
  "of %s as %s, nobody holds a signature for %s %j: %s",
  async (service, owner, operation, input, why) => {
    const { callers } = await callersOf(service, owner);

    expect(await callers.of("policy-sas", operation, input)).toContain(why);
  },
);
