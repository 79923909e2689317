import { expect, test } from "vitest";
import { plainerForms } from "../../../../src/fidelity/replay/plainer.ts";

const blob = "https://gone.blob.core.windows.net/album/a";

function formsOf(headers: Readonly<Record<string, string>>, query = "") {
  const exchange = {
    method: "PUT",
    url: `${blob}${query}`,
    headers: Object.entries(headers),
    body: Buffer.alloc(0),
    credentials: "shown" as const,
    at: undefined,
  };
  return plainerForms("azure-blob", exchange).map(({ exchange: { url, headers: left }, leftOut }) => ({
    url: url.slice(blob.length),
    headers: Object.fromEntries(left),
    leftOut,
  }));
}

test("leaves out one extra after the other, and then all of them", () => {
  const forms = formsOf({ "x-ms-meta-a": "b", "If-Match": "*", "x-ms-access-tier": "Cool" });

  expect(forms).toEqual([
    { url: "", headers: { "x-ms-meta-a": "b", "x-ms-access-tier": "Cool" }, leftOut: "conditions" },
    { url: "", headers: { "x-ms-meta-a": "b", "If-Match": "*" }, leftOut: "extras" },
    { url: "", headers: { "x-ms-meta-a": "b" }, leftOut: "both" },
  ]);
});

test("leaves out the encryption that a signature asks for, also that of a source", () => {
  const source = `${blob}?ses=mine&sig=taken_out`;

  expect(formsOf({ "x-ms-copy-source": source }, "?sv=2021-08-06&ses=mine")).toEqual([
    { url: "?sv=2021-08-06", headers: { "x-ms-copy-source": `${blob}?sig=taken_out` }, leftOut: "extras" },
  ]);
});

test("what asks for nothing beside has no plainer form", () => {
  expect(formsOf({ "x-ms-meta-a": "b", "x-ms-lease-id": "c" }, "?comp=metadata")).toEqual([]);
});
