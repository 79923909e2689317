import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Caller,
  clientsFor,
  identify,
  interfaceOf,
  type ServiceName,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { inputArbitrary } from "../../../src/explore/index.ts";
import { type Input, isFixed, type Operation, scalarText } from "../../../src/model/index.ts";
import { type Arrived, answering } from "./server.ts";

const caller: Caller = { as: "owner", id: "devstoreaccount1", secret: Buffer.alloc(64).toString("base64") };

/** Why the SDKs send some valid calls not at all. */
const reasons = new RegExp(
  [
    "must be used over HTTPS",
    "All operations in a transaction must target the same partitionKey",
    "Range.count must be larger than 0",
    "Unable to extract blobName and containerName",
    "checksum algorithm .* is not supported by the client",
  ].join("|"),
);

describe.each(serviceNames)("%s", (service) => {
  const { operations, types } = interfaceOf(service);

  test("generated calls leave as the operations that they are, with every value", async () => {
    const { endpoint, arrived } = await answering(() => ({ status: 200 }));
    const path = service.startsWith("azure-") ? "/devstoreaccount1" : "";
    const clients = await clientsFor(service, { endpoint: endpoint + path, caller, patience: 5_000 });
    onTestFinished(() => clients[Symbol.dispose]());
    const wrong: unknown[] = [];
    for (const operation of operations) {
      for (const input of fc.sample(inputArbitrary(operation, types), { numRuns: 5, seed: 7 })) {
        arrived.length = 0;

        const result = await clients.call(operation.name, input);

        if (result.kind === "masked" && reasons.test(result.message)) continue;
        const [request] = arrived;
        if (request === undefined) wrong.push([operation.name, result]);
        else
          wrong.push(
            ...misnamed(service, operation, request),
            ...missing(service, operation, input, request),
          );
      }
    }

    expect(wrong).toEqual([]);
  });
});

test("what the SDK of queues puts into its options does not reach that of blobs", async () => {
  const { endpoint, arrived } = await answering(() => ({ status: 200 }));
  using _queues = await clientsFor("azure-queue", { endpoint: `${endpoint}/devstoreaccount1`, caller });
  using blobs = await clientsFor("azure-blob", { endpoint: `${endpoint}/devstoreaccount1`, caller });

  await blobs.call("Service_GetProperties", { timeout: 7 });

  expect(arrived.map(({ url }) => url)).toEqual([expect.stringMatching(/[?&]timeout=7$/)]);
});

function misnamed(service: ServiceName, operation: Operation, { method, url, headers }: Arrived): unknown[] {
  const written = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const found = identify({ method, url, headers: written }, { services: [service] });
  return found.operation === (operation.twinOf ?? operation.name) ? [] : [[operation.name, found]];
}

/** What is the SDK's own affair: its version of the service, and how bodies are framed. */
const own = new Set(["version", "dataServiceVersion", "contentLength", "multipartContentType"]);

/** The values that are not there, or not as they were given; Amazon's SDKs have a form of their own for each. */
function missing(
  service: ServiceName,
  operation: Operation,
  input: Input,
  { url, headers }: Arrived,
): unknown[] {
  if (!service.startsWith("azure-")) return [];
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  return operation.parameters
    .filter((parameter) => !own.has(parameter.name) && !isFixed(operation.http, parameter))
    .flatMap(({ name, in: place, wire }) => {
      const value = input[name];
      const isThere = value !== undefined && scalarText(value) !== "";
      if (!isThere || (place !== "header" && place !== "query")) return [];
      const sent = place === "header" ? headers[wire.toLowerCase()] : query.get(wire);
      return sent === scalarText(value) ? [] : [[operation.name, name, scalarText(value), sent]];
    });
}
