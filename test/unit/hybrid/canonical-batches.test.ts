import { expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { compareTraces } from "../../../src/clouds/canonical/compare.ts";
import { learnNoise } from "../../../src/clouds/canonical/noise.ts";
import { readAll, type Sketch } from "./exchanges.ts";

interface Transaction {
  readonly mark?: string;
  readonly row?: string;
  readonly etag?: string;
  readonly status?: string;
  readonly message?: string;
  /** The mark between the parts stands once more where a part's message begins. */
  readonly isMarkedTwice?: boolean;
}

/** A transaction of two entities, and an update on condition of the ETag that it gave. */
function transaction({
  mark = "1f81",
  row = "b",
  etag = "01",
  status = "204 No Content",
  message = "",
  isMarkedTwice = false,
}: Transaction): Sketch[] {
  const own = `W/"datetime'2026-11-15T10%3A00%3A00.1234${etag}Z'"`;
  const put = (key: string): string =>
    `--changeset_${mark}\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPUT http://127.0.0.1:10000/devstoreaccount1/people(PartitionKey='a',RowKey='${key}') HTTP/1.1\r\nContent-Type: application/json\r\nx-ms-date: Sun, 15 Nov 2026 10:00:0${mark[0]} GMT\r\n\r\n{"size":1}\r\n`;
  const error =
    message === "" ? "" : JSON.stringify({ "odata.error": { code: "X", message: { value: message } } });
  const given = `--changesetresponse_${mark}\r\nContent-Type: application/http\r\n\r\n${isMarkedTwice ? `changesetresponse_${mark}\r\n` : ""}HTTP/1.1 ${status}\r\nContent-ID: 1\r\nETag: ${own}\r\nContent-Type: application/json\r\n\r\n${error}\r\n`;
  const wrapped = (kind: string, inner: string): string =>
    `--batch${kind}_${mark}\r\nContent-Type: multipart/mixed; boundary=changeset${kind}_${mark}\r\n\r\n${inner}--changeset${kind}_${mark}--\r\n--batch${kind}_${mark}--\r\n`;
  return [
    {
      method: "POST",
      target: "/devstoreaccount1/$batch",
      headers: [["Content-Type", `multipart/mixed; boundary=batch_${mark}`]],
      body: wrapped("", put("a") + put(row)),
      status: 202,
      answer: [["Content-Type", `multipart/mixed; boundary=batchresponse_${mark}`]],
      answerBody: wrapped("response", given),
    },
    {
      method: "PUT",
      target: "/devstoreaccount1/people(PartitionKey='a',RowKey='a')",
      headers: [
        ["If-Match", own],
        ["DataServiceVersion", "3.0"],
        ["Content-Type", "application/json"],
      ],
      body: "{}",
      status: 204,
    },
  ];
}

function traceOf(sketches: readonly Sketch[], noise: readonly string[] = []) {
  return canonicalise(readAll(sketches), { noise: new Set(noise) });
}

const { places, isStable } = learnNoise(
  readAll(transaction({})),
  readAll(transaction({ mark: "2e93", etag: "77" })),
);

test("the parts of a batch are read, and what is made up for it is noise", () => {
  const later = traceOf(transaction({ mark: "7c55", etag: "42" }), places);

  expect(isStable).toBe(true);
  expect(later.problems).toEqual([]);
  expect(later.fingerprint).toBe(traceOf(transaction({}), places).fingerprint);
});

test.each<[string, Transaction]>([
  ["another row", { row: "c" }],
  ["another status of a part", { status: "409 Conflict" }],
])("%s is another behaviour", (_, change) => {
  expect(traceOf(transaction(change), places).fingerprint).not.toBe(
    traceOf(transaction({}), places).fingerprint,
  );
});

test("an ETag that a part gave is the one that is sent", () => {
  const [batch] = transaction({});
  const [, update] = transaction({ etag: "99" });
  if (batch === undefined || update === undefined) throw new Error("no transaction");

  expect(traceOf([batch, update], places).fingerprint).not.toBe(traceOf(transaction({}), places).fingerprint);
});

test("what a refused part says to people is compared softly", () => {
  const refused = (message: string) => traceOf(transaction({ status: "409 Conflict", message }));

  const { differences, tolerated } = compareTraces(refused("there"), refused("is there already"));

  expect(differences).toEqual([]);
  expect(tolerated).toEqual([expect.stringContaining("message.value")]);
});

test("a mark that stands once more before a part is no part of what the part says", () => {
  const refused = { status: "400 Bad Request", message: "too many", isMarkedTwice: true };
  const one = traceOf(transaction(refused));

  expect(compareTraces(one, traceOf(transaction({ ...refused, mark: "7c55" }))).differences).toEqual([]);
  expect(one.fingerprint).not.toBe(traceOf(transaction({ ...refused, isMarkedTwice: false })).fingerprint);
});
