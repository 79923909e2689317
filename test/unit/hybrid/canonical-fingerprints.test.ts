import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { leavesOf } from "../../../src/clouds/canonical/content.ts";
import { stepOf } from "../../../src/clouds/canonical/step.ts";
import { volatileOf } from "../../../src/clouds/index.ts";
import type { Exchange, RawHeader } from "../../../src/wire/index.ts";
import { generatedTest, perform } from "./canonical-suite.ts";
import { exchangeOf, type Sketch } from "./exchanges.ts";

const start = Date.parse("2026-11-15T10:00:00.000Z");

function fingerprint(exchanges: readonly Exchange[]): string {
  return canonicalise(exchanges.map(stepOf)).fingerprint;
}

function sketched(...sketches: Sketch[]): string {
  return fingerprint(sketches.map((sketch, at) => exchangeOf(sketch, at + 1)));
}

/** Changes of an exchange that say something else, whatever the exchange. */
const mutations: Readonly<Record<string, (exchange: Exchange) => Exchange>> = {
  "another status": (exchange) =>
    withAnswer(exchange, (answer) => ({ ...answer, status: answer.status + 1 })),
  "another segment": (exchange) => withRequest(exchange, ({ target }) => target.replace(/^[^?]*/, "$&/more")),
  "another query": (exchange) =>
    withRequest(exchange, ({ target }) => `${target}${target.includes("?") ? "&" : "?"}more=1`),
  "another header": (exchange) => withRequestHeader(exchange, ["x-ms-meta-more", "1"]),
  "another condition": (exchange) => withRequestHeader(exchange, ["If-None-Match", "*"]),
  "another range": (exchange) => withRequestHeader(exchange, ["Range", "bytes=0-1"]),
  "no signature": (exchange) => ({
    ...exchange,
    request: {
      ...exchange.request,
      headers: exchange.request.headers.filter(([name]) => name !== "Authorization"),
    },
  }),
  "another body": (exchange) => ({
    ...exchange,
    request: { ...exchange.request, body: bodyOf(`${exchange.request.body?.text ?? ""} more`) },
  }),
  "another answer": (exchange) =>
    withAnswer(exchange, (answer) => ({ ...answer, body: bodyOf(`${answer.body?.text ?? ""} more`) })),
  "another error": (exchange) =>
    withAnswer(exchange, (answer) => ({
      ...answer,
      headers: [...answer.headers, ["x-ms-error-code", "More"]],
    })),
  "no answer that counts": (exchange) => ({ ...exchange, outcome: "client-gone" }),
};

function withAnswer(
  exchange: Exchange,
  change: (answer: NonNullable<Exchange["response"]>) => NonNullable<Exchange["response"]>,
): Exchange {
  return exchange.response === undefined ? exchange : { ...exchange, response: change(exchange.response) };
}

function withRequest(exchange: Exchange, target: (request: Exchange["request"]) => string): Exchange {
  return { ...exchange, request: { ...exchange.request, target: target(exchange.request) } };
}

function withRequestHeader(exchange: Exchange, header: RawHeader): Exchange {
  return { ...exchange, request: { ...exchange.request, headers: [...exchange.request.headers, header] } };
}

function bodyOf(text: string) {
  return { size: Buffer.byteLength(text), sha256: Buffer.from(text).toString("hex"), text };
}

