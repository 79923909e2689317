import { expect, test } from "vitest";
import { isShownBy } from "../../../../src/fidelity/fuzz/shown-by.ts";
import type { PlaceDifference } from "../../../../src/fidelity/pair/performed.ts";

function differs(place: string, emulator: string | null, reference: string | null): PlaceDifference {
  return { place, emulator, reference };
}

/** A scan of two items, of which the emulator has lost the one that comes first. */
const scan = [
  differs("response.body.Count", "1", "2"),
  differs("response.body.Items[]", "1 items", "2 items"),
  differs("response.body.Items[].id.S", '"a"', '"1"'),
  differs("response.body.Items[].id.S", null, '"a"'),
];

test.each([
  [
    "the value that differs",
    [differs("response.header.tier", "Hot", "Cool")],
    [differs("state blobs.a.tier", "Hot", "Cool")],
  ],
  [
    "a list that lacks what the state lacks",
    scan,
    [differs('state items.[{"S":"1"}]', null, '{"id":{"S":"1"}}')],
  ],
  [
    "a list whose items are told with times",
    [
      differs("body.value[].RowKey", '"a"', '"2"'),
      differs("body.value[].RowKey", null, '"a"'),
      differs("body.value[].Timestamp", null, '"‹a time›"'),
    ],
    [differs('state entities.["c","2"]', null, '{"PartitionKey":"c","RowKey":"2"}')],
  ],
])("an answer shows what differs in the state: %s", (_, read, state) => {
  expect(isShownBy(read, state)).toBe(true);
});

test.each([
  ["another item is missing", scan, [differs('state items.[{"S":"b"}]', null, '{"id":{"S":"b"}}')]],
  ["the state has more here", scan, [differs('state items.[{"S":"1"}]', '{"id":{"S":"1"}}', null)]],
  ["only numbers of items differ", scan.slice(0, 2), [differs("state items.x", null, '"2"')]],
  [
    "a time is missing",
    [differs("response.header.last-modified", null, '"‹a time›"')],
    [differs("state blobs.a.tier", "Hot", "Cool")],
  ],
  [
    "a time is another one",
    [differs("response.body.ExpirationTime", "‹never›", "‹604800 s after InsertionTime›")],
    [differs("state messages.count", "1", "2")],
  ],
  [
    "something else differs, too",
    [...scan, differs("response.header.x", '"z"', '"y"')],
    [differs('state items.[{"S":"1"}]', null, '{"id":{"S":"1"}}')],
  ],
])("an answer differs by itself: %s", (_, read, state) => {
  expect(isShownBy(read, state)).toBe(false);
});
