import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startOtherAzurite } from "../integration/azure-another-account/other-azurite.ts";
import { contentsOf, leaksIn } from "../leaks.ts";
import { operationsOf, readTrace } from "../traces.ts";
import { touchstone } from "./command.ts";
import { emptyFolder } from "./little-project.ts";

const program = join(import.meta.dirname, "../integration/programs/secrets-client.ts");

test("no secret that a recorded program uses is found in anything that the run wrote", async () => {
  const azurite = await startOtherAzurite("acme", { tokens: true });
  onTestFinished(() => azurite[Symbol.asyncDispose]());
  const [cwd, cache, scratch, apart] = [emptyFolder(), emptyFolder(), emptyFolder(), emptyFolder()];
  const trusted = join(apart, "trusted.pem");
  const secretsFile = join(apart, "secrets.json");
  writeFileSync(trusted, azurite.authority);
  const blob = `azure-blob=https://127.0.0.1:${azurite.ports["azure-blob"]}/acme`;
  const flags = ["--out", "trace.jsonl", "--har", "run.har", "--verbose"];
  const command = [process.execPath, program, `--key=${azurite.key}`];

  const { code, stdout, stderr } = await touchstone(
    ["record", blob, "s3", "dynamodb", ...flags, "--", ...command],
    "",
    {
      cwd,
      env: {
        ...{ TOUCHSTONE_CACHE: cache, TMPDIR: scratch, NODE_EXTRA_CA_CERTS: trusted },
        ...{ AZURE_STORAGE_ACCOUNT: "acme", AZURE_STORAGE_KEY: azurite.key, SECRETS_FILE: secretsFile },
      },
    },
  );

  expect(code, stderr).toBe(0);
  const { "customer's key of azure": sealed, "wrong key": refused, ...others } = JSON.parse(stdout);
  expect([sealed, refused]).toEqual([500, 400]);
  expect(new Set(Object.values(others))).toEqual(new Set(["done"]));
  const secrets = JSON.parse(readFileSync(secretsFile, "utf8")) as string[];
  const written = [
    { name: "stdout", text: stdout },
    { name: "stderr", text: stderr },
    ...[cwd, cache, scratch].flatMap(contentsOf),
  ];
  const leaks = leaksIn(written, secrets);
  expect(leaks).toEqual([]);
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => secret.length < 20)).toEqual([]);
  expect(written.map(({ name }) => name)).toEqual(
    expect.arrayContaining([join(cwd, "trace.jsonl"), join(cwd, "run.har")]),
  );
  const { header, exchanges } = await readTrace(join(cwd, "trace.jsonl"));
  expect(header.command?.at(-1)).toBe("--key=REDACTED");
  expect(operationsOf(exchanges)).toEqual([
    "azure-blob Container_Create",
    "azure-blob BlockBlob_Upload",
    "azure-blob Blob_Download",
    "azure-blob Blob_CopyFromURL",
    "azure-blob Service_SubmitBatch",
    "azure-blob Service_GetProperties",
    "azure-blob BlockBlob_Upload",
    "azure-blob Container_GetProperties",
    "azure-blob Service_GetUserDelegationKey",
    "azure-blob Blob_Download",
    "s3 CreateBucket",
    "s3 PutObject",
    "s3 CopyObject",
    "s3 GetObject",
    "dynamodb ListTables",
    "s3 GetObject",
  ]);
  expect(stderr).not.toContain("Warning");
});
