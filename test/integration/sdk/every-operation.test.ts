import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Clients,
  clientsFor,
  interfaceOf,
  operationOf,
  routeOf,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { defaultInput } from "../../../src/model/index.ts";
import { exampleInput } from "../sdk-calls.ts";
import { type Recorded, startRecorded } from "./emulators.ts";

/** What no SDK reaches, as the vendors' documentation has it. */
const unreached: Readonly<Record<string, readonly string[]>> = {
  "azure-blob": [
    "Blob_GetAccountInfoWithHead",
    "Blob_SetExpiry",
    "Container_GetAccountInfoWithHead",
    "Container_GetPropertiesWithHead",
    "Service_GetAccountInfoWithHead",
  ],
  "azure-queue": ["Queue_GetAccessPolicyWithHead", "Queue_GetPropertiesWithHead"],
  "azure-table": [],
  s3: [
    "GetBucketLifecycle",
    "GetBucketNotification",
    "PostObject",
    "PutBucketLifecycle",
    "PutBucketNotification",
  ],
  dynamodb: [],
};

let emulators: Awaited<ReturnType<typeof startRecorded>>;
beforeAll(async () => {
  emulators = await startRecorded(serviceNames);
});
afterAll(() => emulators.stop());

describe.each(serviceNames)("%s", (service) => {
  const { operations, types } = interfaceOf(service);
  let there: Recorded;
  let clients: Clients;
  beforeAll(async () => {
    there = emulators.recorded(service);
    clients = await clientsFor(service, { endpoint: there.endpoint, caller: there.owner });
  });
  afterAll(() => clients[Symbol.dispose]());

  test("is reached by its SDK but for what is known", () => {
    const raw = operations.map(({ name }) => name).filter((name) => routeOf(service, name) === "raw");

    expect(raw.toSorted()).toEqual(unreached[service]);
  });

  test.each(operations.map(({ name }) => name))(
    "%s leaves as the operation that it is, and is answered",
    async (name) => {
      const operation = operationOf(service, name);

      const result = await clients.call(name, exampleInput(service, operation));

      const exchanges = await there.taken();
      const named = new Set(exchanges.map((exchange) => exchange.operation));
      expect([...named]).toEqual([operation.twinOf ?? name]);
      expect(result).toMatchObject({
        kind: "answered",
        via: routeOf(service, name),
        attempts: exchanges.length,
        status: exchanges.at(-1)?.response?.status,
      });
    },
  );

  test("is let in by our own signature too, for every operation", async () => {
    const refused: string[] = [];
    for (const operation of operations) {
      const result = await clients.call(operation.name, defaultInput(operation, types), { via: "raw" });

      const [exchange] = await there.taken();
      expect(exchange?.operation).toBe(operation.twinOf ?? operation.name);
      const isForTokens = operation.authorization.by === "token";
      if (result.kind !== "answered" || (result.status === 403 && !isForTokens)) refused.push(operation.name);
    }

    expect(refused).toEqual([]);
  });
});
