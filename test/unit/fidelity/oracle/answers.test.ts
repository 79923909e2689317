import { describe, expect, test } from "vitest";
import {
  type Answered,
  type CallResult,
  operationOf,
  type ServiceName,
} from "../../../../src/clouds/index.ts";
import { AnswerOracle, type IsKnown } from "../../../../src/fidelity/oracle/answers.ts";
import type { PlaceDifference } from "../../../../src/fidelity/pair/performed.ts";
import type { Input } from "../../../../src/model/index.ts";

const sides = {
  emulator: {
    endpoint: "http://127.0.0.1:10000/devstoreaccount1",
    origin: "http://127.0.0.1:10000",
    readSas: "sv=1&sig=a",
    isOurs: true,
  },
  reference: {
    endpoint: "https://acme.blob.core.windows.net",
    origin: "https://acme.blob.core.windows.net",
    readSas: "sv=1&sig=b",
    isOurs: true,
  },
};

function oracleOf(service: ServiceName, isKnown?: IsKnown): AnswerOracle {
  return new AnswerOracle(service, sides, new Set(["fz000001"]), isKnown);
}

interface Said {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly code?: string;
  readonly message?: string;
  readonly attempts?: number;
}

function answered({ status = 200, headers = {}, body = "", attempts = 1, ...more }: Said): Answered {
  return { kind: "answered", via: "sdk", status, headers, body: Buffer.from(body), attempts, ...more };
}

interface Compared {
  readonly service?: ServiceName;
  readonly operation: string;
  readonly input?: Input;
  readonly oracle?: AnswerOracle;
}

function compared(
  { service = "azure-blob", operation, input = {}, oracle = oracleOf(service) }: Compared,
  emulator: Said | CallResult,
  reference: Said | CallResult,
): readonly PlaceDifference[] {
  const result = (one: Said | CallResult) => ("kind" in one ? one : answered(one));
  return oracle.compare({
    operation: operationOf(service, operation),
    input: { emulator: input, reference: input },
    emulator: result(emulator),
    reference: result(reference),
  });
}

const blob = { containerName: "fz000001", blob: "a" };
const properties = { operation: "Blob_GetProperties", input: blob };

describe("a refusal", () => {
  const refusal = { status: 409, code: "LeaseAlreadyPresent", message: "There is a lease." };

  test("is the same whatever it says to people, and however long it took", () => {
    const other = { ...refusal, message: "Nein.", headers: { etag: "x" }, body: "<Error/>", attempts: 4 };

    expect(compared({ operation: "Blob_AcquireLease" }, refusal, other)).toEqual([]);
  });

  test("that says nothing differs from one that says something, but not the other way round", () => {
    const { message: _, ...mute } = refusal;

    expect(compared({ operation: "Blob_AcquireLease" }, mute, refusal)).toEqual([
      { place: "response.message", emulator: null, reference: "There is a lease." },
    ]);
    expect(compared({ operation: "Blob_AcquireLease" }, refusal, mute)).toEqual([]);
    expect(compared(properties, mute, refusal)).toEqual([]);
  });

  test.each([
    ["the emulator", { status: 400, code: "UnknownOperationException" }],
    ["the reference", { status: 400, code: "ValidationException" }],
  ])("of an operation that %s does not have may say nothing", (_, mute) => {
    const told = { ...mute, message: "an unknown operation was requested: unknown operation" };

    expect(compared({ service: "dynamodb", operation: "ListImports" }, mute, told)).toEqual([]);
  });

  test("differs by status, by code, and then by its retries too", () => {
    const other = { status: 412, code: "LeaseLost", attempts: 4 };

    expect(compared({ operation: "Blob_AcquireLease" }, refusal, other)).toEqual([
      { place: "response.status", emulator: "409", reference: "412" },
      { place: "response.code", emulator: "LeaseAlreadyPresent", reference: "LeaseLost" },
      { place: "attempts", emulator: "1", reference: "4" },
    ]);
  });

  test("without a body may lack its code", () => {
    const [named, bare] = [{ status: 404, code: "BlobNotFound" }, { status: 404 }];

    expect(compared(properties, named, bare)).toEqual([]);
    expect(compared(properties, named, { status: 404, code: "ContainerNotFound" })).toHaveLength(1);
    expect(compared({ operation: "Blob_Download" }, named, bare)).toEqual([
      { place: "response.code", emulator: "BlobNotFound", reference: null },
    ]);
  });
});

