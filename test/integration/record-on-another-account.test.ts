import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "../e2e/command.ts";
import { emptyFolder } from "../e2e/little-project.ts";
import { contentsOf, leaksIn } from "../leaks.ts";
import { startOtherAzurite } from "./azure-another-account/other-azurite.ts";

const program = join(import.meta.dirname, "programs/album.ts");

function projectWith(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-cloud-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "touchstone.config.ts"), config);
  return folder;
}

test("a command is recorded on another account, and sees only its own", { timeout: 120_000 }, async () => {
  await using other = await startOtherAzurite("otheraccount7");
  const authority = mkdtempSync(join(tmpdir(), "touchstone-authority-"));
  onTestFinished(() => rmSync(authority, { recursive: true }));
  writeFileSync(join(authority, "ca.pem"), other.authority);
  const endpoint = `https://127.0.0.1:${other.ports["azure-blob"]}/${other.account}`;
  const folder = projectWith(
    `export default { services: { "azure-blob": { cloud: { account: "${other.account}", key: { env: "OTHER_KEY" }, endpoint: "${endpoint}" } } } };`,
  );
  const [cache, scratch] = [emptyFolder(), emptyFolder()];
  const env = {
    ...{ OTHER_KEY: other.key, NODE_EXTRA_CA_CERTS: join(authority, "ca.pem") },
    ...{ TOUCHSTONE_CACHE: cache, TMPDIR: scratch },
  };
  const command = ["--", process.execPath, program];

  const there = await touchstone(
    [
      "record",
      "azure-blob",
      "--cloud",
      "--out",
      "there.jsonl",
      "--har",
      "there.har",
      "--verbose",
      ...command,
    ],
    "",
    {
      cwd: folder,
      env,
    },
  );
  const here = await touchstone(["record", "azure-blob", "--out", "here.jsonl", ...command], "", {
    cwd: folder,
    env,
  });

  expect(there).toMatchObject({ code: 0 });
  expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout));
  expect(JSON.parse(there.stdout)).toMatchObject({
    containers: ["photos"],
    blobs: ["a.txt", "b.txt"],
    deleted: 2,
  });
  expect(there.stderr).toMatch(/photos → photos-ts[0-9a-f]{8}001/);
  const written = [
    { name: "stdout", text: there.stdout + here.stdout },
    { name: "stderr", text: there.stderr + here.stderr },
    ...[folder, cache, scratch].flatMap(contentsOf),
  ];
  expect(written.map(({ name }) => name)).toContain(join(folder, "there.har"));
  expect(leaksIn(written, [other.key])).toEqual([]);
  const trace = readFileSync(join(folder, "there.jsonl"), "utf8");
  const sentTo = trace
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => (JSON.parse(line) as { sentTo?: string }).sentTo);
  expect(new Set(sentTo)).toEqual(new Set([new URL(endpoint).origin]));
});

test("a secret of the config is taken out of a trace on emulators, too", { timeout: 60_000 }, async () => {
  const secret = "a-secret-that-only-the-config-knows";
  const folder = projectWith(
    `export default { services: { "azure-blob": { cloud: { account: "acme", key: "${secret}" } } } };`,
  );
  writeFileSync(
    join(folder, "send.mjs"),
    `const url = process.env.AZURE_STORAGE_CONNECTION_STRING.match(/BlobEndpoint=([^;]*)/)[1];
await fetch(url + "/photos?restype=container", { headers: { "x-note": "${secret}" } });`,
  );

  const { code } = await touchstone(
    ["record", "azure-blob", "--out", "trace.jsonl", "--", process.execPath, "send.mjs"],
    "",
    { cwd: folder },
  );

  const trace = readFileSync(join(folder, "trace.jsonl"), "utf8");
  expect(code).toBe(0);
  expect(trace).toContain("x-note");
  expect(leaksIn([{ name: "trace", text: trace }], [secret])).toEqual([]);
});

test("what a client has not signed rightly is not let in on the other account either", {
  timeout: 120_000,
}, async () => {
  await using other = await startOtherAzurite("otheraccount7");
  const authority = mkdtempSync(join(tmpdir(), "touchstone-authority-"));
  onTestFinished(() => rmSync(authority, { recursive: true }));
  writeFileSync(join(authority, "ca.pem"), other.authority);
  const endpoint = `https://127.0.0.1:${other.ports["azure-blob"]}/${other.account}`;
  const folder = projectWith(
    `export default { services: { "azure-blob": { cloud: { account: "${other.account}", key: { env: "OTHER_KEY" }, endpoint: "${endpoint}" } } } };`,
  );

  const { stdout, stderr } = await touchstone(
    [
      "record",
      "azure-blob",
      "--cloud",
      "--",
      process.execPath,
      join(import.meta.dirname, "programs/forger.ts"),
    ],
    "",
    { cwd: folder, env: { OTHER_KEY: other.key, NODE_EXTRA_CA_CERTS: join(authority, "ca.pem") } },
  );

  expect(stderr).not.toContain("TouchstoneError");
  expect(JSON.parse(stdout)).toEqual({ wrongKey: 403, sas: 200, widened: 403 });
});

test.each([
  [`{}`, "the config names no account for azure-blob"],
  [`{ cloud: { account: "acme", key: { env: "NOT_SET_AT_ALL" } } }`, "NOT_SET_AT_ALL, which is not set"],
  [`{ cloud: { account: "acme", key: "a2V5" } }`, "nothing is sent to acme.blob.core.windows.net"],
  [`{ cloud: { account: "acme" } }`, "there are no credentials for the account acme"],
  [`{ cloud: { account: "Acme!" } }`, "services.azure-blob.cloud.account: must be an account's name"],
])("nothing is sent where the config does not say so: %s", async (settings, problem) => {
  const folder = projectWith(`export default { services: { "azure-blob": ${settings} } };`);

  const { code, stderr } = await touchstone(["record", "--cloud", "--", process.execPath, program], "", {
    cwd: folder,
    env: { AZURE_STORAGE_ACCOUNT: undefined, AZURE_STORAGE_CONNECTION_STRING: undefined },
  });

  expect(code).toBe(2);
  expect(stderr).toContain(problem);
});

test("Amazon's services need an account's number, its hosts and credentials of the same", async () => {
  const run = async (config: string) => {
    const folder = projectWith(`export default ${config};`);
    const env = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "a-secret-of-mine" };
    return touchstone(["record", "s3", "--cloud", "--", process.execPath, "-e", "0"], "", {
      cwd: folder,
      env,
    });
  };

  const unnamed = await run(`{ services: { s3: { cloud: { region: "eu-west-1" } } } }`);
  const notAllowed = await run(
    `{ services: { s3: { cloud: { region: "eu-west-1", account: "123456789012" } } } }`,
  );

  expect(unnamed.stderr).toContain("nothing is sent to s3.eu-west-1.amazonaws.com without a named account");
  expect(notAllowed.stderr).toContain("s3.eu-west-1.amazonaws.com is not this machine");
  expect(unnamed.stderr + notAllowed.stderr).not.toContain("a-secret-of-mine");
  expect([unnamed.code, notAllowed.code]).toEqual([2, 2]);
});
