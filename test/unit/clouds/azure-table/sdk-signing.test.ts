import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signReadily } from "../../../../src/clouds/azure-table/sdk-signing.ts";

const signer = { id: "devstoreaccount1", key: Buffer.from("the key of nobody").toString("base64") };
const endpoint = `http://127.0.0.1:10002/${signer.id}`;

/** What a call sends, signed by the SDK itself or by us, at a given time or at any. */
async function sent(
  isOurs: boolean,
  call: (table: TableClient, service: TableServiceClient) => Promise<unknown>,
  date?: string,
): Promise<Readonly<Record<string, string>>> {
  const requests: Record<string, string>[] = [];
  const credential = new AzureNamedKeyCredential(signer.id, signer.key);
  const options = {
    allowInsecureConnection: true,
    additionalPolicies: [
      {
        position: "perCall" as const,
        policy: {
          name: "sameEachTime",
          sendRequest: (request, next) => {
            request.headers.set("x-ms-client-request-id", "1");
            if (date !== undefined) request.headers.set("x-ms-date", date);
            return next(request);
          },
        } satisfies Parameters<TableClient["pipeline"]["addPolicy"]>[0],
      },
    ],
    httpClient: {
      sendRequest: (request: { headers: { toJSON(options: object): Record<string, string> } }) => {
        requests.push(request.headers.toJSON({ preserveCase: true }));
        return Promise.reject(new Error("nothing is sent"));
      },
    },
  };
  const table = new TableClient(endpoint, "photos", credential, options);
  const service = new TableServiceClient(endpoint, credential, options);
  if (isOurs) for (const { pipeline } of [table, service]) signReadily(pipeline, signer);
  await expect(call(table, service)).rejects.toThrow("nothing is sent");
  return requests[0] ?? {};
}

const date = "Sun, 15 Nov 2026 10:00:00 GMT";

test("what is sent is the same as if the SDK had signed it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), fc.string(), async (partitionKey, rowKey) => {
      const get = (table: TableClient) => table.getEntity(partitionKey, rowKey);
      const put = (table: TableClient) => table.upsertEntity({ partitionKey, rowKey, name: "Zoë" }, "Merge");

      expect(await sent(true, get, date)).toEqual(await sent(false, get, date));
      expect(await sent(true, put, date)).toEqual(await sent(false, put, date));
    }),
    { numRuns: 40 },
  );
});

test.each<[string, Parameters<typeof sent>[1]]>([
  ["what the account is set to", (_, service) => service.getProperties()],
  ["the policies of a table", (table) => table.getAccessPolicy()],
  ["a list of tables", (_, service) => service.listTables().next()],
])("so is what asks for %s", async (_, call) => {
  const own = await sent(true, call, date);

  expect(own).toEqual(await sent(false, call, date));
  expect(own["authorization"]).toMatch(/^SharedKeyLite devstoreaccount1:/);
});

test("a request without a date has that of now", async () => {
  const { "x-ms-date": now = "" } = await sent(true, (_, service) => service.getProperties());

  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
});
