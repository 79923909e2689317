import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { expect, onTestFinished, test } from "vitest";
import { costOf, pricesWith } from "../../../../src/hybrid/cost/index.ts";

/** Takes one request's body, and refuses the request. */
async function refusingServer() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(400).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acme` };
}

test("the parts of a batch are counted as the SDK writes them", async () => {
  const { bodies, url } = await refusingServer();
  const key = new StorageSharedKeyCredential("acme", Buffer.alloc(32).toString("base64"));
  const batches = new BlobServiceClient(url, key).getBlobBatchClient();
  const blobs = ["a", "b", "c"].map((name) => `${url}/photos/${name}`);

  await expect(batches.setBlobsAccessTier(blobs, key, "Cool")).rejects.toThrow();
  await expect(batches.deleteBlobs(blobs, key)).rejects.toThrow();

  const costs = bodies.map((body) =>
    costOf(
      [
        {
          service: "azure-blob",
          operation: "Service_SubmitBatch",
          request: { method: "POST", target: "/", headers: [], body: { size: 0, sha256: "", text: body } },
        },
      ],
      pricesWith(),
    ),
  );
  expect(costs.map(({ operations }) => operations[0]?.lines.map(({ line, units }) => [line, units]))).toEqual(
    [
      [
        ["hot/LRS/other", 1],
        ["cool/LRS/write", 3],
      ],
      [["hot/LRS/other", 1]],
    ],
  );
});
