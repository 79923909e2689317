import { expect, test } from "vitest";
import { topLevelOf } from "../../../../src/clouds/index.ts";

/** What an account says to each request, one after the other. */
function saying(...texts: readonly string[]) {
  const asked: unknown[] = [];
  const send = async ({ headers }: { readonly headers?: readonly (readonly [string, string])[] }) => {
    const text = texts[asked.length] ?? "";
    asked.push(headers?.[0]?.[1]);
    return { status: /Exception|protected/.test(text) ? 400 : 200, headers: [], text };
  };
  return { asked, send };
}

const { remove } = topLevelOf("dynamodb");

test("a table that is not there is gone, and what is refused otherwise is left", async () => {
  const missing = saying('{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"}');
  const denied = saying('{"__type":"com.amazon.coral.service#AccessDeniedException"}');

  expect(await remove(missing.send, "users")).toBeUndefined();
  expect(await remove(denied.send, "users")).toBe("the account answers 400 AccessDeniedException");
});

test("a protected table is freed first", async () => {
  const { asked, send } = saying(
    "Resource cannot be deleted as it is currently protected: deletion protection",
  );

  expect(await remove(send, "users")).toBeUndefined();
  expect(asked).toEqual(
    ["DeleteTable", "UpdateTable", "DeleteTable"].map((name) => `DynamoDB_20120810.${name}`),
  );
});

const denied = '{"__type":"com.amazon.coral.service#AccessDeniedException"}';
const described = '{"Table":{"TableArn":"arn:aws:dynamodb:eu-west-1:111122223333:table/users"}}';

test("a table that its own policy keeps is freed of it first", async () => {
  const { asked, send } = saying(denied, described, '{"RevisionId":"1706695200000"}');

  expect(await remove(send, "users")).toBeUndefined();
  expect(asked).toEqual(
    ["DeleteTable", "DescribeTable", "DeleteResourcePolicy", "DeleteTable"].map(
      (name) => `DynamoDB_20120810.${name}`,
    ),
  );
});

test("a table that has no policy of its own is left to those who may remove it", async () => {
  const { asked, send } = saying(denied, described, "{}");

  expect(await remove(send, "users")).toBe("the account answers 400 AccessDeniedException");
  expect(asked).toHaveLength(3);
});
