import { AzureNamedKeyCredential, generateAccountSas, generateTableSas } from "@azure/data-tables";
import {
  AccountSASPermissions,
  BlobSASPermissions,
  ContainerSASPermissions,
  generateAccountSASQueryParameters,
  generateBlobSASQueryParameters,
  SASProtocol,
  StorageSharedKeyCredential,
} from "@azure/storage-blob";
import {
  generateQueueSASQueryParameters,
  StorageSharedKeyCredential as QueueKeyCredential,
  QueueSASPermissions,
} from "@azure/storage-queue";
import { describe, expect, test } from "vitest";
import { queryValue, readQuery } from "../../../../src/clouds/azure-account/raw-query.ts";
import { sasText, signSas, whyNotSigned } from "../../../../src/clouds/azure-account/sas.ts";
import type { AzureService } from "../../../../src/clouds/index.ts";

const account = "acme";
const key = Buffer.from("the key of acme").toString("base64");
const blobKey = new StorageSharedKeyCredential(account, key);
const tableKey = new AzureNamedKeyCredential(account, key);
const startsOn = new Date("2026-01-31T10:00:00Z");
const expiresOn = new Date("2026-02-28T10:00:00Z");
const common = {
  startsOn,
  expiresOn,
  protocol: SASProtocol.Https,
  ipRange: { start: "10.0.0.1", end: "10.0.0.9" },
};

function expectSigned(sas: string, service: AzureService, path: string): void {
  const query = readQuery(sas);
  const unsigned = readQuery(sas.replace(/sig=[^&]*/, "sig=AAAA"));

  const signed = signSas(unsigned, { service, account, path }, key);

  expect(whyNotSigned(query)).toBeUndefined();
  expect(queryValue(signed, "sig")).toBe(queryValue(query, "sig"));
}

const versions = [
  "2015-04-05",
  "2017-11-09",
  "2018-03-28",
  "2018-11-09",
  "2019-12-12",
  "2020-02-10",
  "2020-08-04",
  "2020-12-06",
  "2022-11-02",
  "2025-07-05",
  undefined,
];

describe.each(versions)("version %s", (given) => {
  const version = given === undefined ? {} : { version: given };
  const isFrom = (first: string) => given === undefined || given >= first;
  /** A test of what there is from a version on. */
  const from = (first: string, name: string, run: () => void) => {
    if (isFrom(first)) test(name, run);
  };
  const blob = {
    ...common,
    ...version,
    containerName: "photos",
    blobName: "2024/a b+ü.jpg",
    permissions: BlobSASPermissions.parse("rw"),
    contentDisposition: 'attachment; filename="a b.jpg"',
    cacheControl: "no-cache",
  };
  const path = "/photos/2024/a%20b%2B%C3%BC.jpg";

  test("a blob, by its rights and by a stored policy", () => {
    expectSigned(generateBlobSASQueryParameters(blob, blobKey).toString(), "azure-blob", path);
    const byPolicy = { ...version, containerName: "photos", blobName: "a", identifier: "readers" };
    expectSigned(generateBlobSASQueryParameters(byPolicy, blobKey).toString(), "azure-blob", "/photos/a");
  });

  test("a container, for itself and for a blob in it", () => {
    const { blobName: _, ...container } = blob;
    const sas = generateBlobSASQueryParameters(
      { ...container, permissions: ContainerSASPermissions.parse("rl") },
      blobKey,
    ).toString();

    expectSigned(sas, "azure-blob", "/photos");
    expectSigned(`${sas}&snapshot=2026-01-31T10:00:00.0000000Z`, "azure-blob", path);
  });

  from("2018-11-09", "a snapshot", () => {
    const snapshotTime = "2026-01-31T10:00:00.1234567Z";
    const sas = generateBlobSASQueryParameters({ ...blob, snapshotTime }, blobKey).toString();

    expectSigned(`snapshot=${snapshotTime}&${sas}`, "azure-blob", path);
  });

  from("2019-12-12", "a version of a blob", () => {
    const versionId = "2026-01-31T10:00:00.1234567Z";
    const sas = generateBlobSASQueryParameters({ ...blob, versionId }, blobKey).toString();

    expectSigned(`versionid=${encodeURIComponent(versionId)}&${sas}`, "azure-blob", path);
  });

  from("2020-02-10", "a directory, for what is below it", () => {
    const directory = { ...blob, blobName: "2024/cats", isDirectory: true };
    const sas = generateBlobSASQueryParameters(directory, blobKey).toString();

    expectSigned(sas, "azure-blob", "/photos/2024/cats/persian/a.jpg");
  });

  from("2020-12-06", "an encryption scope", () => {
    const sas = generateBlobSASQueryParameters({ ...blob, encryptionScope: "scope" }, blobKey).toString();

    expectSigned(sas, "azure-blob", path);
  });

  test("an account", () => {
    const sas = generateAccountSASQueryParameters(
      {
        ...common,
        ...version,
        services: "bqt",
        resourceTypes: "sco",
        permissions: AccountSASPermissions.parse("rl"),
        ...(isFrom("2020-12-06") && { encryptionScope: "scope" }),
      },
      blobKey,
    ).toString();

    expectSigned(sas, "azure-blob", "/photos");
    expectSigned(sas, "azure-queue", "/jobs");
  });

  test("a queue", () => {
    const sas = generateQueueSASQueryParameters(
      { ...common, ...version, queueName: "jobs", permissions: QueueSASPermissions.parse("rap") },
      new QueueKeyCredential(account, key),
    ).toString();

    expectSigned(sas, "azure-queue", "/jobs/messages");
  });

  test("a table, its keys bounded", () => {
    const ofTable = generateTableSas("Photos", tableKey, {
      ...version,
      startsOn,
      expiresOn,
      permissions: { query: true },
      startPartitionKey: "a b",
      startRowKey: "1",
      endPartitionKey: "z",
      endRowKey: "9",
    });

    expectSigned(ofTable, "azure-table", "/Photos()");
  });
});

test("an account's tables, in the one version that their SDK signs as the service does", () => {
  const sas = generateAccountSas(tableKey, { expiresOn, services: { table: true } });

  expectSigned(sas, "azure-table", "/Tables");
});

test("texts from before 2015 lack the service's name, addresses and protocols", () => {
  const sas = (version: string) =>
    readQuery(`sv=${version}&sr=b&sp=r&se=2026-02-28&si=readers&rscc=no-cache`);
  const scope = { service: "azure-blob", account, path: "/photos/a" } as const;

  const old = ["r", "", "2026-02-28", "/acme/photos/a", "readers"];
  expect(sasText(sas("2012-02-12"), scope)).toBe([...old, "2012-02-12"].join("\n"));
  expect(sasText(sas("2014-02-14"), scope)).toBe(
    [...old, "2014-02-14", "no-cache", "", "", "", ""].join("\n"),
  );
});

test("a blob without a container is in the root container", () => {
  const query = readQuery("sv=2022-11-02&sr=b&sp=r&se=2026-02-28");

  expect(sasText(query, { service: "azure-blob", account, path: "/a.txt" })).toContain(
    "/blob/acme/$root/a.txt",
  );
});

test.each([
  ["sv=2022-11-02&skoid=x&sktid=y&sig=z", "user delegation key"],
  ["sp=r&sig=z", "version"],
  ["sv=2009-09-19&sig=z", "version"],
])("%s cannot be signed anew", (query, why) => {
  expect(whyNotSigned(readQuery(query))).toContain(why);
});
