import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { acme, headerValue, sent } from "./acme.ts";

describe("addresses", () => {
  test.each([
    ["azure-blob", "/photos/a%20b?comp=metadata", "/photos-tsk3x9001/a%20b?comp=metadata"],
    ["azure-blob", "?comp=list", "/?comp=list"],
    ["azure-blob", "/$web/index.html", "/$web/index.html"],
    ["azure-blob", "/%24root/a", "/%24root/a"],
    ["azure-blob", "/robots.txt", "/robots.txt"],
    ["azure-blob", "/photos/a/../b/./..c", "/photos-tsk3x9001/a/../b/./..c"],
    ["azure-blob", "/photos?restype=container", "/photos-tsk3x9001?restype=container"],
    ["azure-blob", "/invoices/march", "/acme-invoices/march"],
    ["azure-blob", "/NotLegal/a", "/NotLegal/a"],
    ["azure-blob", "/ab?restype=container", "/ab?restype=container"],
    ["azure-blob", "?restype=container&comp=batch", "/?comp=batch"],
    ["azure-queue", "/jobs/messages?numofmessages=3", "/jobs-tsk3x9001/messages?numofmessages=3"],
    [
      "azure-table",
      "/photos(PartitionKey='a''b',RowKey='%2F')",
      "/photostsk3x9001(PartitionKey='a''b',RowKey='%2F')",
    ],
    ["azure-table", "/Tables('photos')", "/Tables('photostsk3x9001')"],
    ["azure-table", "/Tables('%70hotos')", "/Tables('photostsk3x9001')"],
    ["azure-table", "/T%61bles(TableName='photos')", "/T%61bles(TableName='photostsk3x9001')"],
    ["azure-table", "/%70hotos()", "/photostsk3x9001()"],
    ["azure-blob", "/ph%6ftos/a", "/photos-tsk3x9001/a"],
    ["azure-table", "/Tables(%27photos%27)", "/Tables(%27photostsk3x9001%27)"],
    ["azure-table", "/$MetricsHourPrimaryTransactionsBlob()", "/$MetricsHourPrimaryTransactionsBlob()"],
    ["azure-table", "/Tables", "/Tables"],
  ] as const)("%s %s", async (service, from, to) => {
    const { rewriter } = acme(service);

    const { target, headers, origin } = await rewriter.request(
      sent(from.includes("batch") ? "POST" : "GET", from),
      undefined,
    );

    expect(target).toBe(to);
    expect(origin).toBe(`https://acme.${service.slice(6)}.core.windows.net`);
    expect(headerValue(headers, "host")).toBe(`acme.${service.slice(6)}.core.windows.net`);
    expect(headerValue(headers, "authorization")).toMatch(/^SharedKey acme:[\w+/]{43}=$/);
  });

  test("the second region is asked at its own host", async () => {
    const { rewriter } = acme("azure-blob");

    const { origin } = await rewriter.request({ ...sent("GET", "-secondary/photos/a") }, undefined);

    expect(origin).toBe("https://acme-secondary.blob.core.windows.net");
  });

  test("a host of the account's own does not tell its second region", async () => {
    const { rewriter } = acme("azure-blob", {
      endpoint: "https://files.acme.example",
      allowedHosts: ["files.acme.example"],
    });

    await expect(rewriter.request(sent("GET", "-secondary/photos/a"), undefined)).rejects.toThrow(
      /second region/,
    );
  });

  test("a client that names its account in the host is understood, and answered by that host", async () => {
    const { rewriter } = acme("azure-blob");
    const head = {
      ...sent("GET", "", { Host: "devstoreaccount1.blob.localhost:40001" }),
      target: "/photos/a",
    };

    const { target } = await rewriter.request(head, undefined);
    const answer = await rewriter.response(
      head,
      { status: 202, reason: "", headers: [["Location", `https://acme.blob.core.windows.net${target}`]] },
      undefined,
    );

    expect(target).toBe("/photos-tsk3x9001/a");
    expect(answer.headers).toEqual([["Location", "http://devstoreaccount1.blob.localhost:40001/photos/a"]]);
  });

  test("another account than the one with a counterpart is refused", async () => {
    const { rewriter } = acme("azure-blob", { emulatorAccount: "devstoreaccount1" });
    const head = { ...sent("GET", ""), target: "/devstoreaccount2/photos/a" };

    await expect(rewriter.request(head, undefined)).rejects.toThrow(/`devstoreaccount1` has a counterpart/);
  });
});

