import { createHash } from "node:crypto";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { crc64 } from "../../../../src/clouds/azure-account/checksums.ts";
import { acme, answered, bodyFor, emulatorsOrigin, headerValue, sent } from "./acme.ts";

const here = `${emulatorsOrigin}/devstoreaccount1`;
const there = "https://acme.blob.core.windows.net";

describe("which answers are needed whole", () => {
  test.each([
    ["azure-blob", "GET", "/photos/a", 200, false],
    ["azure-blob", "GET", "/photos/a", 206, false],
    ["azure-blob", "GET", "/photos/a", 404, true],
    ["azure-blob", "HEAD", "/photos/a", 404, false],
    ["azure-blob", "PUT", "/photos/a", 201, false],
    ["azure-blob", "GET", "/photos/a", 304, false],
    ["azure-blob", "GET", "?comp=list", 200, true],
    ["azure-blob", "GET", "/photos?restype=container&comp=list", 200, true],
    ["azure-queue", "GET", "/jobs/messages", 200, false],
    ["azure-queue", "GET", "?comp=list", 200, true],
    ["azure-table", "GET", "/photos()", 200, true],
    ["azure-table", "POST", "/photos", 204, false],
  ] as const)("%s %s %s %i: %s", (service, method, path, status, needed) => {
    expect(acme(service).rewriter.needsResponseBody(sent(method, path), answered(status))).toBe(needed);
  });
});

test("headers with addresses come back, those of the application's own stay", async () => {
  const { rewriter } = acme("azure-blob");
  const head = sent("GET", "/photos/a");
  const { target } = await rewriter.request(head, undefined);
  const url = `${there}${target}`;

  const { headers } = await rewriter.response(
    head,
    answered(200, {
      "x-ms-copy-source": `${url}?sv=2022-11-02&sig=secret&sr=b`,
      "x-ms-meta-url": url,
      "Content-Location": url.replace("acme.", "acme-secondary."),
      ETag: '"0x1"',
    }),
    undefined,
  );

  expect(headers).toEqual([
    ["x-ms-copy-source", `${here}/photos/a?sv=2022-11-02&sr=b`],
    ["x-ms-meta-url", url],
    ["Content-Location", `${emulatorsOrigin}/devstoreaccount1-secondary/photos/a`],
    ["ETag", '"0x1"'],
  ]);
});

test("a list of containers shows the test's, in order, and goes on by a text that says nothing", async () => {
  const { rewriter } = acme("azure-blob");
  for (const name of ["photos", "photos-a"])
    await rewriter.request(sent("PUT", `/${name}?restype=container`), undefined);
  const list = sent("GET", "?comp=list&maxresults=4");
  const container = (name: string, metadata = "") =>
    `<Container><Name>${name}</Name><Properties><Etag>"1"</Etag></Properties><Metadata>${metadata}</Metadata></Container>`;
  const trap = "<Container>trap</Container><Name>photos-tsk3x9001</Name>";
  const xml = (endpoint: string, entries: string, next: string) =>
    `\ufeff<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="${endpoint}/"><MaxResults>4</MaxResults><Containers>${entries}</Containers><NextMarker>${next}</NextMarker></EnumerationResults>`;

  const body = await bodyFor(
    rewriter,
    list,
    xml(
      there,
      ["$logs", "acme-invoices", "foreign", "photos-a-tsk3x9002"].map((name) => container(name)).join("") +
        container("photos-tsk3x9001", trap),
      "/acme/zebra",
    ),
  );
  const next = /<NextMarker>(.*)<\/NextMarker>/.exec(body ?? "")?.[1] ?? "";
  const following = await rewriter.request(sent("GET", `?comp=list&marker=${next}`), undefined);

  expect(body).toBe(
    xml(here, container("invoices") + container("photos", trap) + container("photos-a"), next),
  );
  expect(next).not.toContain("zebra");
  expect(following.target).toBe("/?comp=list&marker=%2Facme%2Fzebra");
});

