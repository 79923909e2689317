import { expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import { findingOf } from "../../../../src/fidelity/index.ts";
import type { AnswerOutcome } from "../../../../src/fidelity/replay/outcome.ts";
import { recordedFinding, recordedId } from "../../../../src/fidelity/replay/recorded-finding.ts";
import { recorded, type Told } from "../../../integration/replay/recordings.ts";
import { step } from "../../../integration/repro/findings.ts";

const tables = "https://gone.table.core.windows.net";
const blobs = "https://gone.blob.core.windows.net";

function found(origin: string, told: readonly Told[], expected: AnswerOutcome, actual: AnswerOutcome) {
  const piece = recorded("one", origin, told);
  const operation = origin === tables ? "Table_Create" : "Blob_Download";
  const discrepancy = {
    recording: "one",
    index: told.length - 1,
    service: origin === tables ? ("azure-table" as const) : ("azure-blob" as const),
    operation,
    expected,
    actual,
    messages: { expected: null, actual: null },
  };
  const finding = recordedFinding(discrepancy, piece, {
    emulator: "azurite 3.37.0",
    reference: "recording cloud.jsonl",
    claims: () => true,
    reproduced: 3,
    died: false,
  });
  return { finding, id: recordedId(discrepancy) };
}

const refusal = { status: 400, code: "OutOfRangeInput" };
const accepted = { status: 201, code: null };
const shortName: Told = {
  send: "POST /Tables",
  headers: { "content-type": "application/json" },
  body: '{"TableName":"ab"}',
  status: 400,
  answer: { "x-ms-error-code": "OutOfRangeInput" },
};

test("the same difference is the same finding, whether calls or a recording have shown it", () => {
  const contract = interfaceOf("azure-table");
  const sequence = [step("Table_Create", { tableProperties: { TableName: "ab" } })];
  const discrepancy = {
    step: 0,
    emulator: accepted,
    reference: refusal,
    differences: [{ place: "response.status", emulator: "201", reference: "400" }],
    manifestation: "response" as const,
    messages: { emulator: null, reference: null },
  };
  const generated = findingOf(
    sequence,
    { discrepancy, reproduced: 3 },
    { service: "azure-table", interface: contract, emulator: "", reference: "", claims: () => true },
  );

  const { finding, id } = found(tables, [shortName], refusal, accepted);

  expect([finding.id, id]).toEqual([generated.id, generated.id]);
  expect(finding).toMatchObject({
    impact: "deployment-safety",
    rootCause: "value-constraint",
    evidence: "tableProperties.TableName has 2 characters, but at least 3 are needed",
    claimed: true,
    sequence: [],
    reference: { label: "recording cloud.jsonl" },
    exchanges: [{ method: "POST", requestBody: '{"TableName":"ab"}' }],
  });
  expect(finding).toMatchObject({ rootCause: generated.rootCause, evidence: generated.evidence });
});

test("a redirect has no code, since calls know none of it", () => {
  const told: Told = { send: "GET /album/cover", status: 412 };

  const [named, plain] = [
    { status: 304, code: "ConditionNotMet" },
    { status: 304, code: null },
  ].map((actual) => found(blobs, [told], { status: 412, code: "ConditionNotMet" }, actual));

  expect(named?.id).toBe(plain?.id);
  expect(named?.finding.emulator).toMatchObject({ status: 304, code: null });
});

test("what the recorded service accepted breaks nothing, whatever the interface says", () => {
  const told: Told = { send: "GET /album/a_name_with_lines", status: 200 };

  const { finding } = found(
    blobs,
    [told],
    { status: 200, code: null },
    { status: 400, code: "InvalidInput" },
  );

  expect(finding.evidence).toBe("the emulator refuses values that the interface allows: 400 InvalidInput");
});
