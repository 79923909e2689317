import { expect, test } from "vitest";
import { contractsOf } from "../../../../src/clouds/index.ts";
import { type Answered, type Call, ContractState, type Input } from "../../../../src/model/index.ts";

/** A call that a key has signed, and what it was answered with. */
interface Step {
  readonly key: string;
  readonly operation: string;
  readonly input: Input;
  readonly answered?: Partial<Answered>;
}

const users = { TableName: "users" };
const arn = { ResourceArn: "arn:aws:dynamodb:us-east-1:111122223333:table/users" };
const id = { id: { S: "1" } };
const ofOurOwn = { headers: { "x-touchstone-contract": "dynamodb" } };
const unknown = { status: 400, code: "UnknownOperationException" };
const refused = { status: 400, code: "ValidationException" };
const untold = { status: 200, text: JSON.stringify({ Table: users }) };
const active = { text: JSON.stringify({ TableDescription: { ...users, TableStatus: "ACTIVE" } }) };
const failed = { status: 400, code: "ConditionalCheckFailedException", text: "{}" };

const by =
  (key: string) =>
  (operation: string, input: Input = users, answered: Partial<Answered> = {}): Step => ({
    key,
    operation,
    input,
    answered,
  });
const app = by("APP");
const admin = by("ADMIN");
const made = (more: Input = {}) =>
  app(
    "CreateTable",
    { ...users, AttributeDefinitions: [], KeySchema: [{ AttributeName: "id" }], ...more },
    active,
  );
const protection = (isOn: boolean) => ({ ...users, DeletionProtectionEnabled: isOn });
const recovery = (isOn: boolean) => ({
  ...users,
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isOn },
});
const lifetime = (AttributeName: string) => ({
  ...users,
  TimeToLiveSpecification: { Enabled: true, AttributeName },
});
const policy = (Policy: string) => ({ ...arn, Policy });
const put = (name: string) => ({ ...users, Item: { ...id, name: { S: name } } });
const conditional = {
  ...users,
  Item: id,
  ConditionExpression: "attribute_not_exists(id)",
  ReturnValuesOnConditionCheckFailure: "ALL_OLD",
};