test("a prefix that the other account's names lack is asked for here, and echoed", async () => {
  const { rewriter } = acme("azure-queue");
  const list = sent("GET", "?comp=list&prefix=inv");

  const { target } = await rewriter.request(list, undefined);
  const body = await bodyFor(
    rewriter,
    list,
    '<EnumerationResults ServiceEndpoint="https://acme.queue.core.windows.net/"><Prefix /><Queues><Queue><Name>acme-invoices</Name></Queue></Queues><NextMarker /></EnumerationResults>',
  );

  expect(target).toBe("/?comp=list");
  expect(body).toBe(
    `<EnumerationResults ServiceEndpoint="${here}/"><Prefix>inv</Prefix><Queues><Queue><Name>invoices</Name></Queue></Queues><NextMarker /></EnumerationResults>`,
  );
});

test("a list of blobs keeps the application's names and metadata", async () => {
  const { rewriter } = acme("azure-blob");
  const list = sent("GET", "/photos?restype=container&comp=list&prefix=photos-tsk3x9001");
  await rewriter.request(list, undefined);
  const xml = (endpoint: string, container: string, source: string) =>
    `<EnumerationResults ServiceEndpoint="${endpoint}/" ContainerName="${container}"><Prefix>photos-tsk3x9001</Prefix><Blobs><Blob><Name>photos-tsk3x9001</Name><Properties><CopySource>${source}</CopySource></Properties><Metadata><url>${there}/x</url></Metadata></Blob></Blobs></EnumerationResults>`;

  const body = await bodyFor(
    rewriter,
    list,
    xml(there, "photos-tsk3x9001", `${there}/photos-tsk3x9001/a?x=1&amp;y=2`),
  );

  expect(body).toBe(xml(here, "photos", `${here}/photos/a?x=1&amp;y=2`));
});

describe("tables", () => {
  const table = "https://acme.table.core.windows.net";

  test("metadata comes back, and what is stored stays to the letter", async () => {
    const { rewriter } = acme("azure-table");
    const get = sent("GET", "/photos()");
    await rewriter.request(get, undefined);
    const json = (base: string, account: string, name: string) =>
      `{"odata.metadata":"${base}/$metadata#${name}","value":[{"odata.type":"${account}.${name}","odata.id":"${base}/${name}(PartitionKey='${name}x',RowKey='\\u00fc')","odata.editLink":"${name}(PartitionKey='${name}x',RowKey='b')","PartitionKey":"p","TableName":"photostsk3x9001","text":"\\"odata.id\\":\\"${table}/photostsk3x9001\\"","half":1.0,"big":1E+2,"ü":"ü"}]}`;
    const stored = json(table, "acme", "photostsk3x9001");

    const body = await bodyFor(rewriter, get, stored);

    const expected = json(here, "devstoreaccount1", "photos")
      .replaceAll("photosx", "photostsk3x9001x")
      .replace("RowKey='\\u00fc'", "RowKey='ü'");
    expect(JSON.parse(body ?? "")).toEqual(JSON.parse(expected));
    expect(body).toContain('"half":1.0,"big":1E+2,"ü":"ü"');
  });

  test("a list shows the test's tables only, and its place is a text that says nothing", async () => {
    const { rewriter } = acme("azure-table");
    await rewriter.request(sent("GET", "/Photos()"), undefined);
    const list = sent("GET", "/Tables");
    const answer = answered(200, { "x-ms-continuation-NextTableName": "1!8!Zm9yZWlnbg--" });

    const { headers, body } = await rewriter.response(
      list,
      answer,
      Buffer.from(
        JSON.stringify({
          "odata.metadata": `${table}/$metadata#Tables`,
          value: [
            { TableName: "foreign" },
            { TableName: "Photostsk3x9001", "odata.id": `${table}/Tables('Photostsk3x9001')` },
          ],
        }),
      ),
    );
    const next = headerValue(headers, "x-ms-continuation-NextTableName") ?? "";
    const following = await rewriter.request(sent("GET", `/Tables?NextTableName=${next}`), undefined);

    expect(JSON.parse(body?.toString() ?? "")).toEqual({
      "odata.metadata": `${here}/$metadata#Tables`,
      value: [{ TableName: "Photos", "odata.id": `${here}/Tables('Photos')` }],
    });
    expect(next).not.toBe("1!8!Zm9yZWlnbg--");
    expect(following.target).toBe("/Tables?NextTableName=1!8!Zm9yZWlnbg--");
  });

  test("Location and DataServiceId come back", async () => {
    const { rewriter } = acme("azure-table");
    const insert = sent("POST", "/photos");
    await rewriter.request(insert, undefined);
    const url = `${table}/photostsk3x9001(PartitionKey='a%20b',RowKey='c')`;

    const { headers } = await rewriter.response(
      insert,
      answered(204, { Location: url, DataServiceId: url, "OData-EntityId": url }),
      undefined,
    );

    const own = `${here}/photos(PartitionKey='a%20b',RowKey='c')`;
    expect(headers.map(([, value]) => value)).toEqual([own, own, own]);
  });

  test("Atom comes back, but for what is stored", async () => {
    const { rewriter } = acme("azure-table");
    const get = sent("GET", "/photos()");
    await rewriter.request(get, undefined);
    const atom = (base: string, name: string) =>
      `<feed xml:base="${base}/"><id>${base}/${name}</id><entry><m:properties><d:a>${table}/photostsk3x9001</d:a></m:properties></entry></feed>`;

    const body = await bodyFor(
      rewriter,
      get,
      atom(table, "photostsk3x9001"),
      answered(200, { "Content-Type": "application/atom+xml" }),
    );

    expect(body).toBe(atom(here, "photos"));
  });
});

