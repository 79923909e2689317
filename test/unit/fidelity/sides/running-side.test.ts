import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../../../src/clouds/index.ts";
import { type Behind, RunningSide, type SideOptions } from "../../../../src/fidelity/sides/running-side.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A side before a server whose process dies when it is told to; we have started it unless somebody else has. */
async function sideOf(answer: (died: () => void) => Answer, isOurs = true): Promise<RunningSide> {
  const side = await opened(answer, { isOurs });
  onTestFinished(() => side[Symbol.asyncDispose]());
  return side;
}

type Other = Partial<Pick<SideOptions, "onEvent">> & {
  readonly isOurs: boolean;
  readonly service?: ServiceName;
  readonly onClosed?: () => void;
};

async function opened(
  answer: (died: () => void) => Answer,
  { isOurs, service = "s3", onClosed, ...other }: Other,
): Promise<RunningSide> {
  let crashes = 0;
  const server = createServer(answer(() => crashes++)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const behind: Behind = {
    endpoint,
    isOurs,
    get crashes() {
      return crashes;
    },
    get losses() {
      return crashes;
    },
    lastWords: [],
    isRestarting: false,
    ready: async () => {},
    reset: async () => {},
    recover: async (before) => (crashes > before.crashes ? "died" : "alive"),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      onClosed?.();
    },
  };
  return await RunningSide.open({
    ...other,
    kind: "emulator",
    label: "somebody 1.0.0",
    account: {
      service,
      endpoint,
      owner: { as: "owner", id: "somebody", secret: "nothing" },
      id: "somebody",
      cwd: process.cwd(),
    },
    behind,
  });
}

const missing: Answer = (_, response) =>
  void response
    .writeHead(404, { "content-type": "application/xml" })
    .end("<Error><Code>NoSuchBucket</Code></Error>");

test("a process that dies of a call has not answered it, though the next one has", async () => {
  let requests = 0;
  const side = await sideOf((died) => (request, response) => {
    if (requests++ > 0) return missing(request, response);
    died();
    request.socket.destroy();
  });
  await using stage = side.open();

  const result = await stage.call("owner", "GetBucketLocation", { Bucket: "photos" });

  expect(result).toMatchObject({ kind: "failed", attempts: 2 });
  expect(await side.recover(result)).toBe("died");
});

test("a call that was answered at once was answered, whatever else has died meanwhile", async () => {
  const side = await sideOf((died) => (request, response) => {
    died();
    missing(request, response);
  });
  await using stage = side.open();

  const result = await stage.call("owner", "GetBucketLocation", { Bucket: "photos" });

  expect(result).toMatchObject({ kind: "answered", status: 404, code: "NoSuchBucket" });
});

test.each([
  ["photos", "this would change photos, which this run did not create"],
  ["", "this would change (no name), which this run did not create"],
])("what is called %j and is not ours is not touched, and it is said why", async (Bucket, message) => {
  const side = await sideOf(() => missing, false);
  await using stage = side.open();

  const result = await stage.call("owner", "DeleteBucket", { Bucket });

  expect(result).toMatchObject({ kind: "masked", message });
});

test("what was not answered is known as it was asked, without the signatures in it", async () => {
  const side = await sideOf(() => (request) => void request.socket.destroy());
  await using stage = side.open();

  await stage.call("owner", "CopyObject", {
    Bucket: "photos",
    Key: "a.png",
    CopySource: "/photos/b.png?X-Amz-Signature=c2VjcmV0",
  });

  expect(side.unanswered).toEqual([
    {
      caller: "owner",
      operation: "CopyObject",
      input: { Bucket: "photos", Key: "a.png", CopySource: "/photos/b.png?X-Amz-Signature=REDACTED" },
    },
  ]);
});

test("what was not answered is known without signatures in texts that were given as bytes", async () => {
  const side = await sideOf(() => (request) => void request.socket.destroy());
  await using stage = side.open();
  const noText = Uint8Array.of(0xff, 0xfe, 0);
  const put = (Body: Uint8Array) =>
    stage.call("owner", "PutObject", { Bucket: "photos", Key: "a.txt", Body });

  await put(Buffer.from("see /photos/b.png?X-Amz-Signature=c2VjcmV0"));
  await put(noText);

  const [text, bytes] = side.unanswered.map(({ input }) => input["Body"]);
  expect(Buffer.from(text as Uint8Array).toString()).toBe("see /photos/b.png?X-Amz-Signature=REDACTED");
  expect(bytes).toEqual(noText);
});

/** Makes tables, and does not let them go. */
const keepsTables: Answer = (request, response) => {
  const isMade = String(request.headers["x-amz-target"]).endsWith(".CreateTable");
  const [status, body] = isMade ? [200, {}] : [400, { __type: "x#AccessDeniedException" }];
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
};

test("what it leads to is closed, whatever goes wrong before", async () => {
  let isClosed = false;
  const told = new Error("nobody wants to hear of it");
  const side = await opened(() => keepsTables, {
    isOurs: false,
    service: "dynamodb",
    onEvent: () => {
      throw told;
    },
    onClosed: () => {
      isClosed = true;
    },
  });
  const stage = side.open(["photos"]);
  await stage.call("owner", "CreateTable", {
    TableName: "photos",
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  });
  await stage[Symbol.asyncDispose]();

  await expect(side[Symbol.asyncDispose]()).rejects.toBe(told);

  expect(isClosed).toBe(true);
});