describe("calls that are not answered", () => {
  const masked: CallResult = { kind: "masked", via: "sdk", message: "no such tier" };
  const failed: CallResult = { kind: "failed", via: "sdk", message: "socket hang up", attempts: 4 };

  test("are the same if both are kept back, or both fail", () => {
    expect(compared(properties, masked, masked)).toEqual([]);
    expect(compared(properties, failed, { ...failed, message: "read ECONNRESET" })).toEqual([]);
  });

  test("differ from those that are", () => {
    expect(compared(properties, failed, { status: 404, code: "BlobNotFound" })).toEqual([
      { place: "call", emulator: "failed: socket hang up", reference: "404 BlobNotFound" },
      { place: "attempts", emulator: "4", reference: "1" },
    ]);
  });
});

describe("the headers of a success", () => {
  test("are those that the interface declares, without what is made up", () => {
    const here = {
      etag: '"1"',
      "last-modified": "Wed, 31 Jan 2024 10:00:00 GMT",
      "x-ms-request-id": "r1",
      "x-ms-blob-type": "BlockBlob",
      "x-ms-copy-source": `${sides.emulator.endpoint}/c/a?sv=1&sig=a`,
      "x-ms-undeclared": "one",
    };
    const there = {
      ...here,
      etag: '"2"',
      "last-modified": "Thu, 01 Feb 2024 10:00:00 GMT",
      "x-ms-request-id": "r2",
      "x-ms-copy-source": `${sides.reference.endpoint}/c/a?sv=1&sig=b`,
      "x-ms-undeclared": "two",
    };

    expect(compared(properties, { headers: here }, { headers: there })).toEqual([]);
    expect(
      compared(properties, { headers: { ...here, "x-ms-meta-a": "1" } }, { headers: there }).map(
        ({ place }) => place,
      ),
    ).toEqual(["response.header.x-ms-meta-a"]);
  });

  test("tell by what is made up whether something has changed", () => {
    const oracle = oracleOf("azure-blob");
    const etag = (text: string) => ({ headers: { etag: text } });
    compared({ operation: "Blob_SetMetadata", input: blob, oracle }, etag("0x1"), etag("0xa"));

    const differences = compared({ ...properties, oracle }, etag("0x1"), etag("0xb"));

    expect(differences).toEqual([
      { place: "response.header.etag", emulator: "‹etag#1›", reference: "‹etag#2›" },
    ]);
  });

  test("tell nothing from what is made up", () => {
    const etag = (text: string) => ({ headers: { etag: text } });

    expect(compared(properties, etag('""'), etag('"0xa"'))).toEqual([
      { place: "response.header.etag", emulator: '""', reference: '"‹etag#1›"' },
    ]);
  });

  test("do not count for what a refusal said before", () => {
    const oracle = oracleOf("azure-blob");
    const refused = { status: 412, code: "ConditionNotMet" };
    compared({ ...properties, oracle }, { ...refused, headers: { etag: "only here" } }, refused);

    const again = compared(
      { ...properties, oracle },
      { headers: { etag: "0x1" } },
      { headers: { etag: "0xa" } },
    );

    expect(again).toEqual([]);
  });

  test("are what was sent where that comes back", () => {
    const leaseId = "1f812371-a41d-49e6-b123-f4b542e851c5";
    const input = { ...blob, proposedLeaseId: leaseId };
    const said = (id: string) => ({ status: 201, headers: { "x-ms-lease-id": id } });

    const differences = compared({ operation: "Blob_AcquireLease", input }, said(leaseId), said("another"));

    expect(differences.map(({ place }) => place)).toEqual(["response.header.x-ms-lease-id"]);
  });
});

