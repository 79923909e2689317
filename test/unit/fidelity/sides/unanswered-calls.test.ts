import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import { UnansweredCalls } from "../../../../src/fidelity/sides/unanswered-calls.ts";
import { answered } from "../told-side.ts";

const failed: CallResult = { kind: "failed", via: "sdk", message: "it hung up", attempts: 1 };
const masked: CallResult = { kind: "masked", via: "sdk", message: "the SDK refuses it" };

const named = (operation: string) => ({ caller: "owner", operation, input: {} }) as const;

test("what is under way is unanswered until it is answered, or turns out not to have been sent", () => {
  const calls = new UnansweredCalls();

  const first = calls.begin(named("Queue_Create"));
  const second = calls.begin(named("Queue_Delete"));
  calls.begin(named("Messages_Clear"));
  first(answered(201));
  second(masked);

  expect(calls.all).toEqual([named("Messages_Clear")]);
});

test("what failed is unanswered until something is answered that was asked later", () => {
  const calls = new UnansweredCalls();

  const before = calls.begin(named("Queue_GetProperties"));
  calls.begin(named("Queue_Create"))(failed);
  before(answered(200));
  expect(calls.all).toEqual([named("Queue_Create")]);

  calls.begin(named("Queue_Delete"))(answered(204));
  expect(calls.all).toEqual([]);
});
