import { expect, test } from "vitest";
import { contractHeader, type Enforcement, wouldAnswerHeader } from "../../../../src/lab/index.ts";
import { Enforcer } from "../../../../src/lab/strict/enforcer.ts";
import { contract, fault, inferred } from "../../../../src/model/index.ts";
import type { RequestHead } from "../../../../src/wire/index.ts";

const whole = contract({
  id: "dynamodb/tables-are-whole",
  says: "a table is described as a whole",
  on: ["DescribeTable"],
  asksFirst: true,
  when: ({ answered }) => answered.text !== "whole",
  answer: ({ answered }) => fault(400, answered.status === 200 ? "NotWhole" : "NotThere"),
  evidence: inferred("for the test"),
  breaks: {},
  keeps: {},
});

/** Asks for tables, one after the other, each with what the emulator answers; what was told, and by which headers. */
function enforcing(isWarning = false) {
  const told: Enforcement[] = [];
  const enforcer = new Enforcer(
    {
      service: "dynamodb",
      origin: "http://127.0.0.1:1",
      contracts: [whole],
      surroundings: { windows: {}, knowsAll: true },
      isWarning,
      onEnforced: (enforcement) => told.push(enforcement),
      onNote: () => {},
    },
    () => "DescribeTable",
  );
  const describe = async (TableName: string, text: string, status = 200) => {
    const head: RequestHead = {
      method: "POST",
      target: "/",
      headers: [["X-Amz-Target", "DynamoDB_20120810.DescribeTable"]],
      origin: "http://127.0.0.1:2",
      by: { tier: 4 },
    };
    enforcer.answer(head, Buffer.from(JSON.stringify({ TableName })));
    const { headers } = await enforcer.response(head, { status, reason: "", headers: [] }, Buffer.from(text));
    return headers.find(([name]) => name === contractHeader || name === wouldAnswerHeader)?.[1];
  };
  return { enforcer, told, describe };
}

test.each([
  [false, "dynamodb/tables-are-whole"],
  [true, "400 NotWhole"],
])("who asks again is told the same by the header, and that it is the same: %j", async (isWarning, said) => {
  const { told, describe } = enforcing(isWarning);

  const headers = [
    await describe("users", "half"),
    await describe("users", "half"),
    await describe("users", "a third"),
  ];

  expect(headers).toEqual([said, said, said]);
  expect(told.map(({ isRepeated }) => isRepeated)).toEqual([false, true, true]);
});

test("what is changed of another thing, or in another way, is no repetition", async () => {
  const { told, describe } = enforcing();

  await describe("users", "half");
  await describe("jobs", "half");
  await describe("users", "half", 404);
  await describe("users", "half");
  await describe("jobs", "half");

  expect(told.map(({ isRepeated }) => isRepeated)).toEqual([false, false, false, false, true]);
});

test("what was right in between, or is new since the emulator was, is told again", async () => {
  const { enforcer, told, describe } = enforcing();

  await describe("users", "half");
  await describe("users", "whole");
  await describe("users", "half");
  enforcer.forget();
  await describe("users", "half");

  expect(told.map(({ isRepeated }) => isRepeated)).toEqual([false, false, false]);
});
