import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  odata,
  TableClient,
  TableServiceClient,
} from "@azure/data-tables";
import { expect, test } from "vitest";
import {
  addressOf,
  emulator,
  expectNothingOf,
  forwarderFor,
  type Overrides,
  refusals,
  rewriterOf,
  signed,
  soon,
  styles,
  useOtherAccount,
  wrongKey,
} from "./setting.ts";

const setting = useOtherAccount();
const tableKey = new AzureNamedKeyCredential(emulator.account, emulator.key);
const tableOptions = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

async function tables(overrides: Overrides = {}) {
  const forwarder = await forwarderFor(setting, "azure-table", overrides);
  const table = (name: string) => new TableClient(addressOf(forwarder), name, tableKey, tableOptions);
  return { forwarder, table, client: new TableServiceClient(addressOf(forwarder), tableKey, tableOptions) };
}

test.each(styles)("entities come and go, with the account in the %s", async (style) => {
  const { forwarder, client, table } = await tables({ style });
  const keys = { partitionKey: "o'clock, (noon)", rowKey: "a=b" };
  const photos = table("photos");

  await client.createTable("photos");
  await photos.createEntity({ ...keys, color: "red", TableName: "mine", size: 3 });
  await photos.upsertEntity({ ...keys, color: "blue" }, "Merge");
  const entity = await photos.getEntity(keys.partitionKey, keys.rowKey);
  const found = await Array.fromAsync(
    photos.listEntities({ queryOptions: { filter: odata`color eq ${"blue"}` } }),
  );
  await photos.deleteEntity(keys.partitionKey, keys.rowKey);

  expect(entity).toMatchObject({ ...keys, color: "blue", TableName: "mine", size: 3 });
  expect(entity["odata.metadata"]).toBe(`${addressOf(forwarder)}/$metadata#photos/@Element`);
  expect(found).toHaveLength(1);
  expectNothingOf(setting, forwarder);
});

test("a transaction's addresses are the other account's, and its answers the client's", async () => {
  const { forwarder, client, table } = await tables();
  const photos = table("photos");
  await client.createTable("photos");
  const keys = { partitionKey: "p" };

  const done = await photos.submitTransaction([
    ["create", { ...keys, rowKey: "1", text: "ü" }],
    ["upsert", { ...keys, rowKey: "2" }, "Replace"],
  ]);
  const failed = photos.submitTransaction([
    ["create", { ...keys, rowKey: "3" }],
    ["create", { ...keys, rowKey: "1" }],
  ]);

  expect(done.status).toBe(202);
  expect(done.subResponses.map(({ status }) => status)).toEqual([204, 204]);
  await expect(failed).rejects.toMatchObject({ statusCode: 409 });
  const stored = await Array.fromAsync(photos.listEntities());
  expect(stored.map(({ rowKey, text }) => [rowKey, text])).toEqual([
    ["1", "ü"],
    ["2", undefined],
  ]);
  expectNothingOf(setting, forwarder);
});

test("tables are listed by the test's own names, filtered and page by page", async () => {
  const { forwarder, client } = await tables();
  for (const name of ["photos", "photosold", "albums"]) await client.createTable(name);
  forwarder.by = { tier: 1, file: "a.test.ts", test: "second" };
  await client.createTable("photos");
  forwarder.by = { tier: 1, file: "a.test.ts", test: "first" };
  const listed = async (filter?: string) =>
    (await Array.fromAsync(client.listTables(filter === undefined ? {} : { queryOptions: { filter } }))).map(
      ({ name }) => name,
    );
  const paged: (string | undefined)[] = [];
  for await (const page of client.listTables().byPage({ maxPageSize: 1 })) {
    paged.push(...page.map(({ name }) => name));
  }

  expect(await listed()).toEqual(["albums", "photos", "photosold"]);
  expect(paged.toSorted()).toEqual(["albums", "photos", "photosold"]);
  expect(await listed("TableName eq 'photos'")).toEqual(["photos"]);
  expect(await listed("TableName ge 'photos' and TableName lt 'photosp'")).toEqual(["photosold"]);
  await client.deleteTable("albums");
  expect(await listed()).toEqual(["photos", "photosold"]);
  expectNothingOf(setting, forwarder);
});

test("a Location that is followed leads to the entity", async () => {
  const { forwarder, client, table } = await tables();
  await client.createTable("Photos");
  await table("photos").submitTransaction([["create", { partitionKey: "p", rowKey: "r" }]]);
  const answered = forwarder.forwarded.at(-1)?.body ?? "";
  const location = /^Location: (.*?)\r?$/m.exec(answered)?.[1] ?? "";

  const followed = await signed(forwarder, "GET", location.replace(addressOf(forwarder), ""));
  const read = (await followed.json()) as Record<string, string>;

  expect(location).toBe(`${addressOf(forwarder)}/Photos(PartitionKey='p',RowKey='r')`);
  expect(read).toMatchObject({
    PartitionKey: "p",
    "odata.id": location,
    "odata.editLink": "Photos(PartitionKey='p',RowKey='r')",
    "odata.type": `${emulator.account}.Photos`,
  });
  expectNothingOf(setting, forwarder);
});

test("SAS of tables and accounts are signed anew; wrong keys are refused", async () => {
  const { forwarder, client, table } = await tables();
  await client.createTable("Photos");
  const byPolicy = generateTableSas("Photos", tableKey, { identifier: "readers" });
  await table("Photos").setAccessPolicy([
    { id: "readers", accessPolicy: { start: new Date(0), expiry: soon, permission: "r" } },
  ]);
  const ofTable = generateTableSas("Photos", tableKey, {
    permissions: { add: true, query: true },
    expiresOn: soon,
    startPartitionKey: "a",
    endPartitionKey: "z",
  });
  const ofAccount = generateAccountSas(tableKey, {
    services: { table: true },
    permissions: { list: true, query: true },
    expiresOn: soon,
  });
  const withSas = (sas: string) =>
    new TableClient(addressOf(forwarder), "Photos", new AzureSASCredential(sas), tableOptions);
  const entity = { partitionKey: "p", rowKey: "r" };

  await withSas(ofTable).createEntity(entity);
  const read = await withSas(byPolicy).getEntity("p", "r");
  const service = new TableServiceClient(
    addressOf(forwarder),
    new AzureSASCredential(ofAccount),
    tableOptions,
  );
  const listed = await Array.fromAsync(service.listTables());

  expect(read).toMatchObject(entity);
  expect(listed.map(({ name }) => name)).toEqual(["Photos"]);
  await expect(withSas(ofTable).deleteEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
  forwarder.rewriter = rewriterOf(setting, "azure-table", {
    credential: wrongKey(),
  });
  await expect(withSas(ofTable).getEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
  await expect(table("Photos").getEntity("p", "r")).rejects.toMatchObject({ statusCode: 403 });
  expectNothingOf(setting, forwarder);
});

test("a table that exists is never deleted", async () => {
  const { forwarder, client } = await tables();

  await client.deleteTable("ledger").catch(() => {});
  await signed(forwarder, "POST", "/Tables('ledger')", undefined, { "X-HTTP-Method": "DELETE" });

  expect(refusals(forwarder)).toHaveLength(2);
  expect(forwarder.forwarded.every(({ sent }) => sent === undefined)).toBe(true);
});