describe("the body of a success", () => {
  const scan = { service: "dynamodb", operation: "Scan", input: { TableName: "fz000001" } } as const;
  const json = (value: unknown) => ({ body: JSON.stringify(value) });
  const tag = (key: string) => `<Tag><Key>${key}</Key><Value>1</Value></Tag>`;

  test("is compared by its type: without what is not declared, and without an order where there is none", () => {
    const here = json({ Count: 2, Items: [{ id: { S: "1" } }, { id: { S: "2" }, set: { SS: ["b", "a"] } }] });
    const there = json({
      Items: [{ id: { S: "2" }, set: { SS: ["a", "b"] } }, { id: { S: "1" } }],
      Count: 2,
      New: 1,
    });

    expect(compared(scan, here, there)).toEqual([]);
    expect(compared({ ...scan, operation: "Query" }, here, there)).not.toEqual([]);
  });

  test.each([
    ["azure-blob", "Blob_GetTags", ["<Tags><TagSet>", "</TagSet></Tags>"], tag("a"), tag("b")],
    ["s3", "GetBucketTagging", ["<Tagging><TagSet>", "</TagSet></Tagging>"], tag("a"), tag("b")],
    [
      "s3",
      "GetBucketAcl",
      ["<AccessControlPolicy><AccessControlList>", "</AccessControlList></AccessControlPolicy>"],
      "<Grant><Permission>READ</Permission></Grant>",
      "<Grant><Permission>WRITE</Permission></Grant>",
    ],
  ] as const)("of %s %s lists in any order", (service, operation, [begin, end], one, other) => {
    const list = (...items: readonly string[]) => ({ body: `${begin}${items.join("")}${end}` });
    const call = { service, operation, input: {} };

    expect(compared(call, list(one, other), list(other, one))).toEqual([]);
    expect(compared(call, list(one, other), list(one))).not.toEqual([]);
  });

  test("differs by a field, and nothing is told twice", () => {
    const differences = compared(scan, json({ Count: 1, Items: [] }), json({ Count: 2 }));

    expect(differences).toEqual([
      { place: "response.body.Count", emulator: "1", reference: "2" },
      { place: "response.body.Items[]", emulator: "0 items", reference: null },
    ]);
  });

  test("in XML may leave out what is empty, and tells whose it is by nobody's name", () => {
    const list = (rest: string) => ({
      body: `<ListBucketResult><Name>b</Name><MaxKeys>1</MaxKeys><IsTruncated>false</IsTruncated>${rest}</ListBucketResult>`,
    });
    const object = (owner: string) =>
      `<Contents><Key>a</Key><Owner><ID>${owner}</ID></Owner><Size>1</Size></Contents>`;
    const call = { service: "s3", operation: "ListObjectsV2", input: { Bucket: "b" } } as const;

    expect(compared(call, list(`<Prefix/>${object("1")}`), list(object("2")))).toEqual([]);
    expect(compared(call, list(object("1")), list(object("1").replace(/<Owner.*Owner>/, "")))).toEqual([
      { place: "response.body.Contents[].Owner", emulator: '"somebody"', reference: null },
    ]);
  });

  test("must be what its type says on both sides or on none", () => {
    const differences = compared(
      { operation: "Blob_GetTags", input: blob },
      { body: "<Tags>" },
      { body: "<Tags><TagSet/></Tags>" },
    );
    const alike = compared({ operation: "Blob_GetTags", input: blob }, { body: "" }, { body: "oops" });

    expect(differences).toHaveLength(1);
    expect(differences[0]?.place).toBe("response.body");
    expect(alike).toEqual([]);
  });

  test("is bytes where it is the user's own", () => {
    const input = blob;

    expect(compared({ operation: "Blob_Download", input }, { body: "hello" }, { body: "hello" })).toEqual([]);
    expect(compared({ operation: "Blob_Download", input }, { body: "hello" }, { body: "hullo" })).toEqual([
      { place: "response.body.(text)", emulator: "hello", reference: "hullo" },
    ]);
  });

  test("tells no secret, and no count that comes late", () => {
    const session = (key: string) => ({
      body: `<CreateSessionResult><Credentials><SecretAccessKey>${key}</SecretAccessKey></Credentials></CreateSessionResult>`,
    });
    const table = (ItemCount: number) => json({ Table: { TableName: "fz000001", ItemCount } });
    const describeTable = { ...scan, operation: "DescribeTable" };

    const unequal = compared(
      { service: "s3", operation: "CreateSession", input: { Bucket: "b" } },
      session("one"),
      { body: "<CreateSessionResult><Credentials/></CreateSessionResult>" },
    );

    expect(JSON.stringify(unequal)).toContain("a secret");
    expect(JSON.stringify(unequal)).not.toContain("one");
    expect(
      compared(
        { service: "s3", operation: "CreateSession", input: { Bucket: "b" } },
        session("one"),
        session("two"),
      ),
    ).toEqual([]);
    expect(compared(describeTable, table(0), table(1))).toEqual([]);
  });

  test("tells nothing of what others have in the account", () => {
    const tables = { service: "dynamodb", operation: "ListTables" } as const;

    expect(
      compared(tables, json({ TableNames: ["fz000001", "a"] }), json({ TableNames: ["b", "fz000001"] })),
    ).toEqual([]);
    expect(compared(tables, json({ TableNames: ["fz000001"] }), json({ TableNames: ["b"] }))).not.toEqual([]);
    const cut = json({ TableNames: ["a"], LastEvaluatedTableName: "a" });
    expect(compared(tables, cut, json({ TableNames: ["fz000001"] }))).toEqual([]);
  });
});

