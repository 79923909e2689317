import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { Lab, parseTarget, Recorder } from "../src/lab/index.ts";
import { freePorts } from "../src/lab/ports.ts";
import { requestsPerSecond } from "./wire/load.ts";

const mebibyte = 1024 * 1024;
const common = [
  "Host: 127.0.0.1",
  "User-Agent: azsdk-js-azure-storage-blob/12.34.0 Node/24.0.0",
  "x-ms-version: 2025-05-05",
  "x-ms-date: Wed, 31 Jan 2024 10:00:00 GMT",
  "x-ms-client-request-id: 2f1d9a35-5a51-4a44-8f36-3a3c2a1c9b61",
  `Authorization: SharedKey devstoreaccount1:${"A".repeat(43)}=`,
  "Connection: keep-alive",
];

function requestOf(method: string, headers: readonly string[], body = ""): Buffer {
  return Buffer.from(
    [`${method} /devstoreaccount1/photos/a.png HTTP/1.1`, ...common, ...headers, "", body].join("\r\n"),
  );
}

const requests: Readonly<Record<string, Buffer>> = {
  GET: requestOf("GET", ["Accept: application/xml"]),
  "PUT 1 KiB": requestOf("PUT", ["x-ms-blob-type: BlockBlob", "Content-Length: 1024"], "x".repeat(1024)),
};

/** A server in a process of its own, as it would be in life. */
interface Server extends AsyncDisposable {
  readonly port: number;
  readonly authority: string;
  readonly rss: () => Promise<number>;
}

