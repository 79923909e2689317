import { AzureNamedKeyCredential, generateTableSas } from "@azure/data-tables";
import { generateBlobSASQueryParameters, SASProtocol, StorageSharedKeyCredential } from "@azure/storage-blob";
import {
  generateQueueSASQueryParameters,
  StorageSharedKeyCredential as QueueKeyCredential,
  SASProtocol as QueueSASProtocol,
} from "@azure/storage-queue";
import { expect, test } from "vitest";
import { type AzureService, policySasCaller } from "../../../../src/clouds/index.ts";

const account = { id: "acme", secret: Buffer.from("the key of acme").toString("base64") };
const policy = { identifier: "touchstone", version: "2021-10-04" };

/** What the vendor's SDKs sign for a name, by the policy that is stored there. */
const signedBySdk: Readonly<Record<AzureService, (name: string) => string>> = {
  "azure-blob": (containerName) =>
    generateBlobSASQueryParameters(
      { ...policy, containerName, protocol: SASProtocol.HttpsAndHttp },
      new StorageSharedKeyCredential(account.id, account.secret),
    ).toString(),
  "azure-queue": (queueName) =>
    generateQueueSASQueryParameters(
      { ...policy, queueName, protocol: QueueSASProtocol.HttpsAndHttp },
      new QueueKeyCredential(account.id, account.secret),
    ).toString(),
  "azure-table": (name) =>
    generateTableSas(name, new AzureNamedKeyCredential(account.id, account.secret), {
      ...policy,
      protocol: "https,http",
    }),
};

test.each([
  ["azure-blob", "photos-2"],
  ["azure-queue", "jobs"],
  ["azure-table", "Users"],
] as const)("of %s, a signature by a stored policy is the one that the SDK makes", (service, name) => {
  const caller = policySasCaller(service, account, name);

  const own = Object.fromEntries(new URLSearchParams(caller.as === "sas" ? caller.sas : ""));
  const sdk = Object.fromEntries(new URLSearchParams(signedBySdk[service](name)));
  expect(own).toEqual(sdk);
  expect(Object.keys(own)).not.toContain("sp");
  expect(Object.keys(own)).not.toContain("se");
});
