import { describe, expect, test } from "vitest";
import { Names } from "../../../../src/wire/index.ts";
import { acme, headerValue, sent } from "./acme.ts";

describe("names", () => {
  test("belong to a test, or to the set-up of its file", async () => {
    const { rewriter } = acme("azure-blob");
    const of = async (by: object) =>
      (await rewriter.request({ ...sent("GET", "/photos/a"), by: { tier: 1, ...by } }, undefined)).target;

    const first = await of({ file: "a", test: "1" });
    const second = await of({ file: "a", test: "2" });
    const setUp = await of({ file: "b" });

    expect(first).not.toBe(second);
    expect(await of({ file: "b", test: "1" })).toBe(setUp);
    expect(await of({ file: "a", test: "1" })).toBe(first);
  });

  test("of tables are the same in any case", async () => {
    const { rewriter } = acme("azure-table");

    const { target } = await rewriter.request(sent("GET", "/Photos()"), undefined);
    const again = await rewriter.request(sent("GET", "/photos()"), undefined);

    expect(again.target).toBe(target);
  });

  test("what a test sees is its own, its file's and what exists", () => {
    const names = new Names({ run: "k3x9", existing: { invoices: "acme-invoices" } });
    names.there("container", "shared", { tier: 1, file: "a" });
    names.there("container", "photos", { tier: 1, file: "a", test: "1" });
    names.there("container", "photos", { tier: 1, file: "a", test: "2" });
    names.there("queue", "jobs", { tier: 1, file: "a", test: "1" });

    const seen = names.seenBy("container", { tier: 1, file: "a", test: "1" });

    expect(seen.map(({ own, there }) => [own, there])).toEqual([
      ["invoices", "acme-invoices"],
      ["shared", "shared-tsk3x9001"],
      ["photos", "photos-tsk3x9002"],
    ]);
  });

  test("in filters of tables are put in where the longer name would turn the comparison round", async () => {
    const { rewriter } = acme("azure-table");
    await rewriter.request(sent("GET", "/photos()"), undefined);
    const filter =
      "TableName eq 'photos' or TableName ge 'photos' or TableName gt 'photos' or TableName eq 'x'";

    const { target } = await rewriter.request(
      sent("GET", `/Tables?$filter=${encodeURIComponent(filter).replaceAll("%20", "+")}`),
      undefined,
    );

    expect(decodeURIComponent(target)).toBe(
      "/Tables?$filter=TableName eq 'photostsk3x9001' or TableName ge 'photos' or TableName gt 'photostsk3x9001' or TableName eq 'x'",
    );
  });

  test("of containers to restore or to rename stand in headers", async () => {
    const { rewriter } = acme("azure-blob");
    const path = "/photos?restype=container&comp=undelete";

    const { headers } = await rewriter.request(
      sent("PUT", path, { "x-ms-deleted-container-name": "photos" }),
      undefined,
    );
    const renaming = rewriter.request(
      sent("PUT", "/new?restype=container&comp=rename", { "x-ms-source-container-name": "invoices" }),
      undefined,
    );

    expect(headerValue(headers, "x-ms-deleted-container-name")).toBe("photos-tsk3x9001");
    await expect(renaming).rejects.toThrow(/outlive/);
  });
});

describe("what exists is not deleted, whatever the request looks like", () => {
  test.each([
    ["azure-blob", "DELETE", "/invoices?restype=container", {}],
    ["azure-blob", "DELETE", "/invoices?RESTYPE=Container&comp=whatever", {}],
    ["azure-blob", "DELETE", "/$web?restype=container", {}],
    ["azure-queue", "DELETE", "/invoices", {}],
    ["azure-queue", "DELETE", "/invoices/", {}],
    ["azure-table", "DELETE", "/Tables('invoices')", {}],
    ["azure-table", "DELETE", "/tables%28%27invoices%27%29", {}],
    ["azure-table", "POST", "/Tables('invoices')", { "X-HTTP-Method": "DELETE" }],
    ["azure-blob", "DELETE", "/photos/../acme-invoices?restype=container", {}],
    ["azure-blob", "DELETE", "/photos/%2e%2e/acme-invoices?restype=container", {}],
    ["azure-blob", "DELETE", "/photos/a/..%5C../acme-invoices?restype=container", {}],
    ["azure-queue", "DELETE", "/jobs/../acme-invoices", {}],
  ] as const)("%s %s %s", async (service, method, path, headers) => {
    const { rewriter } = acme(service);

    await expect(rewriter.request(sent(method, path, headers), undefined)).rejects.toMatchObject({
      code: "TS_CANNOT_SEND",
    });
  });

  test.each([
    ["azure-blob", "/invoices/march"],
    ["azure-blob", "/photos?restype=container"],
    ["azure-queue", "/invoices/messages"],
    ["azure-queue", "/jobs"],
    ["azure-table", "/Tables('photos')"],
    ["azure-table", "/invoices(PartitionKey='a',RowKey='b')"],
  ] as const)("but what is in it and what the run has made may be: %s %s", async (service, path) => {
    const { rewriter } = acme(service);

    await expect(rewriter.request(sent("DELETE", path), undefined)).resolves.toMatchObject({
      method: "DELETE",
    });
  });
});
