import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Clients,
  clientsFor,
  diffStates,
  probe,
  readBy,
  type State,
  type StateDifference,
  serviceNames,
} from "../../../src/clouds/index.ts";
import type { Input } from "../../../src/model/index.ts";
import { type Recorded, startRecorded } from "./emulators.ts";
import { answering } from "./server.ts";
import { type Change, stories } from "./states.ts";

let emulators: Awaited<ReturnType<typeof startRecorded>>;
beforeAll(async () => {
  emulators = await startRecorded(serviceNames);
});
afterAll(() => emulators.stop());

describe.each(serviceNames)("%s", (service) => {
  const story = stories[service];
  let clients: Clients;
  let there: Recorded;
  beforeAll(async () => {
    there = emulators.recorded(service);
    clients = await clientsFor(service, { endpoint: there.endpoint, caller: there.owner });
  });
  afterAll(() => clients[Symbol.dispose]());

  async function perform({ operation, input }: Change): Promise<void> {
    const result = await clients.call(operation, input);
    const isDone = result.kind === "answered" && result.status < 300;
    expect([operation, isDone ? "done" : result]).toEqual([operation, "done"]);
    if (operation === "CreateTable" || operation === "UpdateTable") await ripe(input);
  }

  /** Tables take their time; what is asked of them meanwhile is refused. */
  async function ripe({ TableName }: Input): Promise<void> {
    const status = async () => {
      const result = await clients.call("DescribeTable", { TableName });
      return result.kind === "answered" ? result.value : result;
    };
    await expect
      .poll(status, { timeout: 20_000, interval: 50 })
      .toMatchObject({ Table: { TableStatus: "ACTIVE" } });
  }

  test("every change shows where it was made", async () => {
    let before: State = await probe(clients, ["photos"]);
    for (const change of story("photos")) {
      await perform(change);
      const after = await probe(clients, ["photos"]);

      expect([change.operation, firstShown(diffStates(before, after))]).toEqual([
        change.operation,
        expect.stringMatching(startsWith(change.shows)),
      ]);
      before = after;
    }
  });

  test("every part is read by the operation that is said to read it", async () => {
    for (const change of story("parts").slice(0, -2)) await perform(change);
    const whole = await probe(clients, ["parts"]);
    const asked = new Set<string>();
    await probe(clients, ["parts"], (read) => asked.add(read) !== undefined);

    for (const read of asked) {
      const without = diffStates(whole, await probe(clients, ["parts"], (other) => other !== read));
      // Where it tells what there is, nothing else can be read either.
      const readers = without.filter(({ path }) => path.length > 0).map(({ path }) => readBy(service, path));
      if (readers.length > 0) expect([read, readers]).toEqual([read, expect.arrayContaining([read])]);
      expect(readers).not.toContain(undefined);
    }
  });

  test("looking changes nothing", async () => {
    for (const change of story("seen").slice(0, -2)) await perform(change);

    const state = await probe(clients, ["seen"]);

    expect(await probe(clients, ["seen"])).toEqual(state);
  });

  test("what was made alike is alike, whatever it is called", async () => {
    for (const change of story("alike").slice(0, -2)) await perform(change);

    const [seen, alike] = [await probe(clients, ["seen"]), await probe(clients, ["alike"])];

    expect(diffStates(renamed(seen), renamed(alike))).toEqual([]);
  });

  test("the whole account shows what is in it", async () => {
    const state = JSON.stringify(await probe(clients, []));

    expect(state).toContain('"alike"');
    expect(state).toContain('"seen"');
  });

  test("one thing is read with few requests", async () => {
    await there.taken();

    await probe(clients, ["nothing-there"]);

    expect((await there.taken()).length).toBeLessThanOrEqual(3);
  });
});

