import { expect, test } from "vitest";
import { contractsOf } from "../../../../src/clouds/index.ts";
import { type Call, ContractState } from "../../../../src/model/index.ts";
import { accepted } from "./accepted.ts";
import { speakersOf } from "./examples.ts";

test.each(accepted)(
  "no contract speaks where $says",
  ({ service, operation, knowsAll = true, ...example }) => {
    const speakers = speakersOf(service, operation, example, knowsAll);

    expect(speakers).toEqual([]);
  },
);

const signedFor = (region: string): Call => ({
  operation: "CreateTable",
  input: { TableName: "users" },
  caller: "key",
  headers: { authorization: `AWS4-HMAC-SHA256 Credential=K/20261116/${region}/dynamodb/aws4_request` },
  query: new Map(),
});

test("a table is made once in each region", () => {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  state.learn({ call: signedFor("us-east-1"), answered: { status: 200, headers: {} }, now: 1 });

  expect(state.before(signedFor("eu-west-1"), 2)).toBeUndefined();
  expect(state.before(signedFor("us-east-1"), 2)?.contract.id).toBe("dynamodb/table-is-made-once");
});
