import { describe, expect, test } from "vitest";
import { interfaceOf, type ServiceName } from "../../../../src/clouds/index.ts";
import type { Sequence, Step } from "../../../../src/explore/index.ts";
import { classify, impactOf } from "../../../../src/fidelity/findings/classify.ts";
import type { Discrepancy } from "../../../../src/fidelity/pair/performed.ts";

/** `201`, `404 BlobNotFound`, `400 - a message`, `-` for no answer. */
function said(text: string): { status: number | null; code: string | null; message: string | null } {
  const [, status = "", code = "-", message] = /^(\S+)(?: (\S+))?(?: (.*))?$/.exec(text) ?? [];
  return {
    status: status === "-" ? null : Number(status),
    code: code === "-" ? null : code,
    message: message ?? null,
  };
}

function parted(emulator: string, reference: string, more: Partial<Discrepancy> = {}): Discrepancy {
  const [here, there] = [said(emulator), said(reference)];
  return {
    step: 0,
    emulator: { status: here.status, code: here.code },
    reference: { status: there.status, code: there.code },
    differences: [],
    manifestation: "response",
    messages: { emulator: here.message, reference: there.message },
    ...more,
  };
}

function step(operation: string, input: Step["input"] = {}, more: Partial<Step> = {}): Step {
  return { operation, input, caller: "owner", tries: { kind: "valid" }, ...more };
}

function caused(
  service: ServiceName,
  sequence: Sequence,
  emulator: string,
  reference: string,
  more: Partial<Discrepancy> & { readonly dependsOnTime?: boolean } = {},
): string {
  const { dependsOnTime = false, ...rest } = more;
  const discrepancy = parted(emulator, reference, { step: sequence.length - 1, ...rest });
  const { rootCause, evidence } = classify({ sequence, discrepancy }, interfaceOf(service), dependsOnTime);
  return `${rootCause}: ${evidence}`;
}

const container = { containerName: "ts000001" };
const blob = { ...container, blob: "a" };

