import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identify, interfaceOf, type ServiceName, serviceNames } from "../../../src/clouds/index.ts";
import { inputArbitrary } from "../../../src/explore/index.ts";
import { defaultInput, type HttpRequest, validate, writeRequest } from "../../../src/model/index.ts";
import { paperOperations } from "./paper-operations.ts";

/** What is known of the service from outside the request's own shape: nothing but its public host. */
const publicHosts: Record<ServiceName, string> = {
  "azure-blob": "https://acme.blob.core.windows.net",
  "azure-queue": "https://acme.queue.core.windows.net",
  "azure-table": "https://acme.table.core.windows.net",
  s3: "https://s3.eu-west-1.amazonaws.com",
  dynamodb: "https://dynamodb.eu-west-1.amazonaws.com",
};

/** The same on loopback, path-style, where only the caller knows which service listens. */
function onLoopback(service: ServiceName): string {
  return service.startsWith("azure-") ? "http://127.0.0.1:40001/devstoreaccount1" : "http://127.0.0.1:40001";
}

/** Resources that DynamoDB takes from S3 and from Kinesis. */
const ofOthers = ["bucket", "kinesisStream"];

function at(base: string, request: HttpRequest): HttpRequest {
  return { ...request, url: `${base}${request.url}` };
}

describe.each(serviceNames)("%s", (service) => {
  const { operations, types, madeOf = {} } = interfaceOf(service);
  const inFull = operations.filter(({ detail }) => detail === "full");

  test("has all operations that the paper counts, each in full", () => {
    const names = inFull.map(({ name }) => name);

    expect(paperOperations[service].filter((name) => !names.includes(name))).toEqual([]);
  });

  test("says for every operation in full what a caller must show", () => {
    const silent = inFull
      .filter(
        ({ authorization: { by, rights } }) => rights.length === 0 && by !== "account-key" && by !== "token",
      )
      .map(({ name }) => name);

    expect(silent).toEqual([]);
  });

  test("has a producer, or a way of making it, for every resource that is consumed", () => {
    const producible = new Set([
      ...operations.flatMap(({ produces }) => Object.keys(produces)),
      ...Object.keys(madeOf),
      ...ofOthers,
    ]);
    const orphans = operations.flatMap(({ consumes }) => Object.keys(consumes));

    expect([...new Set(orphans)].filter((resource) => !producible.has(resource))).toEqual([]);
  });

  test("is plain data", () => {
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
    expect(JSON.parse(JSON.stringify(types))).toEqual(types);
  });

  test("names faults for every operation in full, each with a status of its own kind", () => {
    const unnamed = inFull.filter(({ faults }) => faults.length === 0).map(({ name }) => name);
    const odd = inFull.flatMap(({ faults }) => faults).filter(({ status }) => status < 300 || status > 599);

    expect({ unnamed, odd }).toEqual({ unnamed: [], odd: [] });
  });

  test.each(operations)("$name: the default request is this operation's and no other's", (operation) => {
    const request = writeRequest(operation, defaultInput(operation, types), types);
    const expected = { service, operation: operation.twinOf ?? operation.name };

    expect(identify(at(publicHosts[service], request))).toEqual(expected);
    expect(identify(at(onLoopback(service), request), { services: [service] })).toEqual(expected);
    expect(onlyRightOrOpen(identify(at(onLoopback(service), request)), expected)).toBe(true);
  });

  test.each(inFull)("$name: default values satisfy their types", (operation) => {
    const input = defaultInput(operation, types);
    const problems = operation.parameters
      .filter(({ name }) => input[name] !== undefined)
      .flatMap(({ name, type }) => validate(type, input[name], types, name));

    expect(problems).toEqual([]);
  });

  test.each(inFull)(
    "$name: any request with allowed values is this operation's and no other's",
    (operation) => {
      const expected = { service, operation: operation.twinOf ?? operation.name };

      fc.assert(
        fc.property(inputArbitrary(operation, types), (input) => {
          const request = writeRequest(operation, input, types);

          expect(identify(at(publicHosts[service], request))).toEqual(expected);
          expect(identify(at(onLoopback(service), request), { services: [service] })).toEqual(expected);
        }),
        { numRuns: 25 },
      );
    },
  );
});

/** Without any hint a request may stay open, but it must never be taken for another. */
function onlyRightOrOpen(
  found: ReturnType<typeof identify>,
  expected: { service: string; operation: string },
): boolean {
  return (
    found.operation === null || (found.service === expected.service && found.operation === expected.operation)
  );
}
