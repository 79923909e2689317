import { Readable } from "node:stream";
import { identify, identifyLine, interfaceOf, serviceNames } from "../src/clouds/index.ts";
import { defaultInput, writeRequest } from "../src/model/index.ts";
import { readLines } from "../src/wire/index.ts";

const hosts = {
  "azure-blob": "http://127.0.0.1:10000/devstoreaccount1",
  "azure-queue": "http://127.0.0.1:10001/devstoreaccount1",
  "azure-table": "http://127.0.0.1:10002/devstoreaccount1",
  s3: "https://s3.eu-west-1.amazonaws.com",
  dynamodb: "https://dynamodb.eu-west-1.amazonaws.com",
};

const usualHeaders = {
  "User-Agent": "a-client/1.0 (Linux; Node 24)",
  Accept: "*/*",
  "Accept-Encoding": "gzip, deflate",
  Connection: "keep-alive",
  Date: "Wed, 31 Jan 2024 10:00:00 GMT",
};

/** One request of every operation, again and again, as lines of JSON. */
function requestLines(count: number): string[] {
  const each = serviceNames.flatMap((service) => {
    const { operations, types } = interfaceOf(service);
    return operations.map((operation) => {
      const { method, url, headers } = writeRequest(operation, defaultInput(operation, types), types);
      return JSON.stringify({ method, url: hosts[service] + url, headers: { ...usualHeaders, ...headers } });
    });
  });
  return Array.from({ length: count }, (_, index) => each[index % each.length] ?? "");
}

/** The best of several runs: the least disturbed one on a busy machine. */
async function best(work: () => unknown, runs = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

function each<Item>(items: readonly Item[], work: (item: Item) => unknown): void {
  for (const item of items) work(item);
}

/** Requests a second, against what anybody who reads such lines pays in any case: `JSON.parse` of each. */
export async function benchIdentify(): Promise<void> {
  const count = 100_000;
  const lines = requestLines(count);
  const parsed = lines.map(
    (line) => JSON.parse(line) as { method: string; url: string; headers: Record<string, string> },
  );
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const chunks = Array.from({ length: Math.ceil(text.length / 65_536) }, (_, index) =>
    text.subarray(index * 65_536, (index + 1) * 65_536),
  );

  const times = {
    "JSON.parse of each line": await best(() => each(lines, JSON.parse)),
    "identify, parsed before": await best(() => each(parsed, identify)),
    "identify a line: parse, name, write": await best(() => each(lines, identifyLine)),
    "a stream of lines, named": await best(async () => {
      for await (const batch of readLines(Readable.from(chunks))) each(batch, identifyLine);
    }),
  };

  const parse = times["JSON.parse of each line"];
  console.log(
    `identify: ${count.toLocaleString("en")} requests, ${Math.round(text.length / count)} bytes a line`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, time]) => [
        name,
        {
          ms: Math.round(time),
          "requests/s": Math.round((count / time) * 1000).toLocaleString("en"),
          "times JSON.parse": (time / parse).toFixed(2),
        },
      ]),
    ),
  );
  const ratio = times["a stream of lines, named"] / parse;
  console.log(
    `ratio: naming a stream of requests takes ${ratio.toFixed(2)} times as long as JSON.parse of its lines`,
  );
}