describe("the cause is", () => {
  test("a crash, where a process ended", () => {
    expect(
      caused("s3", [step("PutObject", { Bucket: "ts000001", Key: "a" })], "-", "200", { died: "emulator" }),
    ).toBe("crash: the process of the emulator ended");
  });

  test("a bug of the service, where the reference fails inside, but not where it is busy", () => {
    const sequence = [step("Blob_AcquireLease", { ...blob, duration: 15 })];

    expect(caused("azure-blob", sequence, "400 InvalidHeaderValue", "500 InternalError")).toBe(
      "service-bug: the reference failed: 500 InternalError",
    );
    expect(caused("azure-blob", sequence, "201", "503 ServerBusy")).not.toContain("service-bug");
    expect(caused("s3", [step("CopyObject")], "200", "200 InternalError")).toBe(
      "service-bug: the reference failed: 200 InternalError",
    );
  });

  test.each([
    "501 NotImplemented",
    "500 APINotImplemented Current API is not implemented yet.",
    "500 - Current API is not implemented yet. Please vote your wanted features.",
    "400 UnknownOperationException",
    "405 MethodNotAllowed The specified method is not allowed",
    "400 - Incoming URL doesn't match any of swagger defined request patterns.",
  ])("that it is not implemented, whatever the status: %s", (emulator) => {
    expect(caused("azure-blob", [step("Blob_Query", blob)], emulator, "200")).toMatch(
      /^unimplemented: the emulator says that it has no such operation: /,
    );
  });

  test.each([
    "500 FeatureNotSupported The feature is not supported yet.",
    "400 InvalidHeaderValue This feature is not supported",
  ])("that it lacks a feature of an operation that it has: %s", (emulator) => {
    expect(caused("azure-blob", [step("BlockBlob_Upload", blob)], emulator, "201")).toMatch(
      /^unimplemented: the emulator says that it has no such feature: /,
    );
  });

  test("that neither implements it, where only their statuses differ", () => {
    const sequence = [step("Blob_Query", blob)];

    expect(caused("azure-blob", sequence, "500 APINotImplemented", "501 APINotImplemented")).toBe(
      "unimplemented: the emulator says that it has no such operation: 500 APINotImplemented, " +
        "and so does the reference: 501 APINotImplemented",
    );
    expect(caused("azure-blob", sequence, "501 NotImplemented", "500 APINotImplemented")).toMatch(
      /^unimplemented: /,
    );
  });

  test.each([
    "400 AccessTierNotSupportedForBlobType The access tier is not supported for this blob type.",
    "400 MultipleConditionHeadersNotSupported Multiple condition headers are not supported.",
  ])("not that it is not implemented, where only something of it is not supported: %s", (emulator) => {
    const [, code] = emulator.split(" ");

    const cause = caused("azure-blob", [step("Blob_SetTier", { ...blob, tier: "Cold" })], emulator, "200");

    expect(cause).toContain(
      `value-constraint: the emulator refuses values that the interface allows: 400 ${code}`,
    );
  });

  test("that it is not implemented, where a good request is called bad without a word", () => {
    const breaking = { tries: { kind: "breaks", path: "blob", refinement: "maxLength" } } as const;

    expect(caused("azure-blob", [step("AppendBlob_Seal", blob)], "400", "200")).toBe(
      "unimplemented: the emulator answers 400 and not a word, though nothing is wrong with the call",
    );
    expect(caused("azure-blob", [step("AppendBlob_Seal", blob, breaking)], "400", "200")).toContain(
      "value-constraint",
    );
    expect(caused("azure-blob", [step("Blob_GetProperties", blob)], "400", "200")).toContain("emulator-bug");
    expect(caused("azure-blob", [step("Blob_Query", blob)], "400", "501 APINotImplemented")).toContain(
      "error-response",
    );
  });

  test("that the reference does not implement it, which is no bug of either", () => {
    const sequence = [step("Blob_Query", blob)];

    expect(caused("azure-blob", sequence, "200", "500 - Current API is not implemented yet.")).toMatch(
      /^unimplemented: the reference has no such operation, and so cannot say what is right/,
    );
  });

  test("a bug of the emulator, where it fails inside, whatever was tried", () => {
    const tries = { kind: "dangling", resource: "key", why: "never-made" } as const;
    const sequence = [step("RestoreObject", { Bucket: "ts000001", Key: "a" }, { tries })];

    expect(caused("s3", sequence, "500 InternalError no attribute", "404 NoSuchKey")).toBe(
      "emulator-bug: the emulator failed inside: 500 InternalError (no attribute)",
    );
  });

  test.each([
    [
      step("Blob_Delete", blob, { caller: "anonymous" }),
      "202",
      "404 ResourceNotFound",
      "the call is made with no credentials",
    ],
    [
      step("Blob_Delete", blob, { caller: "weak-sas" }),
      "202",
      "403 AuthorizationPermissionMismatch",
      "the call is made with a shared access signature that does not grant it",
    ],
    [
      step("Blob_Delete", blob, { caller: "policy-sas", tries: { kind: "denied" } }),
      "202",
      "403 AuthorizationPermissionMismatch",
      "the call is made with a shared access signature by a stored access policy",
    ],
    [
      step("Blob_Delete", blob, { tries: { kind: "denied" } }),
      "202",
      "403 AccessDenied",
      "a policy that was set before denies the call",
    ],
    [
      step("Blob_Delete", blob),
      "202",
      "403 AuthorizationFailure",
      "the answer is about who may call: 403 AuthorizationFailure",
    ],
    [
      step("Blob_Delete", blob),
      "202",
      "400 AccessDeniedException",
      "the answer is about who may call: 400 AccessDeniedException",
    ],
  ])("authorisation (%#)", (last, emulator, reference, because) => {
    expect(caused("azure-blob", [last], emulator, reference)).toBe(`authorisation: ${because}`);
  });

  test("asynchrony, where a code says that something goes on, or something was deleted a moment ago", () => {
    const deleted = [step("Container_Create", container), step("Container_Delete", container)];
    const again = [...deleted, step("Container_Create", container)];
    const read = [
      ...deleted,
      step("Container_GetProperties", container, {
        tries: { kind: "dangling", resource: "container", why: "deleted" },
      }),
    ];

    expect(caused("azure-blob", again, "201", "409 ContainerBeingDeleted")).toBe(
      "asynchrony: something is still under way: 409 ContainerBeingDeleted",
    );
    expect(caused("azure-blob", read, "404 ContainerNotFound", "409 ContainerBeingDeleted")).toContain(
      "asynchrony",
    );
    expect(caused("azure-blob", read, "404 ContainerNotFound", "200")).toBe(
      "asynchrony: Container_Delete goes on after its answer",
    );
  });

  test("asynchrony, where a table that was made is not there yet; no deletion of something else counts", () => {
    const put = [step("CreateTable", { TableName: "ts000001" }), step("PutItem", { TableName: "ts000001" })];
    const elsewhere = [
      step("Container_Delete", { containerName: "ts000002" }),
      step("Container_Create", container),
    ];

    expect(caused("dynamodb", put, "400 ResourceNotFoundException", "200")).toBe(
      "asynchrony: CreateTable goes on after its answer",
    );
    expect(caused("dynamodb", put, "200", "400 ValidationException")).not.toContain("asynchrony");
    expect(caused("azure-blob", elsewhere, "201", "412 ConditionNotMet")).not.toContain("asynchrony");
    expect(
      caused(
        "dynamodb",
        [step("CreateTable", { TableName: "ts000001" })],
        "200",
        "400 ResourceInUseException Table already exists: a",
      ),
    ).not.toContain("asynchrony");
  });

  test.each([
    ["s3", "DeleteBucketWebsite", { Bucket: "ts000001" }, "PutBucketTagging"],
    ["s3", "DeleteBucketPolicy", { Bucket: "ts000001" }, "DeleteBucketWebsite"],
    ["azure-queue", "Messages_Clear", { queueName: "ts000001" }, "Messages_Peek"],
  ] as const)("no asynchrony, where %s %s has left the thing itself there", (service, taker, thing, next) => {
    expect(caused(service, [step(taker, thing), step(next, thing)], "204", "400 Odd")).not.toContain(
      "asynchrony",
    );
  });

  test("asynchrony, where two successes differ only now and then", () => {
    const sequence = [step("Blob_SetTier", { ...blob, tier: "Cool" }), step("Blob_GetProperties", blob)];
    const differences = [{ place: "response.header.x-ms-access-tier", emulator: "Cool", reference: "Hot" }];

    expect(caused("azure-blob", sequence, "200", "200", { differences, dependsOnTime: true })).toContain(
      "asynchrony",
    );
    expect(caused("azure-blob", sequence, "200", "200", { differences })).toContain("emulator-bug");
  });

  test("no null reference, where the emulator alone misses what was made", () => {
    const bucket = { Bucket: "ts000001" };
    const [create, take] = [step("CreateBucket", bucket), step("DeleteBucketTagging", bucket)];
    const website = step("GetBucketWebsite", bucket);

    expect(caused("s3", [create, take, website], "404 NoSuchBucket", "200")).toBe(
      "emulator-bug: only the emulator refuses, though nothing is wrong with the call: 404 NoSuchBucket",
    );
    expect(caused("s3", [take, website], "404 NoSuchBucket", "200")).toContain("null-reference");
    expect(caused("s3", [create, website], "200", "404 NoSuchBucket")).toContain("null-reference");
    expect(caused("s3", [create, website], "404 NoSuchWebsiteConfiguration", "200")).toContain(
      "null-reference",
    );
  });

  test("a null reference, by what was tried or by what was said", () => {
    const tries = { kind: "dangling", resource: "lease", why: "never-made" } as const;

    expect(caused("azure-blob", [step("Blob_ReleaseLease", blob, { tries })], "200", "412 LeaseLost")).toBe(
      "null-reference: the lease was never made",
    );
    expect(caused("s3", [step("GetBucketTagging", { Bucket: "ts000001" })], "200", "404 NoSuchTagSet")).toBe(
      "null-reference: something was never made or set: 404 NoSuchTagSet",
    );
    expect(
      caused(
        "dynamodb",
        [
          step("GetResourcePolicy", {
            ResourceArn: "arn:aws:dynamodb:eu-west-1:000000000000:table/ts000001",
          }),
        ],
        "200",
        "400 PolicyNotFoundException",
      ),
    ).toContain("null-reference");
  });

  test("a value's constraint, with the refinement that the value breaks now", () => {
    const tries = { kind: "breaks", path: "proposedLeaseId", refinement: "format" } as const;
    const input = { ...blob, duration: 15, proposedLeaseId: "not-a-guid" };

    expect(
      caused("azure-blob", [step("Blob_AcquireLease", input, { tries })], "201", "400 InvalidHeaderValue"),
    ).toMatch(/^value-constraint: format of proposedLeaseId is broken: it is "not-a-guid", but must be /);
    expect(
      caused(
        "azure-blob",
        [step("Blob_AcquireLease", input, { tries: { kind: "mutated", path: "duration", how: "negated" } })],
        "201",
        "400 InvalidHeaderValue",
      ),
    ).toMatch(/^value-constraint: proposedLeaseId is "not-a-guid", but must be /);
    expect(
      caused(
        "azure-blob",
        [step("Blob_GetProperties", { ...container, blob: "a".repeat(1025) })],
        "200",
        "404 BlobNotFound",
      ),
    ).toContain("value-constraint");
  });

  test("a value's constraint, where a changed value or one that the interface allows is refused by one side", () => {
    const metadata = { a: "a".repeat(5000), b: "b".repeat(5000) };

    expect(
      caused(
        "azure-blob",
        [
          step("Container_SetMetadata", container, {
            tries: { kind: "mutated", path: "metadata", how: "emptied" },
          }),
        ],
        "200",
        "409 Whatever",
      ),
    ).toBe("value-constraint: metadata was changed (emptied), and one side refuses it");
    expect(
      caused(
        "azure-queue",
        [step("Queue_SetMetadata", { queueName: "ts000001", metadata })],
        "204",
        "400 MetadataTooLarge",
      ),
    ).toBe("value-constraint: the reference refuses values that the interface allows: 400 MetadataTooLarge");
  });

  test("nothing is said about a value that is taken from an answer", () => {
    const input = { ...blob, leaseId: { $from: 0, at: "header x-ms-lease-id" } };

    expect(
      caused("azure-blob", [step("Blob_RenewLease", input)], "409 LeaseIdMismatchWithLeaseOperation", "200"),
    ).toBe(
      "emulator-bug: only the emulator refuses, though nothing is wrong with the call: 409 LeaseIdMismatchWithLeaseOperation",
    );
  });

  test("the response to an error, where both refuse; what is broken is said as well", () => {
    const tries = { kind: "breaks", path: "numberOfMessages", refinement: "max" } as const;

    expect(
      caused("azure-blob", [step("Blob_Delete", blob)], "409 CopyIdMismatch", "409 NoSuchCopy").split(":")[0],
    ).toBe("null-reference");
    expect(
      caused("azure-blob", [step("Blob_Delete", blob)], "409 CopyIdMismatch", "412 ConditionNotMet"),
    ).toBe("error-response: both refuse, with 409 CopyIdMismatch and 412 ConditionNotMet");
    expect(
      caused(
        "azure-queue",
        [step("Messages_Dequeue", { queueName: "ts000001", numberOfMessages: 33 }, { tries })],
        "400 -",
        "400 OutOfRangeQueryParameterValue",
      ),
    ).toBe(
      "error-response: both refuse, with 400 and 400 OutOfRangeQueryParameterValue; max of numberOfMessages is broken: it is 33, but at most 32 is allowed",
    );
  });

  test("otherwise a bug of the emulator, with what differs", () => {
    const differences = [{ place: "state blobs.a.tier", emulator: null, reference: "Cool" }];

    expect(
      caused("azure-blob", [step("Blob_SetTier", { ...blob, tier: "Cool" })], "200", "200", {
        differences,
        manifestation: "state",
      }),
    ).toBe("emulator-bug: both succeeded, and state blobs.a.tier differs");
  });
});