async function serve(kind: string, upstreamPort = 0): Promise<Server> {
  const child = fork(new URL("./wire/server.ts", import.meta.url), [kind, String(upstreamPort)], {
    execArgv: ["--expose-gc"],
  });
  const [{ port, authority }] = (await once(child, "message")) as [{ port: number; authority: string }];
  return {
    port,
    authority,
    rss: async () => {
      child.send("rss");
      const [{ rss }] = (await once(child, "message")) as [{ rss: number }];
      return rss;
    },
    [Symbol.asyncDispose]: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const over = once(child, "exit");
  child.kill();
  await over;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Through the recording proxy, against a bare forwarder; then what it costs before Azurite, and in memory. */
export async function benchWire(): Promise<void> {
  await using target = await serve("target");
  await using forwarder = await serve("forwarder", target.port);
  await using recorder = await serve("recorder", target.port);
  const ca = readFileSync(recorder.authority, "utf8");
  const mitmdump = await startMitmdump(target.port);
  await using _mitmdump = mitmdump;
  const ways: readonly { name: string; port: number; ca?: string }[] = [
    { name: "direct", port: target.port },
    { name: "bare node:http forwarder", port: forwarder.port },
    ...(mitmdump.port === undefined ? [] : [{ name: "mitmdump", port: mitmdump.port }]),
    { name: "touchstone", port: recorder.port },
    { name: "touchstone, HTTPS", port: recorder.port, ca },
  ];
  const ratios: string[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const rates = new Map<string, number[]>();
    for (let run = 0; run < 6; run++) {
      for (const way of ways) {
        const rate = await requestsPerSecond({ ...way, request, connections: 16, ms: 1_000 });
        // The first round warms everything up.
        if (run > 0) rates.set(way.name, [...(rates.get(way.name) ?? []), rate]);
      }
    }
    const bare = median(rates.get("bare node:http forwarder") ?? []);
    console.log(`\n${name}, 16 connections, median of five alternating runs`);
    console.table(
      Object.fromEntries(
        [...rates].map(([way, all]) => [
          way,
          {
            "requests/s": Math.round(median(all)).toLocaleString("en"),
            "÷ bare forwarder": (median(all) / bare).toFixed(2),
          },
        ]),
      ),
    );
    ratios.push(`${name} ${(median(rates.get("touchstone") ?? []) / bare).toFixed(2)}`);
  }
  await memory(recorder);
  await beforeAzurite();
  console.log(
    `ratio: requests/s through the recording proxy ÷ through a bare forwarder: ${ratios.join(", ")}`,
  );
}

async function memory(recorder: Server): Promise<void> {
  const request = requests["PUT 1 KiB"] ?? Buffer.alloc(0);
  await requestsPerSecond({ port: recorder.port, request, connections: 16, count: 20_000 });
  const warm = await recorder.rss();
  await requestsPerSecond({ port: recorder.port, request, connections: 16, count: 100_000 });
  const after = await recorder.rss();
  const peak = await peakDuringUpload(recorder, 1024 * mebibyte);
  const shown = (bytes: number) => `${(bytes / mebibyte).toFixed(0)} MiB`;
  console.log(`\nmemory of the proxy: ${shown(warm)} warm, ${shown(after)} after 100,000 more exchanges`);
  console.log(`a 1 GiB upload adds at most ${shown(peak - after)}`);
}

/** The most memory that the proxy has while so many bytes pass. */
async function peakDuringUpload(recorder: Server, size: number): Promise<number> {
  const socket = connect({ port: recorder.port, host: "127.0.0.1" });
  const answered = once(socket, "data");
  socket.write(requestOf("PUT", ["x-ms-blob-type: BlockBlob", `Content-Length: ${size}`]));
  const piece = Buffer.alloc(mebibyte, 7);
  let peak = 0;
  for (let sent = 0; sent < size; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, "drain");
    if (sent % (32 * mebibyte) === 0) peak = Math.max(peak, await recorder.rss());
  }
  await answered;
  socket.destroy();
  return Math.max(peak, await recorder.rss());
}

/** What the proxy adds to a request to Azurite that is sent alone, in the median. */
async function beforeAzurite(): Promise<void> {
  await using lab = await Lab.start([{ service: "azure-blob", target: parseTarget("azurite") }], {
    cwd: process.cwd(),
  });
  await using recorder = await Recorder.start(lab, {
    file: `${process.env["TMPDIR"] ?? "/tmp"}/touchstone-bench.jsonl`,
  });
  const { origins } = await recorder.open({ tier: 4 });
  const direct = new URL(lab.reachable[0]?.plainEndpoint ?? "").origin;
  const times = new Map<string, number[]>([
    ["direct", []],
    ["recorded", []],
  ]);
  for (let count = 0; count < 600; count++) {
    for (const [way, origin] of [
      ["direct", direct],
      ["recorded", origins[0] ?? ""],
    ] as const) {
      const started = performance.now();
      const answer = await fetch(`${origin}/devstoreaccount1/photos?restype=container&comp=list`);
      await answer.arrayBuffer();
      if (count >= 100) times.get(way)?.push(performance.now() - started);
    }
  }
  const [without, withIt] = [median(times.get("direct") ?? []), median(times.get("recorded") ?? [])];
  console.log(
    `before Azurite, one request at a time, p50: ${without.toFixed(2)} ms direct, ${withIt.toFixed(2)} ms recorded (+${(withIt - without).toFixed(2)} ms)`,
  );
}

/** Debian's mitmdump, where it is installed. */
async function startMitmdump(upstreamPort: number): Promise<AsyncDisposable & { readonly port?: number }> {
  const nothing = { [Symbol.asyncDispose]: async () => {} };
  try {
    execFileSync("mitmdump", ["--version"], { stdio: "ignore" });
  } catch {
    console.log("mitmdump is not installed: left out");
    return nothing;
  }
  const [port = 0] = await freePorts(1);
  const child = spawn(
    "mitmdump",
    [
      "--mode",
      `reverse:http://127.0.0.1:${upstreamPort}`,
      "--listen-host",
      "127.0.0.1",
      "-p",
      String(port),
      "-q",
    ],
    { stdio: "ignore" },
  );
  while (!(await canConnect(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  return { port, [Symbol.asyncDispose]: () => ended(child) };
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