describe("over generated traces", () => {
  test("every change of a behaviour is another fingerprint", () => {
    const cases = fc.tuple(generatedTest, fc.nat(), fc.nat(), fc.constantFrom(...Object.keys(mutations)));

    fc.assert(
      fc.property(cases, ([generated, seed, at, name]) => {
        const exchanges = perform(generated, { seed, now: start });
        const index = at % exchanges.length;
        const changed = exchanges.map((one, here) =>
          here === index ? (mutations[name]?.(one) ?? one) : one,
        );
        expect(fingerprint(changed), `${name} in ${exchanges[index]?.operation}`).not.toBe(
          fingerprint(exchanges),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("dates, request ids and signatures are none", () => {
    fc.assert(
      fc.property(generatedTest, fc.nat(), (generated, seed) => {
        const exchanges = perform(generated, { seed, now: start });
        const changed = exchanges.map((one) => {
          const headers = (own: readonly RawHeader[]): RawHeader[] =>
            own.map(([name, value]) =>
              volatileOf("azure-blob").headers.has(name.toLowerCase()) &&
              !/^(?:host|authorization|x-ms-date)$/i.test(name)
                ? [name, "Sat, 14 Nov 2026 00:00:00 GMT"]
                : [name, value],
            );
          return withAnswer(
            { ...one, request: { ...one.request, headers: headers(one.request.headers) } },
            (answer) => ({
              ...answer,
              headers: headers(answer.headers).filter(([name]) => name !== "Content-Length"),
            }),
          );
        });
        const withLength = exchanges.map((one) =>
          withAnswer(one, (answer) => ({
            ...answer,
            headers: answer.headers.filter(([name]) => name !== "Content-Length"),
          })),
        );
        expect(fingerprint(changed)).toBe(fingerprint(withLength));
      }),
      { numRuns: 100 },
    );
  });

  test("reading the same once more is none", () => {
    fc.assert(
      fc.property(generatedTest, fc.nat(), fc.nat(), (generated, seed, at) => {
        const exchanges = perform(generated, { seed, now: start });
        const index = at % exchanges.length;
        const step = exchanges.map(stepOf)[index];
        fc.pre(step !== undefined && !("problem" in step) && step.isReadOnly);
        const again = exchanges.flatMap((one, here) => (here === index ? [one, one, one] : [one]));
        expect(fingerprint(again)).toBe(fingerprint(exchanges));
      }),
      { numRuns: 100 },
    );
  });
});

describe("different documents have different leaves", () => {
  const told = (text: string, type: string, kind: "opaque" | "structured" = "structured"): string =>
    JSON.stringify(
      leavesOf({ body: { ...bodyOf(text), sha256: text }, headers: [["Content-Type", type]], kind }),
    );
  const sortedKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sortedKeys);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => [k, sortedKeys(v)]),
    );
  };

  test("JSON", () => {
    const document = fc.jsonValue({ maxDepth: 4, depthSize: "medium" });

    fc.assert(
      fc.property(document, document, (one, other) => {
        const [left, right] = [one, other].map((value) => JSON.stringify(value));
        const areSame = JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
        expect(told(left ?? "", "application/json") === told(right ?? "", "application/json")).toBe(areSame);
      }),
    );
  });

  test.each([
    ['[{"a":1},{"b":2}]', '[{"a":1,"b":2},{}]'],
    ['{"a":{}}', "{}"],
    ['{"Item":{}}', '{"Item":null}'],
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a.b":1}', '{"a":{"b":1}}'],
    ['{"a":["2 items"]}', '{"a":[["x","y"]]}'],
    ["[[1],[2]]", "[[1,2],[]]"],
  ])("%s is not %s", (one, other) => {
    expect(told(one, "application/json")).not.toBe(told(other, "application/json"));
  });

  test.each([
    ["<a><b/><b/></a>", "<a><b/></a>"],
    ["<r><a><b/></a><a/></r>", "<r><a/><a><b/></a></r>"],
    ["<r><a><b>1</b></a><a><c>2</c></a></r>", "<r><a><b>1</b><c>2</c></a><a/></r>"],
    ["<r>text<a/></r>", "<r><a/></r>"],
    ['<r><a x="1"/><a/></r>', '<r><a/><a x="1"/></r>'],
    ["<a>5</a>", '{"a":5}'],
  ])("%s is not %s", (one, other) => {
    expect(told(one, "application/xml")).not.toBe(told(other, "application/xml"));
  });

  test("every byte of what users keep counts", () => {
    const type = "application/json";

    expect(told('{"a":1}', type, "opaque")).not.toBe(told('{ "a": 1 }', type, "opaque"));
    expect(told('{"a":1,"b":2}', type, "opaque")).not.toBe(told('{"b":2,"a":1}', type, "opaque"));
    expect(told('{"Snapshot":"a"}', type, "opaque")).not.toBe(told('{"Snapshot":"b"}', type, "opaque"));
  });
});

describe("what nobody may confuse", () => {
  const upload = { method: "PUT", target: "/devstoreaccount1/c/a", status: 201 };
  const type = ["x-ms-blob-type", "BlockBlob"] as const;
  const lease = { method: "PUT", target: "/devstoreaccount1/c/a?comp=lease", status: 201 };

  test.each([
    ["etag#1", '"0xABCDEF12"'],
    ["‹etag#1›", '"0xABCDEF12"'],
    ["\\‹etag#1\\›", '"0xABCDEF12"'],
    ["‹etag#1›", "\\‹etag#1\\›"],
    ["origin", "127.0.0.1:10000"],
    ["‹origin›", "127.0.0.1:10000"],
    ["\uFFFF", "127.0.0.1:10000"],
    ["‹now, as in HTTP›", "Sun, 15 Nov 2026 10:00:00 GMT"],
  ])("a text %s and what is named so for %s", (text, value) => {
    const withMeta = (meta: string): string =>
      sketched(
        { ...upload, headers: [type], answer: [["etag", '"0xABCDEF12"']] },
        { ...upload, headers: [type, ["x-ms-meta-a", meta]], answer: [["etag", '"0xABCDEF13"']] },
      );

    expect(withMeta(text)).not.toBe(withMeta(value));
  });

  test("where one thing ends and the next begins", () => {
    const named = (a: string, b: string): string =>
      sketched({ ...upload, headers: [type, ["x-ms-meta-a", a], ["x-ms-meta-b", b]] });
    const at = (target: string): string => sketched({ ...upload, headers: [type], target });

    expect(named("a", "bc")).not.toBe(named("ab", "c"));
    expect(named("a\nx-ms-meta-b=c", "")).not.toBe(named("a", "c"));
    expect(at("/devstoreaccount1/c/ab/c")).not.toBe(at("/devstoreaccount1/c/a/bc"));
    expect(at("/devstoreaccount1/c/a%2Fb")).not.toBe(at("/devstoreaccount1/c/a/b"));
    expect(at("/devstoreaccount1/c//a")).not.toBe(at("/devstoreaccount1/c/a"));
  });

  test("a lease that the service made up and one that the test proposed", () => {
    const acquire = (proposed: string): string =>
      sketched({
        ...lease,
        headers: [
          ["x-ms-lease-action", "acquire"],
          ["x-ms-proposed-lease-id", proposed],
        ],
        answer: [["x-ms-lease-id", proposed]],
      });

    expect(acquire("not-a-guid")).not.toBe(acquire("0f8fad5b-d9cb-469f-a165-70867728950e"));
  });

  test("a date that was kept and one that was changed on the way", () => {
    const kept = (sent: string, given: string): string =>
      sketched({
        method: "POST",
        target: "/devstoreaccount1/people",
        headers: [
          ["Content-Type", "application/json"],
          ["DataServiceVersion", "3.0"],
        ],
        body: JSON.stringify({ PartitionKey: "a", RowKey: "b", born: sent }),
        status: 201,
        answer: [["Content-Type", "application/json"]],
        answerBody: JSON.stringify({ PartitionKey: "a", RowKey: "b", born: given }),
      });

    expect(kept("2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z")).not.toBe(
      kept("2001-01-01T00:00:00Z", "2000-12-31T23:00:00Z"),
    );
    expect(kept("2026-11-15T10:00:00.123Z", "2026-11-15T10:00:00.123Z")).not.toBe(
      kept("2026-11-15T10:00:00.123Z", "2026-11-15T10:00:00.000Z"),
    );
    expect(kept("2026-11-15T10:00:00.123Z", "2026-11-15T10:00:00.123Z")).toBe(
      kept("2026-11-15T10:00:01.456Z", "2026-11-15T10:00:01.456Z"),
    );
  });

  test("a signature that holds and one that has expired", () => {
    const signed = (until: string): string =>
      fingerprint([
        {
          ...exchangeOf(
            {
              method: "GET",
              target: `/devstoreaccount1/c/a?sv=2025-05-05&sr=b&sp=r&sig=x&se=${until}`,
              status: 200,
            },
            1,
          ),
          request: {
            method: "GET",
            target: `/devstoreaccount1/c/a?sv=2025-05-05&sr=b&sp=r&sig=x&se=${until}`,
            headers: [],
          },
        },
      ]);

    expect(signed("2026-11-15T10:01:00Z")).toBe(signed("2026-12-15T10:00:00Z"));
    expect(signed("2026-11-15T10:01:00Z")).not.toBe(signed("2026-11-15T09:59:00Z"));
  });

  test("how long a thing is, where only that is told", () => {
    const head = (length: string): string =>
      sketched({
        method: "HEAD",
        target: "/devstoreaccount1/c/a",
        status: 200,
        answer: [["Content-Length", length]],
      });

    expect(head("5")).not.toBe(head("6"));
  });

  test("a user's own field and a text for people", () => {
    const told = (status: number, message: string): string =>
      sketched({
        method: "GET",
        target: "/devstoreaccount1/people(PartitionKey='a',RowKey='b')",
        headers: [["DataServiceVersion", "3.0"]],
        status,
        answer: [["Content-Type", "application/json"]],
        answerBody: JSON.stringify({ message }),
      });

    expect(told(200, "one")).not.toBe(told(200, "other"));
    expect(told(404, "one")).toBe(told(404, "other"));
  });

  test("what came first where something changes by itself", () => {
    const copy = (state: string): Sketch => ({
      method: "HEAD",
      target: "/devstoreaccount1/c/a",
      status: 200,
      answer: [["x-ms-copy-status", state]],
    });

    expect(sketched(copy("pending"), copy("success"))).not.toBe(sketched(copy("success"), copy("pending")));
    expect(sketched(copy("pending"), copy("pending"), copy("success"), copy("success"))).toBe(
      sketched(copy("pending"), copy("success")),
    );
  });
});
