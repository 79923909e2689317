import { expect, test } from "vitest";
import { stepOf } from "../../../../src/clouds/index.ts";
import { changedTests, type OnBoth, placesByTest } from "../../../../src/fidelity/compare/changed-tests.ts";
import { ownWords } from "../../../../src/fidelity/oracle/own-words.ts";
import { outcomeOf } from "../../../../src/fidelity/replay/outcome.ts";
import type { Recording } from "../../../../src/fidelity/replay/recording.ts";
import type { RecordingResult } from "../../../../src/fidelity/replay/result.ts";
import {
  comparableExchange,
  type PerformedExchange,
  sentExchange,
} from "../../../../src/fidelity/replay/sent-exchange.ts";
import type { RawHeader } from "../../../../src/wire/index.ts";

const nothing: Buffer = Buffer.alloc(0);
const made = "/people(PartitionKey='a',RowKey='1')";

interface Answers {
  /** What the copy is told to be of. */
  readonly source?: string;
  readonly content?: Buffer;
  /** Where the batch has put its entity. */
  readonly location?: string;
  /** Of the copy, when it is made and when it is looked at. */
  readonly etags?: readonly string[];
}

function etagsOf(etags: readonly string[]): RawHeader[] {
  return etags.map((etag) => ["ETag", etag]);
}

/** A copy, its properties, its content, and a batch, on a target. */
function performedOn(
  endpoint: string,
  {
    source = `${endpoint}/album/one`,
    content = Buffer.of(0xff, 1),
    location = endpoint + made,
    etags = [],
  }: Answers = {},
): PerformedExchange[] {
  const { origin, pathname } = new URL(endpoint);
  const account = pathname === "/" ? "" : pathname;
  const type = (mark: string): RawHeader => ["Content-Type", `multipart/mixed; boundary=${mark}`];
  const part = (text: string) =>
    Buffer.from(`--b\r\nContent-Type: application/http\r\n\r\n${text}\r\n--b--\r\n`);
  const sent = (method: string, target: string, headers: RawHeader[] = [], body = nothing) => {
    return { origin, method, target: account + target, headers, body };
  };
  const answer = (status: number, headers: RawHeader[] = [], body = nothing) => ({ status, headers, body });
  const blob = { service: "azure-blob" } as const;
  return [
    {
      ...blob,
      index: 0,
      operation: "Blob_StartCopyFromURL",
      sent: sent("PUT", "/album/two", [["x-ms-copy-source", `${endpoint}/album/one`]]),
      answer: answer(202, etagsOf(etags.slice(0, 1))),
    },
    {
      ...blob,
      index: 1,
      operation: "Blob_GetProperties",
      sent: sent("HEAD", "/album/two"),
      answer: answer(200, [["x-ms-copy-source", source], ...etagsOf(etags.slice(1))]),
    },
    {
      ...blob,
      index: 2,
      operation: "Blob_Download",
      sent: sent("GET", "/album/two"),
      answer: answer(200, [], content),
    },
    {
      service: "azure-table",
      index: 3,
      operation: "Table_Batch",
      sent: sent("POST", "/$batch", [type("b")], part(`POST ${endpoint}/people HTTP/1.1\r\n`)),
      answer: answer(202, [type("b")], part(`HTTP/1.1 204 No Content\r\nLocation: ${location}\r\n`)),
    },
  ];
}

function resultOn(endpoint: string, answers?: Answers): RecordingResult {
  const words = ownWords({ endpoint, readSas: "" });
  const performed = performedOn(endpoint, answers);
  return {
    exchanges: performed.length,
    prepared: 0,
    matched: performed.length,
    helped: 0,
    skipped: [],
    discrepancies: [],
    answers: new Map(performed.flatMap(({ index, answer }) => (answer ? [[index, outcomeOf(answer)]] : []))),
    deaths: new Set(),
    steps: performed.map((one) => stepOf(comparableExchange(sentExchange(one), words))),
  };
}

const [here, there] = ["http://127.0.0.1:39429/devstoreaccount1", "http://127.0.0.1:45855/devstoreaccount1"];
const recording: Recording = {
  name: "copies.test.ts",
  exchanges: performedOn("https://acme.blob.core.windows.net").map(({ sent, answer }) => ({
    method: sent.method,
    url: sent.origin + sent.target,
    headers: sent.headers,
    body: sent.body ?? nothing,
    credentials: "taken out",
    at: undefined,
    ...(answer !== undefined && { answer }),
  })),
};

function changed(first: OnBoth, second?: OnBoth) {
  return changedTests(
    recording,
    placesByTest(recording, () => true),
    first,
    second,
  );
}

test.each([
  ["port", there],
  ["host", "http://localhost:39429/devstoreaccount1"],
  ["account", "http://127.0.0.1:39429/acme"],
  ["form of addresses", "https://acme.blob.core.windows.net"],
])("a target that has another %s answers the same", (_, other) => {
  expect(changed({ a: resultOn(here), b: resultOn(other) })).toEqual([]);
});

test.each<[string, Answers, string]>([
  ["source", { source: `${there}/album/none` }, "response.header.x-ms-copy-source"],
  ["source on another server", { source: `${here}/album/one` }, "response.header.x-ms-copy-source"],
  ["content of the same length", { content: Buffer.of(0xff, 2) }, "response.body.(bytes)"],
  ["place of an entity", { location: there }, "response.body.part.header.location"],
])("another %s is another answer", (_, answers, place) => {
  const both = { a: resultOn(here), b: resultOn(there, answers) };

  expect(changed(both, both)).toMatchObject([{ test: "copies.test.ts", answers: [], values: [{ place }] }]);
});

test("what was sent is no answer", () => {
  const [a, b] = [resultOn(here), resultOn(there)];
  const steps = b.steps.map((step) => {
    if ("problem" in step) return step;
    return { ...step, fields: [...step.fields, { place: "request.header.x-ms-meta-of", value: "another" }] };
  });

  expect(changed({ a, b: { ...b, steps } })).toEqual([]);
});

/** Two blobs that were written at some milliseconds: what is made of the time is the same only by chance. */
function writtenAt(...milliseconds: readonly [number, number]): RecordingResult {
  const etags = milliseconds.map((one) => `"0x8D90E1A2B3C4${one}"`);
  return resultOn(here, { etags });
}

test("which of the made-up values are the same is no difference where it is by chance", () => {
  const apart = writtenAt(123, 124);
  const together = writtenAt(125, 125);

  const steady = changed({ a: apart, b: together }, { a: apart, b: together });
  const byChance = changed({ a: apart, b: together }, { a: together, b: together });

  expect(steady).toMatchObject([{ values: [{ place: "response.header.etag" }] }]);
  expect(byChance).toEqual([]);
});

test("nor where the same place differs again, but each target has it otherwise the second time", () => {
  const first = { a: writtenAt(123, 124), b: writtenAt(125, 125) };
  const second = { a: writtenAt(126, 126), b: writtenAt(127, 128) };

  expect(changed(first, second)).toEqual([]);
});

test("what is not compared is no test's, and changes nothing", () => {
  const places = placesByTest(recording, ({ url }) => !url.endsWith("/$batch"));
  const both = { a: resultOn(here), b: resultOn(there, { location: there }) };

  expect([...places]).toEqual([["copies.test.ts", [0, 1, 2]]]);
  expect(changedTests(recording, places, both, both)).toEqual([]);
  expect(placesByTest(recording, () => false).size).toBe(0);
});
