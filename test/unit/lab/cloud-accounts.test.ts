import { afterEach, expect, test, vi } from "vitest";
import { callerAccount } from "../../../src/clouds/index.ts";
import { checkConfig } from "../../../src/lab/config/index.ts";
import { CloudAccounts, configSecrets } from "../../../src/lab/index.ts";
import { GrowingRedactor } from "../../../src/lab/recording/growing-redactor.ts";

afterEach(() => vi.unstubAllEnvs());

const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a-secret-of-some-length" };

function amazon(cloud: object, allowHosts: readonly string[] = ["amazonaws.com", "api.aws", "example.com"]) {
  const config = checkConfig(
    { services: { s3: { cloud: { region: "eu-west-1", ...keys, ...cloud } } }, allowHosts },
    "c",
  );
  return new CloudAccounts(config, ["s3"]);
}

test.each([
  "https://s3.dualstack.eu-west-1.amazonaws.com",
  "https://bucket.vpce-0a1b-2c3d.s3.eu-west-1.vpce.amazonaws.com",
  "https://s3.eu-west-1.api.aws",
])("an endpoint of Amazon's own can be used where the account is named: %s", (endpoint) => {
  expect(() => amazon({ endpoint, account: "111122223333" })).not.toThrow();
  expect(() => amazon({ endpoint })).toThrow(expect.objectContaining({ code: "TS_ACCOUNT_NOT_NAMED" }));
  expect(() => amazon({ endpoint, account: "111122223333" }, [])).toThrow(
    expect.objectContaining({ code: "TS_HOST_NOT_ALLOWED" }),
  );
});

test("an endpoint whose owner nobody can tell is refused in words", () => {
  expect(() => amazon({ endpoint: "https://s3.example.com", account: "111122223333" })).toThrow(
    expect.objectContaining({
      code: "TS_NO_IDENTITY",
      message: expect.stringContaining("none of Amazon's hosts"),
    }),
  );
});

test.each([
  ["eu-west-1", "sts.eu-west-1.amazonaws.com"],
  ["cn-north-1", "sts.cn-north-1.amazonaws.com.cn"],
  ["eusc-de-east-1", "sts.eusc-de-east-1.amazonaws.eu"],
])("whose the credentials are is asked in the region's own partition: %s", async (region, host) => {
  const asked = callerAccount({ region, credentials: keys, allowHosts: [] });

  await expect(asked).rejects.toMatchObject({ hint: expect.stringContaining(`"${host}"`) });
});

test("the secrets of a config are known, but for words that stand for one", () => {
  vi.stubEnv("ACME_KEY", "the-key-of-acme-in-a-variable");
  const signature = "c2lnbmF0dXJlIG9mIGFjbWU=";
  const services = {
    "azure-blob": { cloud: { account: "acme", key: { env: "ACME_KEY" } } },
    "azure-queue": { cloud: { account: "acme", key: { env: "NOT_SET_AT_ALL" } } },
    "azure-table": { cloud: { account: "acme", sas: `sp=r&sig=${encodeURIComponent(signature)}` } },
    dynamodb: { cloud: { region: "eu-west-1", accessKeyId: "test", secretAccessKey: "test" } },
  };

  const secrets = configSecrets(checkConfig({ services }, "c"));

  expect(secrets).toEqual([
    "the-key-of-acme-in-a-variable",
    `sp=r&sig=${encodeURIComponent(signature)}`,
    signature,
  ]);
  expect(amazon({ secretAccessKey: "test", endpoint: "http://127.0.0.1:4566" }).secrets).toEqual([]);
});

/** What is known as a secret where requests may be sent to the account, and where they are. */
function secretsWith(secretAccessKey: string) {
  const cloud = { endpoint: "http://127.0.0.1:9000", secretAccessKey };
  const services = { s3: { cloud: { region: "eu-west-1", ...keys, ...cloud } } };
  return { named: configSecrets(checkConfig({ services }, "c")), used: amazon(cloud).secrets };
}

test.each(["Sommer2024", "password", "us-east-1"])(
  "the credential of an account is a secret whatever it looks like: %s",
  (secret) => {
    expect(secretsWith(secret)).toEqual({ named: [secret], used: [secret] });
  },
);

test.each(["minioadmin", "minio123", "localstack", "pass123"])(
  "what stands in everybody's documents, or is too short for a secret, is none: %s",
  (placeholder) => {
    expect(secretsWith(placeholder)).toEqual({ named: [], used: [] });
  },
);

test.each(["a-token-that-a-command-prints", "Sommer2024"])(
  "a token is known as a secret before it is sent: %s",
  async (token) => {
    const print = [process.execPath, "-e", `process.stdout.write("${token}")`];
    const cloud = { account: "acme", token: print, endpoint: "https://127.0.0.1:1/acme" };
    const accounts = new CloudAccounts(checkConfig({ services: { "azure-blob": { cloud } } }, "c"), [
      "azure-blob",
    ]);
    const redactor = new GrowingRedactor([]);
    accounts.onSecret((secret) => redactor.learn(secret));

    const sent = await accounts.rewriters["azure-blob"]?.request(
      {
        method: "GET",
        target: "/devstoreaccount1/photos/a",
        headers: [["Authorization", "SharedKey devstoreaccount1:AAAA"]],
        origin: "http://127.0.0.1:2",
        by: { tier: 4 },
      },
      undefined,
    );

    expect(JSON.stringify(sent?.headers)).toContain(token);
    expect(redactor.text(`it is ${token}`)).toBe("it is REDACTED");
    expect(redactor.target(`/a/${token}`)).toBe("/a/REDACTED");
    expect(redactor.headers([["x-note", token]])).toEqual([["x-note", "REDACTED"]]);
  },
);
