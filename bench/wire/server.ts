import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer as createHttpServer, request } from "node:http";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identify } from "../../src/clouds/index.ts";
import {
  beforeSending,
  hostCertificates,
  localAuthority,
  RecordingProxy,
  Redactor,
  TraceWriter,
} from "../../src/wire/index.ts";

/** Runs one server in this process, for `bench/wire.ts`: `server.ts KIND [UPSTREAM-PORT]`. */
const [kind = "", upstreamPort = "0"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "touchstone-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("disconnect", () => process.exit());

const answer = Buffer.from(
  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nx-ms-request-id: 7f0c\r\nContent-Length: 2\r\n\r\nok",
);

/** A target that costs next to nothing: it counts the bytes of requests with a length, and answers each the same. */
function answerAll(socket: Socket): void {
  let left = 0;
  let head = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (left > 0) {
        const taken = Math.min(left, rest.length);
        left -= taken;
        rest = rest.subarray(taken);
        if (left === 0) socket.write(answer);
        continue;
      }
      head += rest.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
      rest = Buffer.from(head.slice(end + 4), "latin1");
      head = "";
      if (left === 0) socket.write(answer);
    }
  });
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What a user would write without Touchstone. */
function forwarder(): ReturnType<typeof createHttpServer> {
  const agent = new Agent({ keepAlive: true });
  return createHttpServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const sent = request(
      { host: "127.0.0.1", port: Number(upstreamPort), method, path, headers, agent },
      (got) => {
        outgoing.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(outgoing);
      },
    );
    incoming.pipe(sent);
  });
}

async function recording(): Promise<number> {
  const authority = await localAuthority(folder);
  const trace = new TraceWriter(join(folder, "trace.jsonl"), {
    touchstone: "trace",
    version: 1,
    started: new Date().toISOString(),
    targets: [],
  });
  const store = () => trace.flush();
  const proxy = await RecordingProxy.listen(
    {
      upstream: { name: "target", host: "127.0.0.1", port: Number(upstreamPort) },
      identify: (sent) => identify(sent, { services: ["azure-blob"] }),
      record: (exchange) => {
        trace.add(exchange);
        beforeSending(store);
      },
      redactor: new Redactor([]),
      certificateFor: hostCertificates(authority),
    },
    { by: { tier: 4 } },
  );
  return proxy.port;
}

const kinds: Readonly<Record<string, () => Promise<number>>> = {
  target: () => listening(createServer({ noDelay: true }, answerAll)),
  forwarder: () => listening(forwarder()),
  recorder: recording,
};

const port = await kinds[kind]?.();
process.send?.({ port, authority: join(folder, "authority", "certificate.pem") });
process.on("message", () => {
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss() });
});
