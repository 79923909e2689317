import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contractHeader } from "../../../src/lab/index.ts";
import { type StrictEmulator, startStrict } from "./strict-emulator.ts";

const etag = '"5d41402abc4b2a76b9719d911017c592"';
const half = Buffer.alloc(1024 * 1024, "photo");

let store: HaltingStore;
let strict: StrictEmulator;
let agent: Agent;

/** Has one object, of which it gives the first half, and the other when it is let go on. */
class HaltingStore implements AsyncDisposable {
  readonly #goingOn = Promise.withResolvers<void>();
  /** How many of its answers were broken off. */
  brokenOff = 0;
  readonly #server = createServer(({ url }, response) => {
    if (!url?.startsWith("/photos/a.raw")) return void response.end();
    response.once("close", () => {
      if (!response.writableFinished) this.brokenOff++;
    });
    response.writeHead(200, {
      etag,
      "last-modified": "Sat, 31 Jan 2026 10:00:00 GMT",
      "content-length": 2 * half.length,
    });
    response.write(half);
    void this.#goingOn.promise.then(() => response.end(half));
  });

  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  goOn(): void {
    this.#goingOn.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

beforeEach(async () => {
  store = new HaltingStore();
  strict = await startStrict([`s3=${await store.listen()}`]);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  await strict[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

/** Reads the object, always on the same connection as long as that is kept. */
async function read(headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const asked = request(`${strict.endpoint}/photos/a.raw`, { agent, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

test("an object's first bytes arrive before the emulator has sent the last", async () => {
  const answer = await read();
  const [first] = (await once(answer, "data")) as [Buffer];
  store.goOn();
  const rest = await text(answer);

  expect(answer.statusCode).toBe(200);
  expect(first.length + rest.length).toBe(2 * half.length);
});

test("conditions are refused by the head alone: what the emulator still sends goes nowhere, and the client stays", async () => {
  const ports: (number | undefined)[] = [];
  const refused = async (headers: Readonly<Record<string, string>>) => {
    const answer = await read(headers);
    ports.push(answer.socket.localPort);
    const [, code] = /<Code>(\w+)/.exec(await text(answer)) ?? [];
    return [answer.statusCode, code, answer.headers[contractHeader]];
  };

  const answers = [
    await refused({ "if-match": '"0000"' }),
    await refused({ "if-unmodified-since": "Fri, 30 Jan 2026 10:00:00 GMT" }),
  ];
  store.goOn();
  const held = await read({ "if-match": etag });
  ports.push(held.socket.localPort);

  expect(answers).toEqual([
    [412, "PreconditionFailed", "s3/object-is-read-if-it-is-the-one-that-was-meant"],
    [412, "PreconditionFailed", "s3/object-is-read-if-it-was-not-modified-since"],
  ]);
  expect((await text(held)).length).toBe(2 * half.length);
  expect(new Set(ports).size).toBe(1);
  await expect.poll(() => store.brokenOff).toBe(2);
});
