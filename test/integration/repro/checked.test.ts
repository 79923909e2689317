import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceName } from "../../../src/clouds/index.ts";
import type { Step } from "../../../src/explore/index.ts";
import { curlOf, type Finding, issueText, scriptOf } from "../../../src/fidelity/index.ts";
import { Lab, parseServiceTargets } from "../../../src/lab/index.ts";
import { answering } from "../sdk/server.ts";
import { ended, hasCurl, root } from "./ended.ts";
import { finding, step } from "./findings.ts";

let labs: readonly Lab[];

beforeAll(async () => {
  labs = await Promise.all(
    ["azurite", "dynamodb=dynalite", "s3=s3rver"].map((named) =>
      Lab.start(
        parseServiceTargets(named, () => undefined),
        { cwd: root },
      ),
    ),
  );
});
afterAll(async () => {
  await Promise.all(labs.map((lab) => lab[Symbol.asyncDispose]()));
});

function endpointOf(service: ServiceName): string {
  const there = labs.flatMap(({ reachable }) => reachable).find((one) => one.service === service);
  return there?.plainEndpoint ?? there?.endpoint ?? "";
}

/** How a finding's script ends, and the last line that it prints. */
async function scriptEnded(found: Finding): Promise<{ code: number; last: string | undefined }> {
  const { code, lines } = await ended(process.execPath, await scriptOf(found), endpointOf(found.service));
  return { code, last: lines.at(-1) };
}

function alike(
  service: ServiceName,
  sequence: readonly Step[],
  status: number,
  place: string,
  [expected, found]: readonly [expected: string | null, found: string | null],
): Finding {
  return finding(service, sequence, {
    emulator: { status, code: null, label: "emulator 1.0.0", message: null },
    reference: { status, code: null, label: "reference 1.0.0", message: null },
    differences: [{ place, emulator: found, reference: expected }],
  });
}

const container = { containerName: "ts000001" };
const blob = { ...container, blob: "a" };
const body = new TextEncoder().encode("a");
const made = step("Container_Create", container);
const uploaded = step("BlockBlob_Upload", { ...blob, body, contentLength: 1 });
const tagged = step("Blob_SetTags", { ...blob, tags: { BlobTagSet: [{ Key: "a", Value: "b" }] } });
const [properties, listed, tags] = [
  step("Service_GetProperties", {}),
  step("Container_ListBlobFlatSegment", container),
  step("Blob_GetTags", blob),
];
const table = {
  TableName: "ts000001",
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  BillingMode: "PAY_PER_REQUEST",
};
const queue = { queueName: "ts000001" };
const [messages, described, entities] = [
  [
    step("Queue_Create", queue),
    step("Messages_Enqueue", { ...queue, queueMessage: { MessageText: "<&>" } }),
    step("Messages_Peek", queue),
  ],
  [step("CreateTable", table), step("DescribeTable", { TableName: "ts000001" })],
  [
    step("Table_Create", { tableProperties: { TableName: "ts000001" } }),
    step("Table_InsertEntity", {
      table: "ts000001",
      tableEntityProperties: { PartitionKey: "p", RowKey: "a", Size: 3 },
    }),
    step("Table_QueryEntities", { table: "ts000001" }),
  ],
];

const checked: readonly (readonly [ServiceName, string, readonly Step[], number, string, string])[] = [
  ["azure-blob", "response.header.x-ms-request-server-encrypted", [made, uploaded], 201, "true", "false"],
  ["azure-blob", "response.body.HourMetrics.Enabled", [properties], 200, "false", "true"],
  ["azure-blob", "response.body.HourMetrics.RetentionPolicy.Enabled", [properties], 200, "false", "true"],
  ["azure-blob", "response.body.BlobTagSet[].Value", [made, uploaded, tagged, tags], 200, '"b"', '"x"'],
  ["azure-queue", "response.body.[].MessageText", messages, 200, '"<&>"', '"x"'],
  [
    "azure-blob",
    "response.body.Blobs.Blob[].Properties.Content-Length",
    [made, uploaded, listed],
    200,
    "1",
    "2",
  ],
  ["dynamodb", "response.body.Table.TableName", described, 200, '"ts000001"', '"x"'],
  ["dynamodb", "response.body.Table.KeySchema[].KeyType", described, 200, '"HASH"', '"RANGE"'],
  ["azure-table", "response.body.value[].Size", entities, 200, "3", "4"],
  ["s3", "response.header.location", [step("CreateBucket", { Bucket: "ts000001" })], 200, "/ts000001", "/"],
];

test.each(checked)("%s: a script looks at %s", async (...args) => {
  const [service, place, sequence, status, is, isNot] = args;
  const plain = (told: string) => (told.startsWith('"') ? String(JSON.parse(told)) : told);

  const same = await scriptEnded(alike(service, sequence, status, place, [is, isNot]));
  const other = await scriptEnded(alike(service, sequence, status, place, [isNot, is]));
  const nothing = await scriptEnded(alike(service, sequence, status, place, [null, is]));

  const [, shown = ""] = /found (.*) at /.exec(same.last ?? "") ?? [];
  expect(same).toEqual({ code: 0, last: `expected ${shown}, found ${shown} at ${place}` });
  expect(shown).toMatch(is.includes("ts000001") ? /t\w+00$/ : plain(is));
  expect(other).toEqual({ code: 1, last: expect.stringMatching(`^expected ${plain(isNot)}, found `) });
  expect(nothing).toEqual({ code: 1, last: expect.stringMatching("^expected missing, found ") });
});

