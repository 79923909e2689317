import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { interfaceOf } from "../../../src/clouds/index.ts";
import { tokenOf } from "../../../src/explore/index.ts";
import {
  curlOf,
  type Finding,
  findingOf,
  issueText,
  reproduce,
  type Side,
  scriptOf,
} from "../../../src/fidelity/index.ts";
import { performer } from "../../../src/fidelity/pair/perform.ts";
import { outcomesHereAndThere, reproReport } from "../../../src/report/index.ts";
import { sideOf } from "../opened-side.ts";
import { ended, hasCurl, root } from "./ended.ts";
import { step } from "./findings.ts";

let emulator: Side;
let contracts: Side;

beforeAll(async () => {
  [{ side: emulator }, { side: contracts }] = await Promise.all([
    sideOf("s3", "s3rver"),
    sideOf("s3", "contracts", { behind: "s3rver" }),
  ]);
});
afterAll(async () => {
  await Promise.all([emulator, contracts].map((side) => side[Symbol.asyncDispose]()));
});

const bucket = { Bucket: tokenOf(1) };

/** The name of a file is as long as the key, and nobody looks at how long that may be. */
const sequence = [
  step("CreateBucket", bucket),
  step("PutObjectAnnotation", {
    ...bucket,
    Key: "a".repeat(1025),
    AnnotationName: "a",
    AnnotationPayload: new Uint8Array(1),
  }),
];

/** What is found, on whatever was started since. */
async function found(): Promise<Finding> {
  const { discrepancy } = await performer({ emulator, reference: contracts })(sequence);
  if (discrepancy === undefined) throw new Error("nothing was found");
  return findingOf(
    sequence,
    { discrepancy, reproduced: 3 },
    {
      service: "s3",
      interface: interfaceOf("s3"),
      emulator: emulator.label,
      reference: contracts.label,
      claims: () => null,
    },
  );
}

/** The endpoint of somebody who answers everything. */
async function answering(): Promise<string> {
  const server = createServer((request, response) => void request.resume().on("end", () => response.end()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a crash behind contracts is the emulator's alone, with its last words, and the same each time", async () => {
  const [one, other] = [await found(), await found()];

  expect(one).toEqual(other);
  expect(one).toMatchObject({
    id: "PutObjectAnnotation-827df3",
    rootCause: "crash",
    reference: { status: null, code: null, message: "a service that answers" },
    differences: [{ place: "process", emulator: "died", reference: null }],
  });
  expect(one.lastWords?.[0]).toBe("Error: ENAMETOOLONG: name too long, open '…/ts000001/…._S3rver_object'");
  expect(JSON.stringify(one)).not.toMatch(/127\.0\.0\.1|\/tmp|fz0/);
  expect(outcomesHereAndThere(one, 80)).toBe(`${emulator.label} crashed`);
});

test("it is shown again, and an answer is all that is expected", async () => {
  const crash = await found();
  const harmless = {
    ...crash,
    sequence: sequence.map((one) => ({ ...one, input: { ...one.input, Key: "a" } })),
  };

  const again = await reproduce(crash, emulator);
  const mended = await reproduce(harmless, emulator);

  expect([again.verdict, mended.verdict]).toEqual(["emulator", "reference"]);
  expect(reproReport(crash, again)).toBe(
    `${crash.id} on ${emulator.label}: no answer, as it crashed, as found on ${emulator.label} — expected is an answer`,
  );
  expect(reproReport(harmless, mended)).toContain("an answer — was no answer, as it crashed on s3rver");
});

test("a script ends with 1 where nothing is answered any more, and with 0 where something is", async () => {
  const script = await scriptOf(await found());

  const crashed = await ended(process.execPath, script, emulator.endpoint);
  await emulator.recover();
  const answered = await ended(process.execPath, script, await answering());

  expect(crashed.lines.slice(0, 2)).toEqual([
    "CreateBucket: 200",
    expect.stringMatching(/^PutObjectAnnotation: no answer: \w+: (?:read ECONNRESET|socket hang up)$/),
  ]);
  expect(crashed.lines[2]).toBe(`expected an answer, found no answer, as it crashed (${emulator.label})`);
  expect([crashed.code, answered.code]).toEqual([1, 0]);
});

test.runIf(hasCurl)("lines with curl end alike", async () => {
  const lines = await curlOf(await found());

  const crashed = await ended("sh", lines, emulator.endpoint);
  await emulator.recover();
  const answered = await ended("sh", lines, await answering());

  expect(crashed.lines).toContain("no answer, as found");
  expect([crashed.code, answered.code]).toEqual([1, 0]);
});

test("an issue says that it crashes, what its process said, and that an answer was expected", async () => {
  const text = await issueText(await found(), { cwd: root });

  expect(text).toMatch(new RegExp(`^# PutObjectAnnotation crashes ${emulator.label}\n`));
  expect(text).toContain("## What was expected\n\nAn answer.\n");
  expect(text).toContain(`## What happened\n\n${emulator.label} crashed: no answer`);
  expect(text).toContain("Its last words:\n\n```\nError: ENAMETOOLONG");
  expect(text).not.toContain("| process |");
});
