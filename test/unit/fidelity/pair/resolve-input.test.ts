import { describe, expect, test } from "vitest";
import { type CallResult, operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import { type Past, resolveInput } from "../../../../src/fidelity/pair/resolve-input.ts";
import type { Input } from "../../../../src/model/index.ts";

function answer(headers: Record<string, string>, body = "", status = 200): CallResult {
  return { kind: "answered", via: "sdk", status, headers, body: Buffer.from(body), attempts: 1 };
}

function resolved(service: ServiceName, operation: string, input: Input, past: readonly Past[] = []): Input {
  const side = { service, endpoint: "http://127.0.0.1:1/acme", readSas: "sv=1&sig=x%3D" };
  return resolveInput(operationOf(service, operation), input, { side, past });
}

describe("a value from an answer", () => {
  test("is the one of the step that is named", () => {
    const past = [
      { operation: "Container_Create", result: answer({ etag: '"1"' }) },
      { operation: "Blob_AcquireLease", result: answer({ "x-ms-lease-id": "l-1" }, "", 201) },
    ];

    const input = resolved(
      "azure-blob",
      "Blob_SetMetadata",
      { leaseId: { $from: 1, at: "header x-ms-lease-id" } },
      past,
    );

    expect(input).toEqual({ leaseId: "l-1" });
  });

  test("is a number where the parameter is one, at any depth", () => {
    const past = [{ operation: "UploadPart", result: answer({ etag: '"e"', "x-amz-part": "3" }) }];
    const parts = {
      Parts: [{ ETag: { $from: 0, at: "header ETag" }, PartNumber: { $from: 0, at: "header x-amz-part" } }],
    };

    const input = resolved("s3", "CompleteMultipartUpload", { MultipartUpload: parts }, past);

    expect(input).toEqual({ MultipartUpload: { Parts: [{ ETag: '"e"', PartNumber: 3 }] } });
  });

  test.each<[string, Past[]]>([
    [
      "was refused",
      [{ operation: "Blob_AcquireLease", result: answer({ "x-ms-lease-id": "l-1" }, "", 409) }],
    ],
    ["gave nothing", [{ operation: "Blob_AcquireLease", result: answer({}, "", 201) }]],
    [
      "was not sent",
      [{ operation: "Blob_AcquireLease", result: { kind: "masked", via: "sdk", message: "no" } }],
    ],
    ["is not there", []],
  ])("is one that exists nowhere if the step %s", (_, past) => {
    const input = resolved(
      "azure-blob",
      "Blob_SetMetadata",
      { leaseId: { $from: 0, at: "header x-ms-lease-id" } },
      past,
    );

    expect(input).toEqual({ leaseId: "00000000-dead-4000-8000-000000000000" });
  });
});

test("an address is the side's own, and signed where it is asked for", () => {
  const plain = { $endpoint: "/photos/a.png" };
  const signed = { $endpoint: "/photos/a.png", signed: true };
  const snapshot = { $endpoint: "/photos/a.png?snapshot=1", signed: true };
  const copied = (copySource: object) =>
    resolved("azure-blob", "Blob_CopyFromURL", { copySource })["copySource"];

  expect([plain, signed, snapshot].map(copied)).toEqual([
    "http://127.0.0.1:1/acme/photos/a.png",
    "http://127.0.0.1:1/acme/photos/a.png?sv=1&sig=x%3D",
    "http://127.0.0.1:1/acme/photos/a.png?snapshot=1&sv=1&sig=x%3D",
  ]);
});

test("all else stays as it is", () => {
  const input = { Item: { id: { B: new Uint8Array([1]) }, n: { N: "1" } }, Limit: 3, flag: null };

  expect(resolved("dynamodb", "PutItem", input)).toEqual(input);
});