test("an error speaks of the client's account, also where it shows what was signed", async () => {
  const { rewriter } = acme("azure-blob");
  const get = sent("GET", "/photos/a");
  await rewriter.request(get, undefined);
  const error = (account: string, name: string, base: string) =>
    `<Error><Code>AuthenticationFailed</Code><Message>acme things at ${base}/${name}/a</Message><AuthenticationErrorDetail>'${account}\nr\n/blob/${account}/${name}/a'</AuthenticationErrorDetail></Error>`;

  const body = await bodyFor(rewriter, get, error("acme", "photos-tsk3x9001", there), answered(403));

  expect(body).toBe(error("devstoreaccount1", "photos", here));
});

test.each([
  ["gzip", gzipSync],
  ["zstd", zstdCompressSync],
] as const)("an answer by %s comes back plain, with its checksums anew", async (encoding, compress) => {
  const { rewriter } = acme("azure-blob");
  const list = sent("GET", "/photos?restype=container&comp=list");
  const headers = { "Content-Encoding": encoding, "Content-MD5": "AAAA", "x-ms-content-crc64": "AAAA" };

  const answer = await rewriter.response(
    list,
    answered(200, headers),
    compress(`<EnumerationResults ServiceEndpoint="${there}/"></EnumerationResults>`),
  );

  expect(answer.body?.toString()).toBe(
    `<EnumerationResults ServiceEndpoint="${here}/"></EnumerationResults>`,
  );
  expect(headerValue(answer.headers, "content-encoding")).toBeUndefined();
  expect(headerValue(answer.headers, "content-md5")).toBe(
    createHash("md5")
      .update(answer.body ?? "")
      .digest("base64"),
  );
  expect(headerValue(answer.headers, "x-ms-content-crc64")).toBe(crc64(answer.body ?? Buffer.alloc(0)));
});

test("an answer to a batch keeps its shape, and its parts are changed each with its length", async () => {
  const { rewriter } = acme("azure-blob");
  const batch = sent("POST", "?comp=batch");
  await rewriter.request(sent("GET", "/photos/a"), undefined);
  const part = (text: string) =>
    `--batchresponse_1\r\nContent-Type: application/http\r\nContent-ID: 0\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n--batchresponse_1--`;

  const body = await bodyFor(
    rewriter,
    batch,
    part(`no ${there}/photos-tsk3x9001/a`),
    answered(202, { "Content-Type": "multipart/mixed; boundary=batchresponse_1" }),
  );

  expect(body).toBe(part(`no ${here}/photos/a`));
});