function callOf({ key, operation, input }: Step, region = "us-east-1"): Call {
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/20261116/${region}/dynamodb/aws4_request`;
  return { operation, input, caller: "key", headers: { authorization }, query: new Map() };
}

const answeredOf = ({ answered }: Step): Answered => ({ status: 200, headers: {}, ...answered });

/** The contracts that speak of the last of some calls. */
function speakersOf(steps: readonly Step[]): readonly string[] {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  const last = steps.at(-1);
  for (const [now, step] of steps.slice(0, -1).entries()) {
    state.learn({ call: callOf(step), answered: answeredOf(step), now });
  }
  return last === undefined
    ? []
    : state.all(callOf(last), answeredOf(last), steps.length).map(({ contract }) => contract.id);
}

const makesItAgain = "dynamodb/table-is-made-once";
const tellsProtection = "dynamodb/tables-say-whether-they-are-protected";
const protects = "dynamodb/protected-table-is-not-deleted";
const tellsPolicy = "dynamodb/resource-policy-is-kept";
const tellsBackups = "dynamodb/tables-are-backed-up-continuously";
const exportsNot = "dynamodb/export-needs-recovery";
const tellsTags = "dynamodb/tags-of-the-making-are-kept";
const describesByArn = "dynamodb/table-is-described-by-its-arn";
const changesLater = "dynamodb/time-to-live-changes-once-an-hour";
const tellsItem = "dynamodb/failed-condition-tells-the-item";

const byArn = { TableName: arn.ResourceArn };
const exported = { TableArn: arn.ResourceArn, S3Bucket: "photos" };
const tagged = { Tags: [{ Key: "team", Value: "a" }] };

/** What one key is told of its table, and what another may have done to that between. */
const cases: readonly (readonly [string, readonly Step[], Step, Step])[] = [
  [makesItAgain, [made()], admin("DeleteTable"), { ...made(), answered: {} }],
  [tellsProtection, [made()], admin("UpdateTable", protection(true)), app("DescribeTable", users, untold)],
  [
    protects,
    [made({ DeletionProtectionEnabled: true })],
    admin("UpdateTable", protection(false)),
    app("DeleteTable"),
  ],
  [
    tellsPolicy,
    [made({ ResourcePolicy: "{}" })],
    admin("DeleteResourcePolicy", arn),
    app("GetResourcePolicy", arn, unknown),
  ],
  [
    tellsPolicy,
    [made(), app("PutResourcePolicy", policy("{}"), ofOurOwn)],
    admin("PutResourcePolicy", policy('{"Version":"2012-10-17"}')),
    app("GetResourcePolicy", arn, unknown),
  ],
  [
    tellsBackups,
    [made()],
    admin("UpdateContinuousBackups", recovery(true)),
    app("DescribeContinuousBackups", users, unknown),
  ],
  [
    exportsNot,
    [made()],
    admin("UpdateContinuousBackups", recovery(true)),
    app("ExportTableToPointInTime", exported, unknown),
  ],
  [
    tellsTags,
    [made(tagged)],
    admin("UntagResource", { ...arn, TagKeys: ["team"] }),
    app("ListTagsOfResource", arn, { text: '{"Tags":[]}' }),
  ],
  [describesByArn, [made()], admin("UpdateTable"), app("DescribeTable", byArn, refused)],
  [
    changesLater,
    [made(), app("UpdateTimeToLive", lifetime("expires"), ofOurOwn)],
    admin("DeleteTable"),
    app("UpdateTimeToLive", lifetime("until")),
  ],
  [
    tellsItem,
    [made(), app("PutItem", put("Ann"))],
    admin("PutItem", put("Bea")),
    app("PutItem", conditional, failed),
  ],
];

test.each(cases)("%s: of what another key has changed nothing is said", (id, before, change, asked) => {
  const alone = speakersOf([...before, asked]);
  const afterwards = speakersOf([...before, change, asked]);

  expect(alone).toContain(id);
  expect(afterwards).toEqual([]);
});

test.each(cases)("%s: a table of another name is another one", (id, before, change, asked) => {
  const named = JSON.parse(JSON.stringify(change.input).replaceAll("users", "all-users")) as Input;

  const speakers = speakersOf([...before, { ...change, input: named }, asked]);

  expect(speakers).toContain(id);
});

test.each(cases)("%s: who makes a table of the same name has another one", (id, before, _change, asked) => {
  const speakers = speakersOf([...before, { ...made(), key: "ADMIN" }, asked]);

  expect(speakers).toContain(id);
});

test.each(cases)("%s: in another region is another table", (id, before, change, asked) => {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  for (const step of before) state.learn({ call: callOf(step), answered: answeredOf(step), now: 1 });
  state.learn({ call: callOf(change, "eu-west-1"), answered: answeredOf(change), now: 2 });

  const speakers = state.all(callOf(asked), answeredOf(asked), 3);

  expect(speakers.map(({ contract }) => contract.id)).toContain(id);
});

test("a policy is told to nobody who may have a table of their own", () => {
  const speakers = speakersOf([
    made(),
    { ...made(), key: "ADMIN" },
    admin("PutResourcePolicy", policy("{}"), ofOurOwn),
    app("GetResourcePolicy", arn, unknown),
  ]);

  expect(speakers).toEqual([]);
});

test.each([
  ["DescribeContinuousBackups", users],
  ["ExportTableToPointInTime", exported],
])("%s tells nothing of the recovery of a table that another key has made", (operation, input) => {
  const speakers = speakersOf([{ ...made(), key: "ADMIN" }, app(operation, input, unknown)]);

  expect(speakers).toEqual([]);
});

test.each([
  ["UpdateContributorInsights", users],
  ["UpdateContinuousBackups", recovery(true)],
  ["ExportTableToPointInTime", exported],
  ["TransactGetItems", { TransactItems: [{ Get: { ...users, Key: id } }] }],
])("%s is about a table that is there, though that of another region or key is gone", (operation, input) => {
  const state = new ContractState(contractsOf("dynamodb"), { windows: {}, knowsAll: true });
  const asked = app(operation, input, unknown);
  const speakers = () => state.all(callOf(asked), answeredOf(asked), 3).map(({ contract }) => contract.id);
  const learn = (step: Step, region?: string) =>
    state.learn({ call: callOf(step, region), answered: answeredOf(step), now: 1 });
  for (const region of ["us-east-1", "eu-west-1"]) learn(made(), region);
  learn({ ...made(), key: "ADMIN" });

  learn(app("DeleteTable"), "eu-west-1");
  learn(admin("DeleteTable"));
  const whileThere = speakers();
  learn(app("DeleteTable"));
  const onceGone = speakers();

  expect(whileThere.filter((id) => /-needs-a-|that-is-there$/.test(id))).toEqual([]);
  expect(onceGone).toContainEqual(expect.stringMatching(/-needs-a-|that-is-there$/));
});
