import { expect, test } from "vitest";
import { OrderOfChanges } from "../../../../src/fidelity/replay/order-of-changes.ts";
import { namedRequest } from "../../../../src/fidelity/replay/recorded-request.ts";
import type { RecordedExchange } from "../../../../src/fidelity/replay/recording.ts";

const then = Date.UTC(2021, 4, 3, 10, 0, 0);
const now = Date.UTC(2026, 10, 16, 3, 4, 5);

function dateAt(base: number, seconds: number): string {
  return new Date(base + seconds * 1000).toUTCString();
}

interface Told {
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: Readonly<Record<string, string>>;
}

function exchange({ send, headers = {}, answer = {} }: Told): RecordedExchange {
  const [method = "", url = ""] = send.split(" ");
  return {
    method,
    url,
    headers: Object.entries(headers),
    body: Buffer.alloc(0),
    credentials: "shown",
    at: undefined,
    answer: { status: 200, headers: Object.entries(answer), body: Buffer.alloc(0) },
  };
}

/** Performs them: each is answered as it was, so many seconds after the first as is told. */
function performed(exchanges: readonly RecordedExchange[], seconds: readonly number[], header: string) {
  const order = new OrderOfChanges(exchanges);
  for (const [index, one] of exchanges.entries()) {
    const after = seconds[index];
    if (after === undefined) continue;
    const headers = [[header, dateAt(now, after)] as const];
    order.learn(one, namedRequest(one), { status: 200, headers, body: Buffer.alloc(0) });
  }
  return {
    order,
    before: (index: number) => {
      const one = exchanges[index];
      return one && order.secondBefore(index, one, namedRequest(one));
    },
  };
}

const cover = "https://gone.blob.core.windows.net/album/cover";
const upload = (seconds: number, url = cover) =>
  exchange({
    send: `PUT ${url}`,
    headers: { "x-ms-blob-type": "BlockBlob" },
    answer: { "last-modified": dateAt(then, seconds) },
  });
const asked = (seconds: number, url = cover) =>
  exchange({ send: `GET ${url}`, headers: { "If-Modified-Since": dateAt(then, seconds) } });

test("a change waits for the second of the one before, where a date between them is asked for", () => {
  const { before } = performed([upload(0), upload(3), asked(1)], [0], "last-modified");

  expect(before(1)).toBe(now);
});

test.each([
  ["nobody asks", [upload(0), upload(3)]],
  ["somebody asks for a date before both", [upload(1), upload(3), asked(0)]],
  ["somebody asks for a date after both", [upload(0), upload(3), asked(3)]],
  ["somebody has asked before", [upload(0), upload(0), asked(0), upload(3)]],
  ["somebody asks of another blob", [upload(0), upload(3), asked(1, `${cover}-2`)]],
])("no change waits where %s", (_, exchanges) => {
  const { before } = performed(exchanges, [0, 0], "last-modified");

  expect(exchanges.map((_one, index) => before(index))).toEqual(exchanges.map(() => undefined));
});

test("a read waits for nothing", () => {
  const read = exchange({ send: `GET ${cover}`, answer: { "last-modified": dateAt(then, 3) } });
  const { before } = performed([upload(0), read, asked(1)], [0], "last-modified");

  expect(before(1)).toBeUndefined();
});

test("an object of Amazon's was changed when that was answered", () => {
  const url = "https://album.s3.us-east-1.amazonaws.com/cover";
  const put = (seconds: number) => exchange({ send: `PUT ${url}`, answer: { date: dateAt(then, seconds) } });
  const copy = exchange({
    send: "PUT https://album.s3.us-east-1.amazonaws.com/copy",
    headers: {
      "x-amz-copy-source": "/album/cover",
      "x-amz-copy-source-if-unmodified-since": dateAt(then, 0),
    },
  });
  const { before } = performed([put(0), put(2), copy], [7], "date");

  expect(before(1)).toBe(now + 7_000);
});

test.each([
  ["the second of a change", 0, 0],
  ["one between two changes", 2, 0],
  ["a later one than both", 3, 2],
  ["one before both", -60, -61],
])("%s stays where it was among the changes", (_, recorded, expected) => {
  const exchanges = [upload(0), upload(3), asked(recorded)];
  const { order } = performed(exchanges, [0, 1], "last-modified");

  // The replay takes two seconds less, by which shifted dates are wrong.
  const shifted = new Date(now + (recorded - 1) * 1000);
  const date = order.between(new Date(then + recorded * 1000), shifted, {
    name: "if-modified-since",
    exchange: asked(recorded),
    service: "azure-blob",
  });

  expect((date.getTime() - now) / 1000).toBe(expected);
});
