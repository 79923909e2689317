import { expect, test } from "vitest";
import type { ServiceName } from "../../../src/clouds/index.ts";
import { isCloudHost, redirectsOf } from "../../../src/lab/recording/redirects.ts";

const services: readonly ServiceName[] = ["azure-blob", "azure-queue", "azure-table", "s3", "dynamodb"];

function redirectOf(host: string): string | undefined {
  const proxied = services.map((service) => ({ service, plainEndpoint: `http://${service}.localhost:1` }));
  const reachable = services.map((service) => ({ service, endpoint: "http://127.0.0.1:2" }));
  const redirects = redirectsOf(
    [{ upstream: { name: "x", host: "127.0.0.1", port: 2 }, reachable }],
    proxied,
  );
  const found = Object.entries(redirects).find(([pattern]) =>
    new RegExp(`^${pattern.split("*").map(RegExp.escape).join(".*")}$`).test(host),
  );
  return found === undefined ? undefined : new URL(found[1]).hostname.split(".")[0];
}

test.each([
  ["s3.amazonaws.com", "s3"],
  ["photos.s3.eu-west-1.amazonaws.com", "s3"],
  ["s3-us-west-2.amazonaws.com", "s3"],
  ["photos.s3-us-west-2.amazonaws.com", "s3"],
  ["photos.s3-accelerate.amazonaws.com", "s3"],
  ["photos.s3-accelerate.dualstack.amazonaws.com", "s3"],
  ["s3.dualstack.eu-west-1.amazonaws.com", "s3"],
  ["photos.s3.cn-north-1.amazonaws.com.cn", "s3"],
  ["s3.us-west-2.api.aws", "s3"],
  ["dynamodb.eu-west-1.amazonaws.com", "dynamodb"],
  ["dynamodb.us-west-2.api.aws", "dynamodb"],
  ["dynamodb-fips.us-gov-west-1.amazonaws.com", "dynamodb"],
  ["111122223333.ddb.eu-west-1.amazonaws.com", "dynamodb"],
  ["dynamodb.cn-north-1.amazonaws.com.cn", "dynamodb"],
  ["acme.blob.core.windows.net", "azure-blob"],
  ["acme.blob.core.usgovcloudapi.net", "azure-blob"],
  ["acme.queue.core.chinacloudapi.cn", "azure-queue"],
  ["acme.z12.table.storage.azure.net", "azure-table"],
])("%s is led to %s", (host, service) => {
  expect(redirectOf(host)).toBe(service);
  expect(isCloudHost(host)).toBe(true);
});

test.each(["sts.eu-west-1.amazonaws.com", "management.azure.com", "acme.vault.azure.net", "s3.example.com"])(
  "%s is left alone",
  (host) => {
    expect(redirectOf(host)).toBeUndefined();
    expect(isCloudHost(host)).toBe(false);
  },
);
