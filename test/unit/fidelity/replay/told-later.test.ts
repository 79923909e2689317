import { expect, test } from "vitest";
import { ToldLater } from "../../../../src/fidelity/replay/told-later.ts";
import { recorded, type Told } from "../../../integration/replay/recordings.ts";

const copy: Told = { send: "PUT /album/a", headers: { "x-ms-copy-source": "https://a.b/c" }, status: 202 };
const head: Told = { send: "HEAD /album/a", status: 200, answer: { "content-length": "5" } };

function toldAfter(index: number, operation: string, exchanges: readonly Told[]) {
  const recording = recorded("told", "https://gone.blob.core.windows.net", exchanges);
  return new ToldLater(recording).after(index, "azure-blob", operation);
}

test("what was made is as the next read tells", () => {
  const other: Told = { ...head, send: "HEAD /album/b", answer: { "content-length": "7" } };

  expect(toldAfter(1, "Blob_StartCopyFromURL", [head, copy, other, head])).toMatchObject({
    service: "azure-blob",
    name: "album",
    content: { name: "a" },
    make: { method: "PUT", target: "/album/a", body: "\0".repeat(5) },
  });
});

test("a container that is met was made", () => {
  const create: Told = { send: "PUT /album?restype=container", status: 201 };
  const made = { name: "album", make: { target: "/album?restype=container" } };

  expect(toldAfter(0, "Container_Create", [create, head])).toMatchObject(made);
  expect(toldAfter(0, "Container_Create", [create, { ...head, status: 404 }])).toBeUndefined();
  expect(toldAfter(0, "Container_Create", [create])).toBeUndefined();
  expect(toldAfter(0, "Container_Restore", [create, head])).toBeUndefined();
});

test.each<[string, readonly Told[]]>([
  ["nothing reads", [head, copy]],
  ["something has changed before it was read", [copy, { ...copy, send: "PUT /album/a?comp=metadata" }, head]],
  ["was not there", [copy, { ...head, status: 404 }, head]],
])("what %s is not told", (_, exchanges) => {
  const index = exchanges.indexOf(copy);

  expect(toldAfter(index, "Blob_StartCopyFromURL", exchanges)).toBeUndefined();
});
