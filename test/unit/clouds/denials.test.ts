import { describe, expect, test } from "vitest";
import { type Denial, denialsOf, interfaceOf, operationOf } from "../../../src/clouds/index.ts";
import { type Input, valuesAt } from "../../../src/model/index.ts";

const stores = {
  "azure-blob": ["Container_SetAccessPolicy", "containerAcl", "container"],
  "azure-queue": ["Queue_SetAccessPolicy", "queueAcl", "queue"],
  "azure-table": ["Table_SetAccessPolicy", "tableAcl", "table"],
} as const;
const services = Object.keys(stores) as (keyof typeof stores)[];

function byPolicy(service: keyof typeof stores, name: string): Denial | undefined {
  return denialsOf(service, operationOf(service, name)).find(({ callers }) => callers.includes("policy-sas"));
}

/** Of the policy that a rule stores: its id, what it grants, and the year in which it ends. */
function stored(at: string, input: Input = {}): unknown[] {
  const part = (path: string) => String(valuesAt(input, `${at}[].${path}`));
  return [part("Id"), part("AccessPolicy.Permission"), part("AccessPolicy.Expiry").slice(0, 4)];
}

/** What a policy of AWS is about. */
function resourcesIn({ Policy }: Input): unknown {
  return JSON.parse(String(Policy)).Statement[0].Resource;
}

test.each([
  ["azure-queue", "Messages_Peek", "raup", "aup", "2099"],
  ["azure-queue", "MessageId_Update", "raup", "rap", "2099"],
  ["azure-table", "Table_InsertEntity", "raud", "rud", "2099"],
  ["azure-blob", "Blob_Download", "racwdxyltfi", "acwdxyltfi", "2099"],
  // Who may create or append can do what writing is needed for.
  ["azure-blob", "BlockBlob_Upload", "racwdxyltfi", "rltfi", "2099"],
  // Nothing would be left, or nothing would do: the policy is over.
  ["azure-table", "Table_Batch", "raud", "raud", "2020"],
  ["azure-queue", "Queue_GetAccessPolicy", "raup", "raup", "2020"],
] as const)(
  "of %s, the policy by which %s is called grants %s, and then %s until %s",
  (service, name, ...expected) => {
    const [all, left, until] = expected;
    const [by, at] = stores[service];

    const denial = byPolicy(service, name);

    expect(denial?.callers).toEqual(["policy-sas"]);
    expect(denial?.allowing?.operation).toBe(by);
    expect(stored(at, denial?.allowing?.input)).toEqual(["touchstone", all, "2099"]);
    expect(denial?.denying.map(({ operation }) => operation)).toEqual([by]);
    expect(stored(at, denial?.denying[0]?.input)).toEqual(["touchstone", left, until]);
  },
);

describe.each(services)("%s", (service) => {
  test("all that names what has policies is denied by one, and nothing else", () => {
    const { operations } = interfaceOf(service);
    const [, , resource] = stores[service];

    const denied = operations.filter(({ name }) => byPolicy(service, name) !== undefined);

    expect(denied.map(({ name }) => name)).toEqual(
      operations.filter(({ consumes }) => resource in consumes).map(({ name }) => name),
    );
    expect(denied.length).toBeGreaterThan(5);
  });
});

test("what everybody could read is still closed again, beside the policy", () => {
  const denials = denialsOf("azure-blob", operationOf("azure-blob", "Blob_Download"));

  expect(denials.map(({ callers }) => callers)).toEqual([["owner", "anonymous"], ["policy-sas"]]);
});

test("on AWS a thing's own policy denies, and names nobody else's", () => {
  const [bucket, table] = [
    denialsOf("s3", operationOf("s3", "GetObject")),
    denialsOf("dynamodb", operationOf("dynamodb", "GetItem")),
  ].map(([denial]) => denial?.denying.map(({ operation, input }) => [operation, resourcesIn(input)]));

  expect(bucket).toEqual([["PutBucketPolicy", ["arn:aws:s3:::{bucket}", "arn:aws:s3:::{bucket}/*"]]]);
  expect(table).toEqual([["PutResourcePolicy", ["*"]]]);
});

test("on AWS nobody holds such a signature", () => {
  const denials = denialsOf("s3", operationOf("s3", "GetObject"));

  expect(denials.map(({ callers }) => callers)).toEqual([["owner", "anonymous"]]);
});