function firstShown(differences: readonly StateDifference[]): string | undefined {
  return differences.map(({ path }) => path.join("."))[0];
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${RegExp.escape(text)}`);
}

/** Where a state names the thing itself. */
function renamed(state: State): State {
  return JSON.parse(JSON.stringify(state).replaceAll(/"(?:seen|alike)"/g, '"it"')) as State;
}

test("a part that cannot be read says so, and the others are read", async () => {
  const { endpoint, owner } = emulators.recorded("s3");
  using clients = await clientsFor("s3", { endpoint, caller: owner });

  const state = await probe(clients, ["seen"]);

  expect(state["encryption"]).toEqual({ unreadable: "501 NotImplemented" });
  expect(state["objects"]).toHaveProperty(["2024/cat.jpg", "content", "length"], 5);
});

test("sets have no order, lists have", async () => {
  const { endpoint, owner } = emulators.recorded("dynamodb");
  using clients = await clientsFor("dynamodb", { endpoint, caller: owner });
  const put = (TableName: string, texts: readonly string[]) =>
    clients.call("PutItem", {
      TableName,
      Item: { id: { S: "1" }, set: { SS: texts }, list: { L: [...texts].sort().map((S) => ({ S })) } },
    });

  await put("seen", ["b", "a"]);
  await put("alike", ["a", "b"]);

  const [seen, alike] = [await probe(clients, ["seen"]), await probe(clients, ["alike"])];
  expect(diffStates(renamed(seen), renamed(alike))).toEqual([]);
  expect(seen["items"]).toHaveProperty(['[{"S":"1"}]', "set", "SS"], ["a", "b"]);
});

test("the parts of an upload that is under way are part of the state", async () => {
  const listing =
    "<ListMultipartUploadsResult><Upload><Key>film</Key><UploadId>u1</UploadId></Upload></ListMultipartUploadsResult>";
  const parts = "<ListPartsResult><Part><PartNumber>1</PartNumber><Size>5</Size></Part></ListPartsResult>";
  const { endpoint } = await answering((_, url) => {
    if (url.includes("uploadId=u1")) return { status: 200, body: parts };
    return url.includes("?uploads") ? { status: 200, body: listing } : { status: 200 };
  });
  using clients = await clientsFor("s3", { endpoint, caller: { as: "anonymous" } });

  const state = await probe(clients, ["films"]);

  expect(state["uploads"]).toEqual({ film: { parts: [{ PartNumber: 1, Size: 5 }] } });
});

test("a message that never expires lives as long as any other that does not, whenever it was put there", async () => {
  const message = (inserted: string, expires: string) =>
    `<QueueMessage><MessageId>1</MessageId><InsertionTime>${inserted}</InsertionTime><ExpirationTime>${expires}</ExpirationTime><DequeueCount>0</DequeueCount><MessageText>a</MessageText></QueueMessage>`;
  const messages = [
    message("Tue, 01 Mar 2022 10:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    message("Tue, 01 Mar 2022 10:00:01 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    message("Tue, 01 Mar 2022 10:00:01 GMT", "Tue, 01 Mar 2022 10:01:01 GMT"),
  ];
  const { endpoint } = await answering((_, url) =>
    url.includes("peekonly")
      ? { status: 200, body: `<QueueMessagesList>${messages.join("")}</QueueMessagesList>` }
      : { status: 200 },
  );
  using clients = await clientsFor("azure-queue", { endpoint, caller: { as: "anonymous" } });

  const state = await probe(clients, ["jobs"]);

  expect(state["messages"]).toMatchObject([
    { lifetime: "unlimited" },
    { lifetime: "unlimited" },
    { lifetime: 60 },
  ]);
});

test("what is huge is not read as a whole", async () => {
  const { endpoint, owner, taken } = emulators.recorded("azure-blob");
  using clients = await clientsFor("azure-blob", { endpoint, caller: owner });
  await clients.call("Container_Create", { containerName: "huge" });
  const disk = { containerName: "huge", blob: "disk", blobContentLength: 2 ** 40 };
  expect(await clients.call("PageBlob_Create", disk)).toMatchObject({ status: 201 });
  await taken();

  const state = await probe(clients, ["huge"]);

  expect(state).toHaveProperty(["blobs", "disk", "properties", "contentLength"], 2 ** 40);
  expect((await taken()).map(({ operation }) => operation)).not.toContain("Blob_Download");
});
