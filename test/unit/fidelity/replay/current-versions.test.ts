import { expect, test } from "vitest";
import { CurrentVersions } from "../../../../src/fidelity/replay/current-versions.ts";
import { namedRequest } from "../../../../src/fidelity/replay/recorded-request.ts";
import { recorded, type Told } from "../../../integration/replay/recordings.ts";

function askedAfter(before: readonly Told[], send: string): string | undefined {
  const { exchanges } = recorded("versions", "https://gone.blob.core.windows.net", [
    ...before,
    { send, status: 200 },
  ]);
  const versions = new CurrentVersions();
  for (const exchange of exchanges.slice(0, -1)) versions.note(exchange, namedRequest(exchange));
  const last = exchanges.at(-1);
  return last && versions.plain(last)?.url.replace("https://gone.blob.core.windows.net", "");
}

function wrote(version: string, path = "/album/a%20b"): Told {
  return { send: `PUT ${path}`, status: 201, answer: { "x-ms-version-id": version } };
}

test("the current version is asked for by the thing's own name", () => {
  expect(askedAfter([wrote("v:1")], "GET /album/a%20b?versionid=v%3A1")).toBe("/album/a%20b");
  expect(askedAfter([wrote("v:1")], "GET /album/a%20b?comp=tags&versionid=v:1&timeout=5")).toBe(
    "/album/a%20b?comp=tags&timeout=5",
  );
  expect(askedAfter([wrote("v1"), wrote("v2")], "GET /album/a%20b?versionid=v2")).toBe("/album/a%20b");
});

test.each<[string, readonly Told[], string]>([
  ["an older one", [wrote("v1"), wrote("v2")], "GET /album/a%20b?versionid=v1"],
  ["another thing's", [wrote("v1", "/album/c")], "GET /album/a%20b?versionid=v1"],
  [
    "one that was removed",
    [wrote("v1"), { send: "DELETE /album/a%20b", status: 202 }],
    "GET /album/a%20b?versionid=v1",
  ],
  [
    "one that a batch may have removed",
    [wrote("v1"), { send: "POST /album?restype=container&comp=batch", status: 202 }],
    "GET /album/a%20b?versionid=v1",
  ],
  ["one that is to be removed", [wrote("v1")], "DELETE /album/a%20b?versionid=v1"],
  ["one that a signature is of", [wrote("v1")], "GET /album/a%20b?versionid=v1&sr=bv&sig=taken_out"],
  [
    "one that something without a version has replaced",
    [wrote("v1"), { send: "PUT /album/a%20b", headers: { "x-ms-blob-type": "BlockBlob" }, status: 201 }],
    "GET /album/a%20b?versionid=v1",
  ],
  [
    "an older one whose tags were set",
    [
      wrote("v1"),
      wrote("v2"),
      {
        send: "PUT /album/a%20b?comp=tags&versionid=v1",
        status: 204,
        answer: { "x-ms-version-id": "v1" },
      },
    ],
    "GET /album/a%20b?versionid=v1",
  ],
  ["none", [wrote("v1")], "GET /album/a%20b"],
])("%s is not", (_, before, send) => {
  expect(askedAfter(before, send)).toBeUndefined();
});

test("a refused change changes no version, and neither does the removal of an older one", () => {
  const refused: Told = { send: "PUT /album/a%20b", status: 412, answer: { "x-ms-version-id": "v3" } };
  const removed: Told = { send: "DELETE /album/a%20b?versionid=v1", status: 202 };

  expect(askedAfter([wrote("v1"), wrote("v2"), refused, removed], "GET /album/a%20b?versionid=v2")).toBe(
    "/album/a%20b",
  );
});
