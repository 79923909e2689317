import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "../../e2e/command.ts";
import { startOtherAzurite } from "../azure-another-account/other-azurite.ts";

function projectWith(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-replay-cloud-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "touchstone.config.ts"), config);
  const sent = (method: string, target: string, status: number, more: object = {}) => ({
    method,
    url: `https://gone.blob.core.windows.net${target}`,
    requestHeaders: { "x-ms-version": "2021-08-06", "x-ms-date": "Mon, 03 May 2021 10:00:00 GMT" },
    requestBody: null,
    status,
    responseHeaders: {},
    responseBody: null,
    ...more,
  });
  const upload = {
    "x-ms-version": "2021-08-06",
    "x-ms-date": "Mon, 03 May 2021 10:00:00 GMT",
    "x-ms-blob-type": "BlockBlob",
    "content-type": "text/plain",
  };
  const exchanges = [
    sent("PUT", "/album?restype=container", 201),
    sent("PUT", "/album/cover", 201, { requestHeaders: upload, requestBody: "first!" }),
    sent("GET", "/album/cover", 200),
    sent("GET", "/album/back", 404, {
      responseHeaders: { "x-ms-error-code": "BlobNotFound", "content-type": "application/xml" },
    }),
    sent("PUT", "/?restype=service&comp=properties", 202, { requestBody: "<StorageServiceProperties/>" }),
  ];
  const lines = ["one", "two"].map((recording) => JSON.stringify({ recording, exchanges }));
  writeFileSync(join(folder, "recorded.jsonl"), lines.join("\n"));
  return folder;
}

test("replays on the config's account, under names of its own, and leaves nothing there", async () => {
  await using other = await startOtherAzurite("otheraccount8");
  const endpoint = `https://127.0.0.1:${other.ports["azure-blob"]}/${other.account}`;
  const cwd = projectWith(
    `export default { services: { "azure-blob": { cloud: { account: "${other.account}", key: { env: "OTHER_KEY" }, endpoint: "${endpoint}" } } } };`,
  );
  const authority = join(cwd, "ca.pem");
  writeFileSync(authority, other.authority);
  const env = { OTHER_KEY: other.key, NODE_EXTRA_CA_CERTS: authority };

  const { stdout, stderr, code } = await touchstone(
    ["replay", "recorded.jsonl", "--on", "cloud", "--json"],
    "",
    { cwd, env },
  );

  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({
    target: "cloud",
    exchanges: 10,
    matched: 8,
    skipReasons: { "it would change the whole account, which others use": 2 },
    discrepancies: [],
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain(other.key);
  const owner = new StorageSharedKeyCredential(other.account, other.key);
  const trust = { retryOptions: { maxTries: 1 }, tlsOptions: { ca: other.authority } };
  const account = new BlobServiceClient(endpoint, owner, trust);
  expect(await Array.fromAsync(account.listContainers())).toEqual([]);
});

test("is refused where the config names no account", async () => {
  const cwd = projectWith("export default {};");

  const { stderr, code } = await touchstone(["replay", "recorded.jsonl", "--on", "cloud"], "", { cwd });

  expect(stderr).toContain("the config names no account for azure-blob");
  expect(code).toBe(2);
});
