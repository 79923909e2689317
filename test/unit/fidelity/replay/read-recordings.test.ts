import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { type Recording, readRecordings } from "../../../../src/fidelity/index.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Buffer): Promise<Recording[]> {
  const file = join(folder, name);
  writeFileSync(file, content);
  return Array.fromAsync(readRecordings(file));
}

const line = {
  recording: "makes a box",
  exchanges: [
    {
      method: "PUT",
      url: "https://gone.blob.core.windows.net/box?restype=container",
      requestHeaders: { "x-ms-date": "Mon, 03 May 2021 10:00:00 GMT" },
      requestBody: null,
      status: 201,
      responseHeaders: { etag: '"0x1"' },
      responseBody: ["<a>\n", "</a>"],
    },
  ],
};

const exchange = {
  id: 1,
  at: "2021-05-03T10:00:02.000Z",
  ms: 1,
  connection: 1,
  scheme: "http",
  by: { tier: 1, file: "box.test.ts", test: "box > second" },
  service: "azure-blob",
  operation: "Container_Delete",
  request: { method: "DELETE", target: "/acct/box?restype=container", headers: [["Host", "127.0.0.1:1000"]] },
  response: { status: 202, reason: "Accepted", headers: [] },
  outcome: "complete",
};

describe("recordings", () => {
  test("are lines, gzipped or not", async () => {
    const [recording] = await read("lines.jsonl.gz", gzipSync(`${JSON.stringify(line)}\n\n`));

    expect(recording).toMatchObject({
      name: "makes a box",
      exchanges: [
        {
          method: "PUT",
          credentials: "taken out",
          at: new Date("2021-05-03T10:00:00Z"),
          answer: { status: 201 },
        },
      ],
    });
    expect(recording?.exchanges[0]?.answer?.body.toString()).toBe("<a>\n</a>");
  });

  test("are the files of a trace, in the order of their requests", async () => {
    const first = {
      ...exchange,
      id: 2,
      at: "2021-05-03T10:00:01.000Z",
      by: { tier: 1, file: "box.test.ts" },
      request: {
        ...exchange.request,
        method: "PUT",
        body: { size: 900, sha256: "", text: "cut off", cut: true },
      },
    };
    const header = { touchstone: "trace", version: 1, started: exchange.at, targets: [] };

    const recordings = await read(
      "trace.jsonl",
      [header, exchange, first].map((one) => JSON.stringify(one)).join("\n"),
    );

    expect(recordings).toMatchObject([
      {
        name: "box.test.ts",
        exchanges: [
          { method: "PUT", credentials: "none", flaw: "its body was not recorded whole" },
          { method: "DELETE", test: "box > second", url: "http://127.0.0.1:1000/acct/box?restype=container" },
        ],
      },
    ]);
  });

  test("are an HTTP archive", async () => {
    const entry = {
      startedDateTime: "2021-05-03T10:00:00.000Z",
      request: {
        method: "PUT",
        url: "https://gone.blob.core.windows.net/box/a",
        headers: [{ name: "Authorization", value: "SharedKey gone:REDACTED" }],
        postData: { text: "aGk=", _encoding: "base64" },
      },
      response: { status: 201, headers: [], content: { text: "" } },
    };

    const [recording] = await read(
      "traffic.har",
      JSON.stringify({ log: { version: "1.2", entries: [entry] } }, null, 2),
    );

    expect(recording).toMatchObject({ exchanges: [{ credentials: "shown", answer: { status: 201 } }] });
    expect(recording?.exchanges[0]?.body.toString()).toBe("hi");
  });

  test("have no answer where the status is 0", async () => {
    const [exchange] = line.exchanges;
    const unanswered = { ...line, exchanges: [{ ...exchange, status: 0, responseHeaders: {} }] };
    const entry = {
      request: { method: "PUT", url: exchange?.url },
      response: { status: 0, headers: [], content: { size: 0 } },
    };

    const [ofLine] = await read("unanswered.jsonl", JSON.stringify(unanswered));
    const [ofHar] = await read("unanswered.har", JSON.stringify({ log: { entries: [entry] } }));

    for (const recording of [ofLine, ofHar]) {
      const [read] = recording?.exchanges ?? [];
      expect(read?.method).toBe("PUT");
      expect(read?.answer).toBeUndefined();
    }
  });

  test.each([
    ["empty.jsonl", "", "it is empty"],
    ["other.jsonl", '{"recording":"a"}', "line 1 is no recording: it is no {recording, exchanges}"],
    ["other.json", "{\n}", "no HTTP archive"],
  ])("are not in %s", async (name, content, why) => {
    await expect(read(name, content)).rejects.toThrow(why);
  });

  test("are told to be broken without what a terminal would obey", async () => {
    const reading = read("binary.jsonl", `\u001b]0;title\u0007${"\u0014x".repeat(5_000)}`);

    const message = await reading.then(String, (error: Error) => error.message);

    expect(message).toContain("binary.jsonl, line 1 is no recording: it is no JSON");
    expect(message).toContain("\\x1b]0;");
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message.slice(message.indexOf("binary.jsonl")).length).toBeLessThan(200);
  });

  test.each([
    ['{"recording":"b","exch', "it is no JSON (Unterminated string in JSON at position 22)"],
    ['{"recording":"b"}', "it is no {recording, exchanges}"],
    [
      '{"recording":"b","exchanges":[{"method":"GET","url":"/"},{"url":"/"}]}',
      "exchange 2 has no method and url",
    ],
  ])("are told by file and line where one is broken: %s", async (line, why) => {
    const whole = '{"recording":"a","exchanges":[]}';

    const reading = read("broken.jsonl", [whole, whole, "", line, whole].join("\n"));

    await expect(reading).rejects.toThrow(`broken.jsonl, line 4 is no recording: ${why}`);
  });
});