test("what is expected to be missing, and is, ends a script with 0", async () => {
  const place = "response.body.Where";

  expect(await scriptEnded(alike("azure-blob", [properties], 200, place, [null, '"a"']))).toMatchObject({
    code: 0,
  });
});

test("a body that is there is as expected", async () => {
  const place = "response.body";
  const values = ["as its type says", "the body is missing"] as const;

  expect(await scriptEnded(alike("azure-blob", [properties], 200, place, values))).toEqual({
    code: 0,
    last: "expected a body, found one",
  });
  expect(await scriptEnded(alike("azure-blob", [made], 201, place, values))).toEqual({
    code: 1,
    last: "expected a body, found none",
  });
});

const second = step("BlockBlob_Upload", { ...blob, blob: "b", body, contentLength: 1 });

test.each([
  ["state blobs.a.tier", "Cool", [made, uploaded], 201, "it shows in the state alone"],
  ["response.header.etag", "‹etag#1›", [made, uploaded], 201, "is another each time"],
  ["response.body.Blobs.Blob[]", "2 items", [made, listed], 200, "there is no one value"],
  ["response.message", "Words.", [made, uploaded], 201, "only the words differ"],
  ["response.body.Blobs.Blob[].Name", '"b"', [made, uploaded, second, listed], 200, "several values"],
])(
  "a script says why it does not look at %s, and ends with 0",
  async (place, expected, sequence, status, why) => {
    expect(await scriptEnded(alike("azure-blob", sequence, status, place, [expected, null]))).toEqual({
      code: 0,
      last: expect.stringMatching(`^Look at it yourself: .*${why}`),
    });
  },
);

describe("what differs in the state", () => {
  const inState = (found: string, expected: string) =>
    finding("azure-queue", messages.slice(0, 2), {
      manifestation: "state",
      emulator: { status: 201, code: null, label: "emulator 1.0.0", message: null },
      reference: { status: 201, code: null, label: "reference 1.0.0", message: null },
      differences: [
        { place: "state messages.0.text", emulator: found, reference: expected, readBy: "Messages_Peek" },
      ],
    });
  const found = inState('"other"', '"<&>"');

  test("is shown by a script, by the call that has read it", async () => {
    const { code, lines } = await ended(process.execPath, await scriptOf(found), endpointOf("azure-queue"));

    expect(code).toBe(0);
    expect(lines).toContain("Messages_Peek: 200");
    expect(lines.join("\n")).toContain("<MessageText>&lt;&amp;&gt;</MessageText>");
    expect(lines.at(-1)).toBe("Look at it yourself: it shows in what Messages_Peek (call 3) answers.");
  });

  test.runIf(hasCurl)("is shown by lines with curl, too", async () => {
    const { code, lines } = await ended("sh", await curlOf(found), endpointOf("azure-queue"));

    expect(code).toBe(0);
    expect(lines.join("\n")).toContain("<MessageText>&lt;&amp;&gt;</MessageText>");
    expect(lines.at(-1)).toBe("# Look at it yourself: it shows in what Messages_Peek (call 3) answers.");
  });

  test("says in an issue by which call it shows", async () => {
    expect(await issueText(found, { cwd: root })).toContain(
      "The state shows in what Messages_Peek answers afterwards.",
    );
  });
});

test("a call that ends otherwise is not as expected, whatever is missing there", async () => {
  const gone = alike("azure-blob", [tags], 200, "response.header.x-ms-none", [null, "a"]);

  expect(await scriptEnded(gone)).toMatchObject({ code: 1 });
});

test.each([
  [1, [step("Blob_Undelete", blob)]],
  [0, [tags]],
])(
  "what the service never answers ends a script with 1, and anything else with 0: %i",
  async (code, sequence) => {
    const never = finding("azure-blob", sequence, {
      emulator: { status: 501, code: "APINotImplemented", label: "azurite 3.37.0", message: null },
      reference: {
        status: null,
        code: null,
        label: "contracts (on azurite 3.37.0)",
        message: "the interface knows no such answer",
      },
    });

    expect(await scriptEnded(never)).toEqual({
      code,
      last: "expected an answer that the interface of the service knows, found 501 APINotImplemented (azurite 3.37.0)",
    });
  },
);

test("a script reads an error in the body of a success", async () => {
  const failed = "<Error><Code>InternalError</Code><Message>We failed.</Message></Error>";
  const { endpoint } = await answering(() => ({ status: 200, body: failed }));
  const copying = step("CopyObject", { Bucket: "ts000001", Key: "a", CopySource: "ts000001/b" });
  const found = finding("s3", [copying], {
    emulator: { status: 200, code: null, label: "emulator 1.0.0", message: null },
    reference: { status: 200, code: "InternalError", label: "reference 1.0.0", message: null },
  });

  const { code, lines } = await ended(process.execPath, await scriptOf(found), endpoint);

  expect(lines[0]).toBe("CopyObject: 200 InternalError");
  expect(code).toBe(0);
});
