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

describe("what is not the run's is neither deleted nor changed, whatever the request looks like", () => {
  test.each([
    ["azure-blob", "DELETE", "/invoices?restype=container", {}],
    ["azure-blob", "DELETE", "/invoices?RESTYPE=Container&comp=whatever", {}],
    ["azure-blob", "PUT", "/invoices?restype=container&comp=metadata", {}],
    ["azure-blob", "PUT", "/invoices?restype=container&comp=acl", {}],
    ["azure-blob", "PUT", "/photos?comp=acl&restype=container&comp=metadata", {}],
    ["azure-blob", "DELETE", "/invoices/march", {}],
    ["azure-blob", "DELETE", "/$web?restype=container", {}],
    ["azure-blob", "DELETE", "/$web/index.html", {}],
    ["azure-blob", "DELETE", "/%24root/x", {}],
    ["azure-blob", "DELETE", "/logo.png", {}],
    ["azure-blob", "PUT", "/logo.png", { "x-ms-blob-type": "BlockBlob" }],
    ["azure-blob", "PUT", "/$web/index.html", { "x-ms-blob-type": "BlockBlob" }],
    ["azure-blob", "PUT", "?restype=service&comp=properties", {}],
    ["azure-queue", "PUT", "?restype=service&comp=properties", {}],
    ["azure-table", "PUT", "?restype=service&comp=properties", {}],
    ["azure-blob", "DELETE", "/./photos?restype=container", {}],
    ["azure-blob", "DELETE", "/%2e/photos?restype=container", {}],
    ["azure-blob", "DELETE", "/photos%2Fa", {}],
    ["azure-blob", "DELETE", "/%2570hotos/a", {}],
    ["azure-blob", "DELETE", "/photos./a", {}],
    ["azure-queue", "DELETE", "/invoices", {}],
    ["azure-queue", "DELETE", "/invoices/", {}],
    ["azure-queue", "DELETE", "/invoices/messages", {}],
    ["azure-queue", "DELETE", "/invoices/messages/1?popreceipt=a", {}],
    ["azure-queue", "PUT", "/invoices?comp=metadata", {}],
    ["azure-table", "DELETE", "/Tables('invoices')", {}],
    ["azure-table", "DELETE", "/Tables('INVOICES')", {}],
    ["azure-table", "DELETE", "/Tables('%69nvoices')", {}],
    ["azure-table", "DELETE", "/tables%28%27invoices%27%29", {}],
    ["azure-table", "POST", "/Tables('invoices')", { "X-HTTP-Method": "DELETE" }],
    ["azure-table", "DELETE", "/Tables(Name='photos')", {}],
    ["azure-table", "DELETE", "/./Tables('photos')", {}],
    ["azure-table", "PUT", "/invoices?comp=acl", {}],
    ["azure-table", "DELETE", "/invoices(PartitionKey='a',RowKey='b')", {}],
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
    ["azure-blob", "DELETE", "/photos?restype=container"],
    ["azure-blob", "PUT", "/photos?restype=container&comp=acl"],
    ["azure-blob", "PUT", "/invoices?restype=container"],
    ["azure-blob", "GET", "/$web/index.html"],
    ["azure-queue", "DELETE", "/jobs"],
    ["azure-queue", "DELETE", "/jobs/messages"],
    ["azure-queue", "POST", "/invoices/messages"],
    ["azure-table", "DELETE", "/Tables('photos')"],
    ["azure-table", "MERGE", "/invoices(PartitionKey='a',RowKey='b')"],
  ] as const)(
    "but what the run has made may be, and content may be written: %s %s %s",
    async (...request) => {
      const [service, method, path] = request;
      const { rewriter } = acme(service);

      await expect(rewriter.request(sent(method, path), undefined)).resolves.toMatchObject({ method });
    },
  );

  const blob = { "x-ms-blob-type": "BlockBlob" };
  const entity = "/invoices(PartitionKey='a''b',RowKey='c')";
  test.each([
    ["azure-blob", "PUT", "/invoices/ma%72ch", blob, "/invoices/march", 201],
    ["azure-blob", "PUT", "/invoices/march", blob, "/invoices/march", 403],
    ["azure-table", "PUT", entity, {}, "/Invoices(RowKey='c',PartitionKey='a%27%27b')", 204],
    ["azure-table", "PUT", entity, { "If-Match": "*" }, entity, 204],
  ] as const)(
    "and what it has written there itself: %s %s %s %j, then DELETE %s, answered %i",
    async (...given) => {
      const [service, method, path, headers, deleted, status] = given;
      const { rewriter } = acme(service);
      const head = sent(method, path, headers);
      await rewriter.request(head, undefined);
      await rewriter.response(head, { status, reason: "", headers: [] }, undefined);

      const deletion = rewriter.request(sent("DELETE", deleted), undefined);

      if (status < 300 && !("If-Match" in headers)) {
        await expect(deletion).resolves.toMatchObject({ method: "DELETE" });
      } else await expect(deletion).rejects.toThrow(/has not written/);
    },
  );

  test("on an account that nobody else uses there is nothing to take care of", async () => {
    const { rewriter } = acme("azure-blob", { names: new Names({ areKept: true }) });

    const { target } = await rewriter.request(sent("DELETE", "/$web/index.html"), undefined);

    expect(target).toBe("/$web/index.html");
  });
});
