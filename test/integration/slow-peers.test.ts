import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Exchange } from "../../src/wire/index.ts";
import { programs } from "./recording.ts";

const mebibyte = Buffer.alloc(1 << 20, "0123456789abcdef");
const large = 200;
const bound = 128 << 20;

/** A target of our own, on a free port. */
async function listen(serve: RequestListener): Promise<number> {
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

type Message = { port?: number; rss?: number; recorded?: Exchange };

/** The proxy in a process of its own, whose memory is nobody else's. */
class MeasuredProxy {
  readonly recorded: Exchange[] = [];
  port = 0;
  readonly #child: ChildProcess;

  private constructor(target: number) {
    this.#child = fork(join(programs, "measured-proxy.ts"), {
      env: { ...process.env, TARGET: String(target) },
    });
    onTestFinished(() => void this.#child.kill("SIGKILL"));
    this.#child.on("message", ({ recorded }: Message) => {
      if (recorded !== undefined) this.recorded.push(recorded);
    });
  }

  static async before(target: number): Promise<MeasuredProxy> {
    const proxy = new MeasuredProxy(target);
    const [{ port = 0 }] = (await once(proxy.#child, "message")) as [Message];
    proxy.port = port;
    return proxy;
  }

  async rss(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const listener = ({ rss }: Message) => rss !== undefined && resolve(rss);
    this.#child.on("message", listener);
    this.#child.send("rss");
    return promise.finally(() => this.#child.off("message", listener));
  }

  async get(path: string): Promise<IncomingMessage> {
    const asked = httpRequest({ port: this.port, host: "127.0.0.1", path, agent: false }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return answer;
  }

  /** As many small exchanges, one after the other, on connections of their own. */
  async getSmall(count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const answer = await this.get("/small");
      const [body] = await answer.toArray();
      expect(String(body)).toBe("small");
    }
  }
}

test("a client that does not read holds up nobody else, nor fills the memory", async () => {
  let sent = 0;
  const sendLarge = async (answer: ServerResponse) => {
    answer.writeHead(200, { "content-length": large * mebibyte.length });
    for (; sent < large; sent++) {
      if (!answer.write(mebibyte)) await once(answer, "drain");
    }
    answer.end();
  };
  const target = await listen((request, answer) => {
    if (request.url === "/large") void sendLarge(answer);
    else answer.end("small");
  });
  const proxy = await MeasuredProxy.before(target);
  await proxy.getSmall(200);
  const before = await proxy.rss();
  const stalled = connect(proxy.port, "127.0.0.1");
  stalled.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n");
  await expect.poll(() => sent).toBeGreaterThan(0);

  await proxy.getSmall(200);
  const meanwhile = await proxy.rss();
  const sentMeanwhile = sent;
  const hash = createHash("sha256");
  let received = 0;
  stalled.on("data", (chunk: Buffer) => {
    const start = received === 0 ? chunk.indexOf("\r\n\r\n") + 4 : 0;
    hash.update(chunk.subarray(start));
    received += chunk.length - start;
    if (received === large * mebibyte.length) stalled.destroy();
  });
  await once(stalled, "close");
  const after = await proxy.rss();

  expect(sentMeanwhile).toBeLessThan(large);
  expect(meanwhile - before).toBeLessThan(bound);
  expect(after - before).toBeLessThan(bound);
  const whole = createHash("sha256");
  for (let index = 0; index < large; index++) whole.update(mebibyte);
  const sha256 = whole.digest("hex");
  expect(hash.digest("hex")).toBe(sha256);
  await expect
    .poll(() => proxy.recorded.at(-1))
    .toMatchObject({
      outcome: "complete",
      request: { target: "/large" },
      response: { body: { size: received, sha256, cut: true } },
    });
});

test("a target that does not read holds up nobody else, nor fills the memory", async () => {
  const waiting = Promise.withResolvers<IncomingMessage>();
  const target = await listen((request, answer) => {
    if (request.url !== "/large") return void answer.end("small");
    waiting.resolve(request);
    request.once("end", () => answer.end("thanks"));
  });
  const proxy = await MeasuredProxy.before(target);
  await proxy.getSmall(200);
  const before = await proxy.rss();
  let sent = 0;
  const upload = httpRequest({
    port: proxy.port,
    host: "127.0.0.1",
    path: "/large",
    method: "PUT",
    agent: false,
  });
  upload.setHeader("content-length", large * mebibyte.length);
  const uploaded = (async () => {
    for (; sent < large; sent++) {
      if (!upload.write(mebibyte)) await once(upload, "drain");
    }
    const answered = once(upload.end(), "response");
    return (await answered)[0] as IncomingMessage;
  })();
  const stalled = await waiting.promise;

  await proxy.getSmall(200);
  const meanwhile = await proxy.rss();
  const sentMeanwhile = sent;
  stalled.resume();
  const answer = await uploaded;
  const after = await proxy.rss();
  answer.resume();

  expect(sentMeanwhile).toBeLessThan(large);
  expect(meanwhile - before).toBeLessThan(bound);
  expect(after - before).toBeLessThan(bound);
  await expect
    .poll(() => proxy.recorded.at(-1))
    .toMatchObject({ outcome: "complete", request: { body: { size: large * mebibyte.length, cut: true } } });
});

test("a target that never answers holds up nobody else, and is told of when its client gives up", async () => {
  const stalls: IncomingMessage[] = [];
  const target = await listen((request, answer) => {
    if (request.url === "/stalls") stalls.push(request);
    else answer.end("small");
  });
  const proxy = await MeasuredProxy.before(target);
  const waiting = Array.from({ length: 20 }, () =>
    httpRequest({ port: proxy.port, host: "127.0.0.1", path: "/stalls", agent: false })
      .on("error", () => {})
      .end(),
  );
  await expect.poll(() => stalls.length).toBe(waiting.length);

  await proxy.getSmall(100);
  await expect.poll(() => proxy.recorded.length).toBe(100);
  for (const request of waiting) request.destroy();
  await expect.poll(() => proxy.recorded.length).toBe(100 + waiting.length);

  expect(proxy.recorded.slice(100).map(({ outcome, request }) => `${outcome} ${request.target}`)).toEqual(
    waiting.map(() => "client-gone /stalls"),
  );
});
