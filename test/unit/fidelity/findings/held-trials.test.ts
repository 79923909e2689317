import { expect, test } from "vitest";
import { denialsOf, interfaceOf, operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import type { Step, Trial } from "../../../../src/explore/index.ts";
import { heldTrials } from "../../../../src/fidelity/findings/held-trials.ts";
import type { Input } from "../../../../src/model/index.ts";

const denied: Trial = { kind: "denied" };
const valid: Trial = { kind: "valid" };

function step(operation: string, input: Input, more: Partial<Step> = {}): Step {
  return { operation, input, caller: "owner", tries: valid, ...more };
}

function dangling(resource: string, why: "never-made" | "deleted" | "another-kind"): Trial {
  return { kind: "dangling", resource, why };
}

/** What the last step tries when the others are there. */
function held(service: ServiceName, ...steps: readonly Step[]): Trial | undefined {
  return heldTrials(steps, interfaceOf(service), (operation) => denialsOf(service, operation)).at(-1)?.tries;
}

const queue = { queueName: "ts000001" };
const made = step("Queue_Create", queue);
const gone = step("Queue_Delete", queue);
const asked = (why: "never-made" | "deleted") =>
  step("Queue_GetProperties", queue, { tries: dangling("queue", why) });

test.each<readonly [string, readonly Step[], Trial]>([
  ["made and deleted", [made, gone, asked("deleted")], dangling("queue", "deleted")],
  ["deleted", [gone, asked("deleted")], dangling("queue", "deleted")],
  ["made", [made, asked("deleted")], valid],
  ["made again", [made, gone, made, asked("deleted")], valid],
  ["never there", [asked("deleted")], dangling("queue", "never-made")],
  ["never there from the first", [asked("never-made")], dangling("queue", "never-made")],
  [
    "not the one that was made and deleted",
    [
      step("Queue_Create", { queueName: "ts000002" }),
      step("Queue_Delete", { queueName: "ts000002" }),
      asked("deleted"),
    ],
    dangling("queue", "never-made"),
  ],
])("what a call names is %s", (_, steps, tries) => {
  expect(held("azure-queue", ...steps)).toEqual(tries);
});

test("a thing that an answer gave is deleted only by whoever names it so", () => {
  const receipt = { $from: 1, at: "body [].PopReceipt" };
  const message = { ...queue, messageId: { $from: 1, at: "body [].MessageId" }, popReceipt: receipt };
  const put = step("Messages_Enqueue", { ...queue, QueueMessage: { MessageText: "a" } });
  const update = step("MessageId_Update", message, { tries: dangling("popReceipt", "deleted") });

  expect(held("azure-queue", made, put, step("MessageId_Delete", message), update)).toEqual(update.tries);
  expect(held("azure-queue", made, put, update)).toEqual(valid);
});

test("what is there as another kind is so only while something makes it", () => {
  const blob = { containerName: "ts000001", blob: "a" };
  const append = step("AppendBlob_AppendBlock", blob, { tries: dangling("appendBlob", "another-kind") });

  expect(held("azure-blob", step("PageBlob_Create", blob), append)).toEqual(append.tries);
  expect(held("azure-blob", append)).toEqual(dangling("appendBlob", "never-made"));
});

test("a call is denied only behind the very policy that denies it", () => {
  const bucket = { Bucket: "ts000001" };
  const [denial] = denialsOf("s3", operationOf("s3", "ListObjects"));
  const policy = String(denial?.denying[0]?.input["Policy"]).replaceAll("{bucket}", "ts000001");
  const put = step("PutBucketPolicy", { ...bucket, Policy: policy });
  const other = step("PutBucketPolicy", { ...bucket, Policy: "{}" });
  const list = step("ListObjects", bucket, { tries: denied });

  expect(held("s3", step("CreateBucket", bucket), put, list)).toEqual(denied);
  expect(held("s3", step("CreateBucket", bucket), other, list)).toEqual(valid);
  expect(held("s3", put, other, list)).toEqual(valid);
  expect(held("s3", step("CreateBucket", bucket), list)).toEqual(valid);
  expect(held("s3", put, step("ListObjects", { Bucket: "ts000002" }, { tries: denied }))).toEqual(valid);
  expect(held("s3", { ...list, caller: "anonymous" })).toEqual({ kind: "unauthorised" });
});

test("who holds a signature by a stored policy is denied by that, and the owner is not", () => {
  const [denial] = denialsOf("azure-queue", operationOf("azure-queue", "Messages_Peek"));
  const rules = [denial?.allowing, ...(denial?.denying ?? [])].flatMap((rule) => rule ?? []);
  const [allowing, denying] = rules.map((rule) => step(rule.operation, { ...queue, ...rule.input }));
  const peek = step("Messages_Peek", queue, { tries: denied, caller: "policy-sas" });
  if (allowing === undefined || denying === undefined) throw new Error("there is no such denial");

  expect(held("azure-queue", made, allowing, denying, peek)).toEqual(denied);
  expect(held("azure-queue", made, allowing, peek)).toEqual({ kind: "unauthorised" });
  expect(held("azure-queue", made, allowing, denying, { ...peek, caller: "owner" })).toEqual(valid);
});
