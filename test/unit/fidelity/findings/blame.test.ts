import { expect, test } from "vitest";
import type { CallResult, ServiceName, State } from "../../../../src/clouds/index.ts";
import type { Sequence, Step } from "../../../../src/explore/index.ts";
import { whoIsToBlame } from "../../../../src/fidelity/findings/blame.ts";
import type { Side } from "../../../../src/fidelity/index.ts";
import { performer } from "../../../../src/fidelity/pair/perform.ts";
import { answered, type Calls, sideThat } from "../told-side.ts";

function step(operation: string, input: Step["input"]): Step {
  return { operation, input, caller: "owner", tries: { kind: "valid" } };
}

function gives(body: string, headers: Readonly<Record<string, string>> = {}): CallResult {
  return { ...answered(200, headers), body: Buffer.from(body) } as CallResult;
}

function refuses(status: number, code: string): CallResult {
  return { ...answered(status), code } as CallResult;
}

/** What a side answers to reads, by their names, and what it shows; all else succeeds and says nothing. */
interface Telling {
  readonly answers?: Readonly<Record<string, CallResult>>;
  readonly state?: State;
}

function sideOf(service: ServiceName, { answers = {}, state = {} }: Telling): Side {
  const told = (_: unknown, calls: Calls) => answers[calls.at(-1)?.operation ?? ""] ?? answered(200);
  return Object.defineProperty(
    sideThat(told, () => state),
    "service",
    { value: service },
  );
}

interface Trial {
  readonly service: ServiceName;
  readonly sequence: Sequence;
  readonly emulator: Telling;
  readonly reference: Telling;
  /** How often somebody may perform before it is late. */
  readonly most?: number;
}

/** Who is to blame, and how often the calls were performed to find out. */
async function tried({ service, sequence, most = 100, ...sides }: Trial) {
  const pair = { emulator: sideOf(service, sides.emulator), reference: sideOf(service, sides.reference) };
  const perform = performer(pair);
  const { discrepancy } = await perform(sequence);
  if (discrepancy?.manifestation !== "state") expect.fail("the states agree");
  let performances = 0;
  const blame = await whoIsToBlame(
    { sequence, discrepancy },
    {
      perform: (...given) => {
        performances++;
        return perform(...given);
      },
      service,
      isLate: () => performances >= most,
    },
  );
  return { blame: typeof blame === "object" ? blame.sequence.at(-1)?.operation : blame, performances };
}

const queue = { queueName: "ts000000" };

function policies(...ids: readonly string[]): CallResult {
  const each = ids.map(
    (id) =>
      `<SignedIdentifier><Id>${id}</Id><AccessPolicy><Permission>r</Permission></AccessPolicy></SignedIdentifier>`,
  );
  return gives(`<?xml version="1.0"?><SignedIdentifiers>${each.join("")}</SignedIdentifiers>`);
}

/** An emulator that keeps a policy which was to be removed. */
const keptPolicy: Trial = {
  service: "azure-queue",
  sequence: [step("Queue_Create", queue), step("Queue_SetAccessPolicy", { ...queue, queueAcl: [] })],
  emulator: {
    answers: { Queue_GetAccessPolicy: policies("id1") },
    state: { policies: { id1: { permissions: "r" } } },
  },
  reference: { answers: { Queue_GetAccessPolicy: policies() }, state: { policies: {} } },
};

test.concurrent("who reads something else does not clear a read of what the reference has not", async ({
  expect,
}) => {
  expect((await tried(keptPolicy)).blame).toBe("unknown");
});

test.concurrent("nor of what the reference has empty", async ({ expect }) => {
  const reference = { ...keptPolicy.reference, state: { policies: [] } };

  expect((await tried({ ...keptPolicy, reference })).blame).toBe("unknown");
});

test.concurrent("nor does one that differs in something else accuse the change", async ({ expect }) => {
  const counting = (count: string) => answered(200, { "x-ms-approximate-messages-count": count });
  const { emulator, reference } = keptPolicy;

  const { blame } = await tried({
    ...keptPolicy,
    emulator: { ...emulator, answers: { ...emulator.answers, Queue_GetProperties: counting("1") } },
    reference: { ...reference, answers: { ...reference.answers, Queue_GetProperties: counting("2") } },
  });

  expect(blame).toBe("unknown");
});

test.concurrent("a read that shows something else than what differs in the state is not shown to be wrong", async ({
  expect,
}) => {
  const { blame, performances } = await tried({
    ...keptPolicy,
    emulator: { ...keptPolicy.emulator, answers: { Queue_GetAccessPolicy: policies("other") } },
    reference: {
      ...keptPolicy.reference,
      answers: { Queue_GetAccessPolicy: refuses(409, "QueueBeingDeleted") },
    },
  });

  expect({ blame, performances }).toEqual({ blame: "unknown", performances: 1 });
});

const entity = { table: "ts000000", partitionKey: "p", rowKey: "r1" };
const stored = { PartitionKey: "p", RowKey: "r1", colour: "gold" };
const one = "Table_QueryEntitiesWithPartitionAndRowKey";