describe("the impact is", () => {
  const lost = { place: "state tags", emulator: null, reference: "[]" };
  const other = { place: "state tier", emulator: "Hot", reference: "Cool" };

  test.each([
    ["201", "409 ContainerBeingDeleted", [], "deployment-safety"],
    ["500 InternalError", "200", [], "false-alarm"],
    ["-", "200", [], "false-alarm"],
    ["400 A", "400 B", [], "debuggability"],
    // The SDKs raise a 304 like any refusal.
    ["200", "304", [], "deployment-safety"],
    ["304", "412 ConditionNotMet", [], "debuggability"],
    // A refusal within a batch or a body that was begun.
    ["200 InternalError", "200", [], "false-alarm"],
    ["200", "200", [other], "deployment-safety"],
    ["200", "200", [lost], "false-alarm"],
    ["200", "200", [lost, other], "deployment-safety"],
    [
      "200",
      "200",
      [{ place: "state", emulator: '{"absent":"404 BlobNotFound"}', reference: "{}" }],
      "false-alarm",
    ],
    ["200", "200", [{ place: "state", emulator: "{}", reference: null }], "deployment-safety"],
    // What users have written may begin with any word.
    ["200", "200", [{ ...other, emulator: "absent on Monday" }], "deployment-safety"],
    ["200", "200", [{ ...other, emulator: '"absent"' }], "deployment-safety"],
    ["200", "200", [{ ...other, emulator: '{"absent":"a","present":"b"}' }], "deployment-safety"],
  ])("emulator %s, reference %s, %j: %s", (emulator, reference, differences, impact) => {
    expect(impactOf(parted(emulator, reference, { differences }))).toBe(impact);
  });

  test("a false alarm, where the emulator dies of what the reference refuses", () => {
    expect(impactOf(parted("-", "404 NoSuchUpload", { died: "emulator" }))).toBe("false-alarm");
  });
});
