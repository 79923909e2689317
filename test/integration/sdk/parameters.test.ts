import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Caller, clientsFor, interfaceOf } from "../../../src/clouds/index.ts";
import { inputArbitrary } from "../../../src/explore/index.ts";
import { type Input, isFixed, type Operation, scalarText } from "../../../src/model/index.ts";
import { type Arrived, answering } from "./server.ts";

const caller: Caller = { as: "owner", id: "devstoreaccount1", secret: Buffer.alloc(64).toString("base64") };

/** What is the SDK's own affair: its version of the service, and how bodies are framed. */
const own = new Set(["version", "dataServiceVersion", "contentLength", "multipartContentType"]);

/** Why the SDKs send some valid calls not at all. */
const reasons = new RegExp(
  [
    "must be used over HTTPS",
    "All operations in a transaction must target the same partitionKey",
    "Range.count must be larger than 0",
    "Unable to extract blobName and containerName",
  ].join("|"),
);

describe.each(["azure-blob", "azure-queue", "azure-table"] as const)("%s", (service) => {
  const { operations, types } = interfaceOf(service);

  test("every value that is given for a header or the query is on the wire", async () => {
    const { endpoint, arrived } = await answering(() => ({ status: 200 }));
    const clients = await clientsFor(service, { endpoint: `${endpoint}/devstoreaccount1`, caller });
    onTestFinished(() => clients[Symbol.dispose]());
    const lost: unknown[] = [];
    for (const operation of operations) {
      for (const input of fc.sample(inputArbitrary(operation, types), { numRuns: 6, seed: 7 })) {
        arrived.length = 0;

        const result = await clients.call(operation.name, input);

        if (result.kind === "masked") {
          if (!reasons.test(result.message)) lost.push([operation.name, result.message]);
        } else if (arrived[0] === undefined) lost.push([operation.name, result]);
        else lost.push(...missing(operation, input, arrived[0]));
      }
    }

    expect(lost).toEqual([]);
  });
});

/** The values that are not there, or not as they were given. */
function missing(operation: Operation, input: Input, { url, headers }: Arrived): unknown[] {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  return operation.parameters
    .filter((parameter) => !own.has(parameter.name) && !isFixed(operation.http, parameter))
    .flatMap(({ name, in: place, wire }) => {
      const value = input[name];
      if (value === undefined || scalarText(value) === "" || (place !== "header" && place !== "query")) return [];
      const sent = place === "header" ? headers[wire.toLowerCase()] : query.get(wire);
      return sent === scalarText(value) ? [] : [[operation.name, name, scalarText(value), sent]];
    });
}