describe("bodies", () => {
  test.each([
    ["azure-blob", "PUT", "/photos/a", false],
    ["azure-blob", "PUT", "/photos/a?comp=block&blockid=AAAA", false],
    ["azure-queue", "POST", "/jobs/messages", false],
    ["azure-table", "POST", "/photos", false],
    ["azure-table", "POST", "/Tables", true],
    ["azure-table", "POST", "/$batch", true],
    ["azure-blob", "POST", "?comp=batch", true],
    ["azure-blob", "POST", "/photos?restype=container&comp=batch", true],
  ] as const)("%s %s %s is needed whole: %s %s", (service, method, path, needed) => {
    expect(acme(service).rewriter.needsBody(sent(method, path, { "x-ms-blob-type": "BlockBlob" }))).toBe(
      needed,
    );
  });

  test("a new table's name is changed, in JSON and in Atom, with length and checksum", async () => {
    const { rewriter } = acme("azure-table");
    const json = '{ "TableName" : "photos", "n": 1.0 }';
    const atom =
      '<entry><content><m:properties><d:TableName m:type="x">photos</d:TableName></m:properties></content></entry>';
    const create = (body: string) =>
      rewriter.request(
        sent("POST", "/Tables", { "Content-MD5": "AAAA", "Transfer-Encoding": "chunked" }),
        Buffer.from(body),
      );

    const changed = await create(json);
    const inAtom = await create(atom);

    expect(changed.body?.toString()).toBe('{ "TableName" : "photostsk3x9001", "n": 1.0 }');
    expect(inAtom.body?.toString()).toBe(atom.replace(">photos<", ">photostsk3x9001<"));
    expect(headerValue(changed.headers, "content-length")).toBe(String(changed.body?.length));
    expect(headerValue(changed.headers, "transfer-encoding")).toBeUndefined();
    expect(headerValue(changed.headers, "content-md5")).toBe(
      createHash("md5")
        .update(changed.body ?? "")
        .digest("base64"),
    );
  });

  test.each([
    ["http://127.0.0.1:40001/devstoreaccount1/photos", "https://acme.table.core.windows.net/photostsk3x9001"],
    ["/devstoreaccount1/photos()?$top=1", "/photostsk3x9001()?$top=1"],
    ["photos", "photostsk3x9001"],
    ["%70hotos", "photostsk3x9001"],
  ])("an address in a table batch: %s", async (from, to) => {
    const { rewriter } = acme("azure-table");
    const body = (url: string) =>
      `--batch_1\nContent-Type: multipart/mixed; boundary=changeset_2\n\n--changeset_2\nContent-Type: application/http\n\nPOST ${url} HTTP/1.1\nAccept: x\n\n{"a":"http://127.0.0.1:40001/devstoreaccount1/photos"}\n--changeset_2--\n--batch_1--\n`;
    const head = sent("POST", "/$batch", { "Content-Type": "multipart/mixed; boundary=batch_1" });

    const changed = await rewriter.request(head, Buffer.from(body(from)));

    expect(changed.body?.toString()).toBe(body(to));
  });

  test.each([
    ["https://elsewhere.example/photos", /another address/],
    ["/devstoreaccount1/./photos", /does not tell/],
    ["Tables('photos')/../invoices", /leaves what it names|does not tell/],
  ])("a table batch with a request that cannot be renamed is not sent: %s", async (url, why) => {
    const { rewriter } = acme("azure-table");
    const head = sent("POST", "/$batch", { "Content-Type": "multipart/mixed; boundary=b" });
    const body = `--b\nContent-Type: application/http\n\nDELETE ${url} HTTP/1.1\nAccept: x\n\n\n--b--\n`;

    await expect(rewriter.request(head, Buffer.from(body))).rejects.toThrow(why);
  });

  test("a batch with parts that cannot be read is not sent", async () => {
    const { rewriter } = acme("azure-table");
    const part = "Content-Type: text/plain\n\nDELETE photos(PartitionKey='a',RowKey='b') HTTP/1.1\n\n\n";
    const send = (type: string) =>
      rewriter.request(sent("POST", "/$batch", { "Content-Type": type }), Buffer.from(`--b\n${part}--b--\n`));

    await expect(send("multipart/mixed; boundary=b")).rejects.toThrow(/parts that cannot be read/);
    await expect(send("text/plain")).rejects.toThrow(/no boundary/);
  });

  test.each(["<entry><d:TableName>&#112;hotos</d:TableName></entry>", "{}"])(
    "a table whose name cannot be read is not made: %s",
    async (body) => {
      const { rewriter } = acme("azure-table");

      await expect(rewriter.request(sent("POST", "/Tables"), Buffer.from(body))).rejects.toThrow(
        /what the table is to be called/,
      );
    },
  );
});
