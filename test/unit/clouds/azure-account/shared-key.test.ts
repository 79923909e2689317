import { ContainerClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedKeyAuthorization, sharedKeyText } from "../../../../src/clouds/azure-account/shared-key.ts";
import type { RawHeader } from "../../../../src/wire/index.ts";

const account = "acme";
const key = Buffer.from("the key of acme").toString("base64");

const headers: readonly RawHeader[] = [
  ["Content-Type", "text/plain"],
  ["Content-MD5", "q2hlY2s="],
  ["X-Ms-Date", "Sun, 15 Nov 2026 10:00:00 GMT"],
  ["x-ms-meta-b", "two"],
  ["x-ms-meta-a", "one"],
  ["x-ms-meta-b", "three"],
  ["Content-Length", "5"],
  ["Range", "bytes=0-1"],
];
const request = { method: "PUT", target: "/photos/a%20b?timeout=3&Comp=metadata&x=b&x=a", headers };
const xms = "x-ms-date:Sun, 15 Nov 2026 10:00:00 GMT\nx-ms-meta-a:one\nx-ms-meta-b:two,three\n";
const date = "Sun, 15 Nov 2026 10:00:00 GMT";

test.each([
  [
    "azure-blob",
    "SharedKey",
    `PUT\n\n\n5\nq2hlY2s=\ntext/plain\n\n\n\n\n\nbytes=0-1\n${xms}/acme/photos/a%20b\ncomp:metadata\ntimeout:3\nx:a,b`,
  ],
  ["azure-queue", "SharedKeyLite", `PUT\nq2hlY2s=\ntext/plain\n\n${xms}/acme/photos/a%20b?comp=metadata`],
  ["azure-blob", "SharedKeyLite", `PUT\nq2hlY2s=\ntext/plain\n\n${xms}/acme/photos/a%20b?comp=metadata`],
  ["azure-table", "SharedKey", `PUT\nq2hlY2s=\ntext/plain\n${date}\n/acme/photos/a%20b?comp=metadata`],
  ["azure-table", "SharedKeyLite", `${date}\n/acme/photos/a%20b?comp=metadata`],
] as const)("%s by %s", (service, scheme, text) => {
  expect(sharedKeyText(service, scheme, request, account)).toBe(text);
});

test("an empty body has a length before 2015 only, and the plain date counts where there is no other", () => {
  const text = (version: string) =>
    sharedKeyText(
      "azure-blob",
      "SharedKey",
      {
        method: "PUT",
        target: "/a/b",
        headers: [
          ["Content-Length", "0"],
          ["Date", date],
          ["x-ms-version", version],
        ],
      },
      account,
    ).split("\n");

  expect(text("2014-02-14")[3]).toBe("0");
  expect(text("2015-02-21")[3]).toBe("");
  expect(text("2015-02-21")[6]).toBe(date);
});

/** The request that the SDK would send, signed by itself. */
async function signedBySdk(metadata: Record<string, string>) {
  const sent: { method: string; target: string; headers: RawHeader[] }[] = [];
  const client = new ContainerClient(
    "https://acme.blob.core.windows.net/photos",
    new StorageSharedKeyCredential(account, key),
    {
      retryOptions: { maxTries: 1 },
      httpClient: {
        sendRequest: async (request) => {
          const { pathname, search } = new URL(request.url);
          const pairs = request.headers.headersArray().map(({ name, value }): RawHeader => [name, value]);
          sent.push({ method: request.method, target: pathname + search, headers: pairs });
          return { request, status: 201, headers: request.headers };
        },
      },
    },
  );
  await client.create({ metadata }).catch(() => {});
  return sent[0];
}

test("headers come in the order of the service, whatever their names", async () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);

  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.constant("x"), { minKeys: 2, maxKeys: 8 }), async (metadata) => {
      const sent = await signedBySdk(metadata);

      const authorization = sent?.headers.find(([header]) => header.toLowerCase() === "authorization")?.[1];
      expect(authorization).toMatch(/^SharedKey acme:/);
      expect(sent && sharedKeyAuthorization("azure-blob", "SharedKey", sent, { account, key })).toBe(
        authorization,
      );
    }),
    { numRuns: 200 },
  );
});