describe("a message", () => {
  const begun = Date.UTC(2026, 10, 16, 3, 4, 5);
  const date = (seconds: number) => new Date(begun + seconds * 1000).toUTCString();
  const enqueue = { service: "azure-queue", operation: "Messages_Enqueue", input: {} } as const;
  const never = "Fri, 31 Dec 9999 23:59:59 GMT";

  /** What is answered to one that was put there so many seconds after the first. */
  function enqueued(at: number, expires: string, visible = date(at)): Said {
    const fields = { MessageId: "m", InsertionTime: date(at), ExpirationTime: expires };
    const held = { PopReceipt: "r", TimeNextVisible: visible };
    const elements = Object.entries({ ...fields, ...held }).map(
      ([name, text]) => `<${name}>${text}</${name}>`,
    );
    return {
      status: 201,
      headers: { date: date(at + 1) },
      body: `<QueueMessagesList><QueueMessage>${elements.join("")}</QueueMessage></QueueMessagesList>`,
    };
  }

  test("lives as long on both sides, whenever that ends", () => {
    expect(compared(enqueue, enqueued(0, date(60)), enqueued(40, date(100)))).toEqual([]);
    expect(compared(enqueue, enqueued(0, date(60)), enqueued(0, date(62)))).toEqual([]);
    expect(compared(enqueue, enqueued(0, never), enqueued(40, never))).toEqual([]);
  });

  test("that lives for another time differs", () => {
    const week = 604_800;

    const ignored = compared(enqueue, enqueued(0, date(week)), enqueued(40, date(40 + 86_400)));
    const endless = compared(enqueue, enqueued(0, date(week)), enqueued(0, never));

    const place = "response.body.[].ExpirationTime";
    expect(ignored).toEqual([
      {
        place,
        emulator: "‹604800 s after InsertionTime›",
        reference: "‹86400 s after InsertionTime›",
      },
    ]);
    expect(endless).toEqual([{ place, emulator: "‹604800 s after InsertionTime›", reference: "‹never›" }]);
  });

  test("that is hidden until another time after the answer differs", () => {
    const here = enqueued(0, date(60), date(0));
    const there = enqueued(40, date(100), date(70));

    expect(compared(enqueue, here, there)).toEqual([
      {
        place: "response.body.[].TimeNextVisible",
        emulator: "‹-1 s after date›",
        reference: "‹29 s after date›",
      },
    ]);
  });

  test("whose time is known to differ is looked past", () => {
    const oracle = oracleOf("azure-queue", (_, { place }) => place === "response.body.[].ExpirationTime");

    expect(compared({ ...enqueue, oracle }, enqueued(0, date(60)), enqueued(0, date(600)))).toEqual([]);
  });
});

test("what is known is looked past, and gives no names to what follows", () => {
  const oracle = oracleOf("azure-blob", (_, { place }) => place === "response.header.etag");
  compared({ ...properties, oracle }, { headers: { etag: "a" } }, {});
  const snapshot = (text: string) => ({ status: 201, headers: { etag: "e", "x-ms-snapshot": text } });

  const differences = compared(
    { operation: "Blob_CreateSnapshot", input: blob, oracle },
    snapshot("1"),
    snapshot("2"),
  );

  expect(differences).toEqual([]);
});

describe("what an account is set to", () => {
  const setTo = (version: string): Said => ({
    headers: { "content-type": "application/xml" },
    body: `<StorageServiceProperties><Logging><Version>${version}</Version></Logging></StorageServiceProperties>`,
  });
  const [none, ours] = [setTo("1.0"), setTo("2.0")];
  const operation = "Service_GetProperties";

  test("is compared where nobody else has set anything", () => {
    expect(compared({ operation }, none, ours)).not.toEqual([]);
  });

  test("is its owner's where one of the sides runs already", () => {
    const url = { ...sides.reference, isOurs: false };
    const oracle = new AnswerOracle("azure-blob", { ...sides, reference: url }, new Set());

    expect(compared({ operation, oracle }, none, ours)).toEqual([]);
    expect(compared({ operation, oracle }, none, { status: 403 })).not.toEqual([]);
  });

  test("is the same where both lead to the same account", () => {
    const url = { ...sides.reference, isOurs: false };
    const oracle = new AnswerOracle("azure-blob", { emulator: url, reference: url }, new Set());

    expect(compared({ operation, oracle }, none, ours)).not.toEqual([]);
  });
});

test.each([
  ["azure-table", "Table_InsertEntity", []],
  ["azure-blob", "BlockBlob_Upload", ["response.header.etag"]],
] as const)(
  "%s: whether two things that were made at once have the same tag",
  (service, operation, places) => {
    const oracle = oracleOf(service);
    const tagged = (etag: string) => ({
      status: operation === "Table_InsertEntity" ? 204 : 201,
      headers: { etag },
    });

    const first = compared({ service, operation, oracle }, tagged('W/"1"'), tagged('W/"7"'));
    const second = compared({ service, operation, oracle }, tagged('W/"1"'), tagged('W/"8"'));

    expect(first).toEqual([]);
    expect(second.map(({ place }) => place)).toEqual(places);
  },
);
