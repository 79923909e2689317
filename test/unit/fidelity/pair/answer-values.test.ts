import { describe, expect, test } from "vitest";
import {
  type Answered,
  interfaceOf,
  operationOf,
  type ServiceName,
  serviceNames,
} from "../../../../src/clouds/index.ts";
import { answerBody, answerValue } from "../../../../src/fidelity/pair/answer-values.ts";
import { nowhere } from "../../../../src/fidelity/pair/nowhere.ts";
import { type Operation, type Type, validate } from "../../../../src/model/index.ts";
import { writeXml } from "../../../../src/model/xml.ts";

function answered(body: string, headers: Record<string, string> = {}, status = 200): Answered {
  return { kind: "answered", via: "sdk", status, headers, body: Buffer.from(body), attempts: 1 };
}

function valueIn(service: ServiceName, operation: string, answer: Answered, at: string): unknown {
  return answerValue(service, operationOf(service, operation), answer, at);
}

describe("what an answer gives", () => {
  test.each<[ServiceName, string, string, string, unknown]>([
    [
      "azure-blob",
      "Container_ListBlobFlatSegment",
      '<EnumerationResults ServiceEndpoint="http://x/" ContainerName="c"><Blobs><Blob><Name>a</Name></Blob>' +
        "<Blob><Name>a</Name><Snapshot>2024-01-31T10:00:00.1234567Z</Snapshot></Blob></Blobs></EnumerationResults>",
      "body Blobs.Blob[].Snapshot",
      "2024-01-31T10:00:00.1234567Z",
    ],
    [
      "azure-blob",
      "Container_ListBlobFlatSegment",
      "<EnumerationResults><NextMarker/></EnumerationResults>",
      "body NextMarker",
      undefined,
    ],
    [
      "azure-queue",
      "Messages_Dequeue",
      "<QueueMessagesList><QueueMessage><MessageId>1</MessageId><PopReceipt>r+/=</PopReceipt></QueueMessage></QueueMessagesList>",
      "body [].PopReceipt",
      "r+/=",
    ],
    [
      "azure-table",
      "Table_QueryEntities",
      '{"value":[{"PartitionKey":"p","RowKey":"0"}]}',
      "body value[].RowKey",
      "0",
    ],
    [
      "s3",
      "CreateMultipartUpload",
      "<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>",
      "body UploadId",
      "u-1",
    ],
    [
      "s3",
      "ListParts",
      "<ListPartsResult><Part><PartNumber>2</PartNumber></Part></ListPartsResult>",
      "body Parts[].PartNumber",
      2,
    ],
    ["dynamodb", "ListTables", '{"TableNames":["users","jobs"]}', "body TableNames[]", "users"],
    [
      "dynamodb",
      "Scan",
      '{"Items":[{"id":{"B":"AQI="},"tags":{"L":[{"S":"a"}]}}]}',
      "body Items[]",
      { id: { B: new Uint8Array([1, 2]) }, tags: { L: [{ S: "a" }] } },
    ],
  ])("in %s, to %s", (service, operation, body, at, expected) => {
    expect(valueIn(service, operation, answered(body), at)).toEqual(expected);
  });

  test("in a header, whatever its letters", () => {
    const answer = answered("", { "x-ms-lease-id": "l-1" }, 201);

    expect(valueIn("azure-blob", "Blob_AcquireLease", answer, "header X-Ms-Lease-Id")).toBe("l-1");
  });

  test("nothing, if it is a refusal or no document", () => {
    const refusal = answered("<Error/>", { "x-ms-lease-id": "l-1" }, 409);

    expect(valueIn("azure-blob", "Blob_AcquireLease", refusal, "header x-ms-lease-id")).toBeUndefined();
    expect(
      valueIn(
        "s3",
        "CopyObject",
        { ...answered("<Error/>", { "x-amz-version-id": "v-1" }), code: "InternalError" },
        "header x-amz-version-id",
      ),
    ).toBeUndefined();
    expect(valueIn("dynamodb", "ListTables", answered("oops"), "body TableNames[]")).toBeUndefined();
    expect(
      valueIn("azure-queue", "Messages_Dequeue", answered("<a><b>"), "body [].PopReceipt"),
    ).toBeUndefined();
  });

  test("only what the interface declares, and a bucket's location by its root", () => {
    const location = answered(
      '<?xml version="1.0"?><LocationConstraint xmlns="x">eu-west-1</LocationConstraint>',
    );
    const tables = answered('{"TableNames":[],"Surprise":1}');

    expect(answerBody("s3", operationOf("s3", "GetBucketLocation"), location)).toEqual({
      LocationConstraint: "eu-west-1",
    });
    expect(answerBody("dynamodb", operationOf("dynamodb", "ListTables"), tables)).toEqual({ TableNames: [] });
  });
});

/** A body in which something stands at the path. */
function bodyWith(service: ServiceName, { output }: Operation, path: string): string {
  const { types } = interfaceOf(service);
  const value = filled(output.body, path.match(/\[\]|[^.[\]]+/g) ?? [], types);
  const isJson = service === "dynamodb" || service === "azure-table";
  const isXml = !isJson || path.startsWith("[]");
  return isXml ? writeXml("Root", output.body, value, types) : JSON.stringify(value);
}

function filled(declared: Type, steps: readonly string[], types: Readonly<Record<string, Type>>): unknown {
  const [step, ...rest] = steps;
  if (declared.kind === "ref") return filled(types[declared.name] ?? { kind: "any" }, steps, types);
  if (declared.kind === "optional") return filled(declared.of, steps, types);
  if (step === undefined) return nowhere(declared, types);
  if (declared.kind === "array") return [filled(declared.items, rest, types)];
  if (declared.kind === "object")
    return { [step]: filled(declared.fields[step] ?? { kind: "any" }, rest, types) };
  return "something";
}

describe.each(serviceNames)("every producer of %s", (service) => {
  const produced = interfaceOf(service).operations.flatMap((operation) =>
    Object.values(operation.produces)
      .flat()
      .filter((at) => at.startsWith("body "))
      .map((at) => [operation.name, at] as const),
  );

  test.each(produced)("%s gives %s", (name, at) => {
    const operation = operationOf(service, name);
    const answer = answered(bodyWith(service, operation, at.slice(5)), {}, operation.output.status);

    expect(answerValue(service, operation, answer, at)).toBeDefined();
  });
});

describe.each(serviceNames)("what is nowhere in %s", (service) => {
  test("has the form of what it stands for", () => {
    const { operations, types } = interfaceOf(service);
    const consumed = operations.flatMap(({ name, parameters, consumes }) =>
      parameters
        .filter((parameter) => Object.values(consumes).flat().includes(parameter.name))
        .map((parameter) => ({ at: `${name} ${parameter.name}`, type: parameter.type })),
    );

    const odd = consumed.flatMap(({ at, type }) =>
      validate(type, nowhere(type, types), types).map(({ message }) => `${at} ${message}`),
    );

    expect(consumed.length).toBeGreaterThan(5);
    expect(odd).toEqual([]);
  });
});
