import { request as nodeRequest } from "node:http";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import type { HttpClient, Origin, RawHeader } from "../../../../src/wire/index.ts";
import { get, serving } from "./serving.ts";

const created = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";

/** A server that answers everything at once, and what it has received. */
async function receiving(): Promise<{ client: HttpClient; origin: Origin; received: string[] }> {
  const received: string[] = [];
  const serve = (socket: Socket) => {
    socket.on("data", (bytes) => {
      received.push(bytes.toString("latin1"));
      socket.write(created);
    });
  };
  return { ...(await serving(serve)), received };
}

test("head and body go out by one write, with what every request needs", async () => {
  const { client, origin, received } = await receiving();

  await client.send(origin, { method: "put", target: "/a?b=c", headers: [["X-A", "a"]], body: "hello" });

  const head = [
    "PUT /a?b=c HTTP/1.1",
    "X-A: a",
    `Host: ${origin.host}`,
    "Connection: keep-alive",
    "Content-Length: 5",
  ];
  expect(received).toEqual([`${head.join("\r\n")}\r\n\r\nhello`]);
});

test("what a request says of itself stands as it is", async () => {
  const { client, origin, received } = await receiving();
  const headers: RawHeader[] = [
    ["host", "photos.example.com"],
    ["connection", "close"],
    ["content-length", "5"],
  ];

  await client.send(origin, { method: "PUT", target: "/", headers, body: Buffer.from("hello") });

  const head = headers.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  expect(received).toEqual([`PUT / HTTP/1.1\r\n${head}\r\n\r\nhello`]);
});

test.each([
  ["GET", false],
  ["HEAD", false],
  ["DELETE", false],
  ["PUT", true],
  ["POST", true],
  ["MERGE", true],
])("%s without a body says how long none is: %s", async (method, says) => {
  const { client, origin, received } = await receiving();

  await client.send(origin, { ...get, method });

  expect(received[0]?.includes("Content-Length: 0")).toBe(says);
});

test("a request that wants chunks is sent in one", async () => {
  const { client, origin, received } = await receiving();
  const headers: RawHeader[] = [["Transfer-Encoding", "chunked"]];

  await client.send(origin, { method: "PUT", target: "/", headers, body: "hello, hello" });

  expect(received.join("").split("\r\n\r\n").slice(1).join("\r\n\r\n")).toBe(
    "c\r\nhello, hello\r\n0\r\n\r\n",
  );
});

test.each([
  ["bytes", Buffer.from("é"), "é", "Ã©"],
  ["text, whose encoding the head then has as well", "é", "Ã©", "Ã©"],
  ["nothing", "", "é", ""],
])("a head in Latin-1 goes out as Node would send it with %s", async (_, body, header, content) => {
  const { client, origin, received } = await receiving();

  await client.send(origin, { method: "POST", target: "/", headers: [["X-A", "é"]], body });

  expect(received.join("")).toContain(`X-A: ${header}\r\n`);
  expect(received.join("").endsWith(`\r\n\r\n${content}`)).toBe(true);
});

const refused: readonly [
  what: string,
  change: { method?: string; target?: string; headers?: RawHeader[] },
][] = [
  ["a blank in the path", { target: "/a b" }],
  ["a line feed in the path", { target: "/a\nb" }],
  ["another script in the path", { target: "/日" }],
  ["a blank in the method", { method: "G ET" }],
  ["no method", { method: " " }],
  ["a blank in a name", { headers: [["x a", "a"]] }],
  ["no name", { headers: [["", "a"]] }],
  ["another script in a name", { headers: [["日", "a"]] }],
  ["a control character in a value", { headers: [["x-a", "a\u0000b"]] }],
  ["a line feed in a value", { headers: [["x-a", "a\r\nb"]] }],
  ["another script in a value", { headers: [["x-a", "日"]] }],
];

test.each(refused)("%s is refused before anything leaves, with Node's own code", async (_, change) => {
  const { client, origin, received } = await receiving();
  const onLeaving = vi.fn();
  const request = { ...get, ...change };

  const error = await client.send(origin, request, { onLeaving }).catch((reason: unknown) => reason);

  expect(error).toMatchObject(refusedByNode(request));
  expect(onLeaving).not.toHaveBeenCalled();
  expect(received).toEqual([]);
});

/** What `node:http` says to the same request. */
function refusedByNode({
  method,
  target,
  headers,
}: {
  method: string;
  target: string;
  headers: readonly RawHeader[];
}) {
  try {
    nodeRequest({ method, path: target, headers: Object.fromEntries(headers) })
      .on("error", () => {})
      .destroy();
  } catch (error) {
    return { code: (error as { code: unknown }).code, message: (error as Error).message };
  }
  throw new Error("Node would send this");
}

test("a body that is asked for first waits until the server wants it", async () => {
  const received: string[] = [];
  const { client, origin } = await serving((socket) => {
    socket.on("data", (bytes) => {
      received.push(bytes.toString());
      socket.write(received.length === 1 ? "HTTP/1.1 100 Continue\r\n\r\n" : created);
    });
  });
  const headers: RawHeader[] = [["Expect", "100-continue"]];

  const { status } = await client.send(
    origin,
    { method: "PUT", target: "/", headers, body: "hello" },
    { asksFirst: true },
  );

  expect(status).toBe(201);
  expect(received).toEqual([expect.stringMatching(/\r\n\r\n$/), "hello"]);
});

test("a body that the server does not want is not sent, and the connection is not used again", async () => {
  const received: string[] = [];
  const { client, origin, server } = await serving((socket) => {
    socket.on("data", (bytes) => {
      received.push(bytes.toString());
      socket.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n");
    });
  });
  const put = { method: "PUT", target: "/", headers: [], body: "hello" };

  const first = await client.send(origin, put, { asksFirst: true });
  await client.send(origin, get);

  expect(first.status).toBe(417);
  expect(received.some((text) => text.includes("hello"))).toBe(false);
  expect(server.sockets).toHaveLength(2);
});