function listing(...entities: readonly object[]): Telling {
  const state = { entities: Object.fromEntries(entities.map((of) => ['["p","r1"]', { ...of }])) };
  return { answers: { Table_QueryEntities: gives(JSON.stringify({ value: entities })) }, state };
}

/** Sides of which the emulator lists an entity, or not, otherwise than the reference; and what they tell of it alone. */
function tableTrial(
  [own, emulator]: readonly [Telling, CallResult],
  [other, reference]: readonly [Telling, CallResult],
): Trial {
  const and = (telling: Telling, alone: CallResult): Telling => ({
    ...telling,
    answers: { ...telling.answers, [one]: alone },
  });
  return {
    service: "azure-table",
    sequence: [
      step("Table_Create", { tableProperties: { TableName: "ts000000" } }),
      step("Table_DeleteEntity", { ...entity, ifMatch: "*" }),
    ],
    emulator: and(own, emulator),
    reference: and(other, reference),
  };
}

const missing = refuses(404, "ResourceNotFound");
const there = gives(JSON.stringify(stored));

test.concurrent("who lists what is not there is to blame where one that asks for it is told so on both sides", async ({
  expect,
}) => {
  expect((await tried(tableTrial([listing(stored), missing], [listing(), missing]))).blame).toBe(
    "Table_QueryEntities",
  );
});

test.concurrent("who has not removed it is to blame where one that asks for it is given it", async ({
  expect,
}) => {
  expect((await tried(tableTrial([listing(stored), there], [listing(), missing]))).blame).toBe("writer");
});

test.concurrent("who lists too little is to blame where one that asks for it is given it on both sides", async ({
  expect,
}) => {
  expect((await tried(tableTrial([listing(), there], [listing(stored), there]))).blame).toBe(
    "Table_QueryEntities",
  );
});

test.concurrent("who has not made it is to blame where one that asks for it misses it", async ({
  expect,
}) => {
  expect((await tried(tableTrial([listing(), missing], [listing(stored), there]))).blame).toBe("writer");
});

test.concurrent("one that misses it where it is there, and has it where it is not, says nothing", async ({
  expect,
}) => {
  expect((await tried(tableTrial([listing(stored), missing], [listing(), there]))).blame).toBe("unknown");
});

test.concurrent("one that asks for something else says nothing of what is not there", async ({ expect }) => {
  const trial = tableTrial([listing(stored), missing], [listing(), missing]);
  const elsewhere = trial.sequence.map((of) => ({
    ...of,
    ...("rowKey" in of.input && { input: { ...of.input, rowKey: "r2" } }),
  }));

  expect((await tried({ ...trial, sequence: elsewhere })).blame).toBe("unknown");
});

test.concurrent("an object says nothing of an upload of the same name", async ({ expect }) => {
  const object = { Bucket: "ts000000", Key: "k" };
  const uploads = (...keys: readonly string[]) =>
    gives(
      `<ListMultipartUploadsResult>${keys.map((key) => `<Upload><Key>${key}</Key><StorageClass>STANDARD</StorageClass></Upload>`).join("")}</ListMultipartUploadsResult>`,
    );
  const noSuchKey = { HeadObject: refuses(404, "NotFound"), GetObject: refuses(404, "NoSuchKey") };

  const { blame } = await tried({
    service: "s3",
    sequence: [
      step("CreateBucket", { Bucket: "ts000000" }),
      step("AbortMultipartUpload", { ...object, UploadId: "u" }),
    ],
    emulator: {
      answers: { ...noSuchKey, ListMultipartUploads: uploads("k") },
      state: { uploads: { k: { StorageClass: "STANDARD" } } },
    },
    reference: { answers: { ...noSuchKey, ListMultipartUploads: uploads() }, state: { uploads: {} } },
  });

  expect(blame).toBe("unknown");
});

test.concurrent("a single value that a read leaves out is told of by another", async ({ expect }) => {
  const counted = answered(200, { "x-ms-approximate-messages-count": "1" });
  const trial: Trial = {
    service: "azure-queue",
    sequence: [step("Queue_Create", queue), step("Messages_Clear", queue)],
    emulator: { answers: { Queue_GetPropertiesWithHead: counted }, state: { properties: {} } },
    reference: {
      answers: { Queue_GetProperties: counted, Queue_GetPropertiesWithHead: counted },
      state: { properties: { approximateMessagesCount: 1 } },
    },
  };

  expect((await tried(trial)).blame).toBe("Queue_GetProperties");
  expect((await tried({ ...trial, emulator: { state: { properties: {} } } })).blame).toBe("writer");
});

test.concurrent.for([0, 1])(
  "where it is late after %i performances, nobody can tell, and nobody is asked",
  async (most, { expect }) => {
    const trial = tableTrial([listing(stored), there], [listing(), missing]);

    expect(await tried({ ...trial, most })).toEqual({ blame: "unknown", performances: most });
  },
);
