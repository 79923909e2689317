import { describe, expect, test } from "vitest";
import { interfaceOf, readCall, serviceNames } from "../../../src/clouds/index.ts";
import { array, defaultInput, object, optional, string, writeRequest } from "../../../src/model/index.ts";
import { readXml } from "../../../src/model/read-xml.ts";

describe.each(serviceNames)("the parameters of %s", (service) => {
  const { operations, types } = interfaceOf(service);
  const inFull = operations.filter(({ detail, twinOf }) => detail === "full" && twinOf === undefined);
  const base = service.startsWith("azure-")
    ? "http://127.0.0.1:40001/devstoreaccount1"
    : "http://127.0.0.1:40001";

  test.each(inFull)("of $name are read as they were written", (operation) => {
    const input = defaultInput(operation, types);
    const request = writeRequest(operation, input, types);

    const call = readCall(service, operation.name, { ...request, url: `${base}${request.url}` }, "path");

    // Where they are lists, what is written into one line is read as that line; lengths are the body's own.
    const plain = operation.parameters.filter(
      ({ name, in: place, wire, type }) =>
        place !== "headers" &&
        !(place === "body" && operation.bodyFormat !== "xml" && operation.bodyFormat !== "json") &&
        wire.toLowerCase() !== "content-length" &&
        (place === "field" || place === "body" || typeof input[name] !== "object") &&
        input[name] !== undefined &&
        type.kind !== "any",
    );
    const wanted = Object.fromEntries(plain.map(({ name }) => [name, input[name]]));
    const read = Object.fromEntries(plain.map(({ name }) => [name, call.input[name]]));
    expect(plainly(read)).toEqual(plainly(wanted));
  });
});

/** Bytes are base64 in documents, and what is not there is not told from what is undefined. */
function plainly(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, part: unknown) =>
      part instanceof Uint8Array ? Buffer.from(part).toString("base64") : part,
    ),
  );
}

test("what does not fit its type is kept as the text that it is", () => {
  const request = {
    method: "GET",
    url: "http://127.0.0.1:10001/devstoreaccount1/jobs/messages?numofmessages=many",
    headers: {},
  };

  const { input } = readCall("azure-queue", "Messages_Dequeue", request, "path");

  expect(input).toEqual({ queueName: "jobs", numberOfMessages: "many" });
});

test("keys of entities are read without their quotes, in whatever way they are encoded", () => {
  const request = {
    method: "DELETE",
    url: "http://127.0.0.1:10002/devstoreaccount1/users(PartitionKey='it''s%20a',RowKey='b%2Fc')",
    headers: { "if-match": "*" },
  };

  const { input } = readCall("azure-table", "Table_DeleteEntity", request, "path");

  expect(input).toMatchObject({ table: "users", partitionKey: "it's a", rowKey: "b/c", ifMatch: "*" });
});

test("who calls is told by the signature", () => {
  const caller = (url: string, headers = {}) =>
    readCall("azure-blob", "Blob_Download", { method: "GET", url, headers }, "path").caller;
  const blob = "http://127.0.0.1:10000/devstoreaccount1/photos/a.png";

  expect(caller(blob)).toBe("anonymous");
  expect(caller(`${blob}?sv=2021-10-04&sig=abc`)).toBe("sas");
  expect(caller(blob, { authorization: "Bearer abc" })).toBe("token");
  expect(caller(blob, { authorization: "SharedKey devstoreaccount1:abc" })).toBe("key");
});

test("a document is read by its type, also where it has more than that", () => {
  const type = object({ Rule: array(object({ Id: string(), Note: optional(string()) }), { flat: true }) });

  expect(readXml("<C><Rule><Id>a</Id><X/></Rule><Rule><Id>b</Id></Rule></C>", type)).toEqual({
    Rule: [{ Id: "a" }, { Id: "b" }],
  });
  expect(readXml("<C>", type)).toBeUndefined();
});
