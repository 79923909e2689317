import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import {
  exampleOf,
  furtherExamplesOf,
  interfaceOf,
  operationOf,
  type ServiceName,
} from "../../../../src/clouds/index.ts";
import { type Planned, Resources, Schedule, type Step } from "../../../../src/explore/index.ts";
import { valuesAt } from "../../../../src/model/index.ts";

function scheduleOf(service: ServiceName, seed = 1): Schedule {
  return new Schedule({
    resources: new Resources(interfaceOf(service)),
    example: (operation) => exampleOf(service, operation),
    furtherExamples: (operation) => furtherExamplesOf(service, operation),
    denials: () => [],
    seed,
  });
}

/** The sequences of so many calls, where only some are refused. */
function planned(
  service: ServiceName,
  calls: number,
  isRefused: (step: Step, sequence: readonly Step[]) => boolean = () => false,
  seed = 1,
): readonly (readonly Step[])[] {
  const schedule = scheduleOf(service, seed);
  const plans: Planned[] = [];
  for (let made = 0; made < calls; made += plans.at(-1)?.sequence.length ?? calls) {
    const plan = schedule.next();
    plans.push(plan);
    const outcomes = plan.sequence.map((step) => {
      const refused = step.tries.kind !== "valid" || isRefused(step, plan.sequence);
      return {
        outcome: refused ? "400 No" : "200",
        isSuccess: !refused,
        isRefused: refused,
        gave: () => !refused,
      };
    });
    schedule.learn(plan, outcomes);
  }
  return plans.map(({ sequence }) => sequence);
}

function isValid({ tries, caller }: Step): boolean {
  return tries.kind === "valid" && caller === "owner";
}

describe.each(["azure-blob", "azure-queue", "azure-table", "s3", "dynamodb"] as const)("%s", (service) => {
  const sequences = planned(service, 3000);
  const steps = sequences.flat().filter(isValid);
  const { operations } = interfaceOf(service);
  const resources = new Resources(interfaceOf(service));
  const isCommon = (parameter: string) => resources.isCommon(parameter);

  test("every operation that changes something is called validly several times, and not only plainly", () => {
    for (const { name, readOnly, parameters } of operations) {
      if (readOnly) continue;
      const own = steps.filter(({ operation }) => operation === name);
      expect(own.length, name).toBeGreaterThan(2);
      const isPlainOnly = parameters.every(
        ({ name: parameter, required }) => required || isCommon(parameter),
      );
      if (!isPlainOnly) expect(new Set(own.map(({ input }) => text(input))).size, name).toBeGreaterThan(1);
    }
  });

  test("reads do not take most of the calls", () => {
    const reads = sequences.flat().filter(({ operation }) => operationOf(service, operation).readOnly);

    expect(reads.length).toBeLessThan(sequences.flat().length * 0.6);
  });

  test("the same seed plans the same", () => {
    expect(planned(service, 1500)).toEqual(planned(service, 1500));
  });
});

function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}

/** Names of things that lie beside each other when an operation is called, by the place of the name. */
test.each([
  ["azure-blob", "Blob_Delete", "BlockBlob_Upload", "blob"],
  ["azure-table", "Table_DeleteEntity", "Table_InsertEntity", "tableEntityProperties.RowKey"],
  ["s3", "DeleteObject", "PutObject", "Key"],
  ["dynamodb", "DeleteItem", "PutItem", "Item[].S"],
] as const)("%s: %s is called where there are two of them", (service, deleting, making, path) => {
  // A statement finds nothing in a table into which nothing was put.
  const isFinding = ({ operation }: Step) => operation.includes("Execute");
  const beside = planned(service, 3000, isFinding).filter((sequence) => {
    const at = sequence.findIndex((step) => step.operation === deleting && isValid(step));
    const names = sequence
      .slice(0, Math.max(0, at))
      .filter(({ operation }) => operation === making)
      .flatMap(({ input }) => valuesAt(input, path));
    return new Set(names).size > 1;
  });

  expect(beside.length).toBeGreaterThan(0);
});

test("a message is deleted by its own receipt, while another is there", () => {
  // Nothing is found in a queue into which nothing was put.
  const isEmpty = ({ operation }: Step) => operation === "Messages_Dequeue";
  const deletions = planned("azure-queue", 3000, isEmpty).flatMap((sequence) => {
    const at = sequence.findIndex((step) => step.operation === "MessageId_Delete" && isValid(step));
    const sent = sequence
      .slice(0, Math.max(0, at))
      .filter(({ operation }) => operation === "Messages_Enqueue");
    return sent.length > 1 ? sequence.slice(at, at + 1) : [];
  });

  expect(deletions.length).toBeGreaterThan(0);
  for (const { input } of deletions) {
    const { $from, at } = Object(input["popReceipt"]);
    // A message that was changed since has another receipt.
    if (String(at).startsWith("body")) expect($from).toBe(Object(input["messageId"]).$from);
  }
});

describe("conditions", () => {
  const tagged = (service: ServiceName, name: string, header: string) =>
    planned(service, 3000)
      .flatMap((sequence) => sequence.map((step, at) => ({ step, before: sequence.slice(0, at) })))
      .filter(({ step }) => step.operation === name && isValid(step) && step.input[header] !== undefined);

  test("are given that hold, and that do not", () => {
    const values = tagged("azure-table", "Table_UpdateEntity", "ifMatch").map(
      ({ step }) => typeof step.input["ifMatch"],
    );

    expect(new Set(values)).toEqual(new Set(["string", "object"]));
  });

  test("that nothing may be there are given where something is", () => {
    const over = tagged("azure-blob", "BlockBlob_Upload", "ifNoneMatch").filter(({ step, before }) =>
      before.some(
        ({ operation, input }) => operation === "BlockBlob_Upload" && input["blob"] === step.input["blob"],
      ),
    );

    expect(over.map(({ step }) => step.input["ifNoneMatch"])).toContain("*");
  });
});

test("conditions that were not come to are given again", () => {
  const schedule = scheduleOf("azure-table");
  const isConditional = ({ operation, input, tries }: Step) =>
    operation === "Table_UpdateEntity" && tries.kind === "valid" && typeof input["ifMatch"] === "object";
  const performed: boolean[] = [];
  for (let plans = 0; plans < 600; plans++) {
    const plan = schedule.next();
    const at = plan.round === undefined ? -1 : plan.sequence.findIndex(isConditional);
    const end = at >= 0 && performed.length < 2 ? at : plan.sequence.length;
    if (at >= 0) performed.push(end > at);
    const done = { outcome: "200", isSuccess: true, isRefused: false, gave: () => true };
    schedule.learn(
      plan,
      plan.sequence.slice(0, end).map(() => done),
    );
  }

  expect(performed.slice(0, 3)).toEqual([false, false, true]);
});

test("what can be done only once is done to another thing each time, and what is only wrong with its options is not", () => {
  const thingsOf = (isRefused: (step: Step, before: readonly Step[]) => boolean) => {
    const schedule = scheduleOf("azure-blob");
    const rounds: Step[][] = [];
    for (let plans = 0; plans < 2500; plans++) {
      const plan = schedule.next();
      const outcomes = plan.sequence.map((step, at) => {
        const refused = isRefused(step, plan.sequence.slice(0, at));
        return {
          outcome: refused ? "409 No" : "200",
          isSuccess: !refused,
          isRefused: refused,
          gave: () => !refused,
        };
      });
      if (plan.round?.of.operation.name === "Blob_AcquireLease") rounds.push([...plan.sequence]);
      schedule.learn(plan, outcomes);
    }
    const own = rounds.map((steps) => steps.filter(({ operation }) => operation === "Blob_AcquireLease"));
    return own.filter((steps) => {
      const blobs = new Set(steps.map(({ input }) => input["blob"]));
      return steps.length > 1 && blobs.size === steps.length;
    }).length;
  };
  const isLease = ({ operation }: Step) => operation === "Blob_AcquireLease";
  const once = thingsOf(
    (step, before) =>
      isLease(step) && before.some((one) => isLease(one) && one.input["blob"] === step.input["blob"]),
  );
  const ofOptions = thingsOf((step) => isLease(step) && step.input["proposedLeaseId"] !== undefined);

  expect(once).toBeGreaterThan(0);
  expect(ofOptions).toBe(0);
});

test.each([
  ["s3", "CreateBucket", "Bucket"],
  ["azure-blob", "Container_Create", "containerName"],
  ["dynamodb", "CreateTable", "TableName"],
] as const)("%s: %s is called for what is there already", (service, name, path) => {
  const again = planned(service, 3000).filter((sequence) => {
    const names = sequence
      .filter((step) => step.operation === name && isValid(step))
      .map(({ input }) => input[path]);
    return new Set(names).size < names.length;
  });

  expect(again.length).toBeGreaterThan(0);
});

test("what holds others is removed, and made again", () => {
  const full = planned("s3", 3000).filter((sequence) => {
    const names = sequence.map(({ operation }) => operation);
    const removed = names.indexOf("DeleteBucket");
    return (
      removed > 0 &&
      names.slice(0, removed).includes("PutObject") &&
      names.indexOf("CreateBucket", removed) > 0
    );
  });

  expect(full.length).toBeGreaterThan(0);
});

test("an item is put over another with each choice of what is answered", () => {
  const choices = planned("dynamodb", 3000).flatMap((sequence) =>
    sequence
      .filter(({ operation }, at) => {
        const isPut = operation === "PutItem";
        return isPut && sequence.slice(0, at).some((before) => before.operation === "PutItem");
      })
      .map(({ input }) => input["ReturnValues"]),
  );

  expect(new Set(choices)).toContain("ALL_OLD");
});

test.each([
  ["dynamodb", "PutItem", ["TableName", "Item.id"], "Item"],
  ["azure-blob", "BlockBlob_Upload", ["containerName", "blob"], "metadata"],
] as const)("%s %s is made over one that had more", (service, name, naming, more) => {
  const made = (step: Step) => step.operation === name && isValid(step);
  const count = (step: Step) => Object.keys(Object(step.input[more])).length;
  const isSame = (one: Step, other: Step) =>
    naming.every((path) => isDeepStrictEqual(valuesAt(one.input, path), valuesAt(other.input, path)));
  const lacking = planned(service, 6000).flatMap((sequence) =>
    sequence.filter((step, at) => {
      const before = sequence.slice(0, at).findLast((other) => made(other) && isSame(other, step));
      return made(step) && before !== undefined && count(before) > count(step);
    }),
  );

  expect(lacking.length).toBeGreaterThan(0);
});

test.each([
  ["s3", "DeleteObjects", "Delete.Objects[].Key"],
  ["dynamodb", "BatchWriteItem", "RequestItems[][].PutRequest.Item"],
] as const)(
  "%s %s is given several things, and what becomes of the last one shows",
  (service, name, path) => {
    const several = planned(service, 1500).filter((sequence) => {
      const at = sequence.findIndex((step) => step.operation === name && isValid(step));
      const things = valuesAt(sequence[at]?.input ?? {}, path).map((thing) => JSON.stringify(thing));
      const later = sequence
        .slice(at + 1)
        .filter(({ operation }) => !operationOf(service, operation).readOnly);
      const isLeft = !JSON.stringify(later).includes(things.at(-1) ?? "");
      return isLeft && things.length > 1 && new Set(things).size === things.length;
    });

    expect(several.length).toBeGreaterThan(0);
  },
);

test("what takes a setting away is first tried where it was set", () => {
  const taken = planned("s3", 1000).find(
    (sequence) =>
      sequence.some((step) => step.operation === "DeleteBucketWebsite" && isValid(step)) &&
      sequence.length > 2,
  );
  const operations = taken?.map(({ operation }) => operation) ?? [];

  expect(operations.indexOf("PutBucketWebsite")).toBeGreaterThan(-1);
  expect(operations.indexOf("PutBucketWebsite")).toBeLessThan(operations.indexOf("DeleteBucketWebsite"));
});

test("options that are refused together are tried apart", () => {
  const isKeyed = ({ operation, input }: Step) =>
    operation === "Blob_SetMetadata" && input["encryptionKey"] !== undefined;
  const set = planned("azure-blob", 3000, isKeyed)
    .flat()
    .filter((step) => step.operation === "Blob_SetMetadata" && !isKeyed(step))
    .map(({ input }) => Object.keys(Object(input["metadata"])).length);

  expect(set.filter((count) => count > 0).length).toBeGreaterThan(0);
});

test("what an operation has to be given is another than the plain one early on", () => {
  const own = planned("azure-blob", 3000).flat().filter(isValid);
  const tiers = own.filter(({ operation }) => operation === "Blob_SetTier").map(({ input }) => input["tier"]);
  const tags = own
    .filter(({ operation }) => operation === "Blob_SetTags")
    .map(({ input }) => new Set(valuesAt(input, "tags.BlobTagSet[].Key")).size);

  expect(new Set(tiers).size).toBeGreaterThan(1);
  expect(tags).toContain(2);
});

test("several blocks are staged, each by an id of the same length, before they are committed together", () => {
  const committed = planned("azure-blob", 3000).flatMap((sequence) => {
    const at = sequence.findIndex(
      ({ operation, input }) =>
        operation === "BlockBlob_CommitBlockList" && valuesAt(input, "blocks.Latest[]").length > 1,
    );
    const staged = sequence
      .slice(0, Math.max(0, at))
      .filter(({ operation }) => operation.startsWith("BlockBlob_StageBlock"))
      .map(({ input }) => input["blockId"]);
    return at < 0 ? [] : [{ ids: valuesAt(sequence[at]?.input ?? {}, "blocks.Latest[]"), staged }];
  });
  const whole = committed.filter(({ ids, staged }) => ids.every((id) => staged.includes(id)));

  expect(whole.length).toBeGreaterThan(0);
  for (const { ids } of whole) {
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => String(id).length)).size).toBe(1);
  }
});

test("where the thing could not be made, the options that were meant for it are tried on another", () => {
  const schedule = scheduleOf("azure-blob");
  const tiers: unknown[] = [];
  let spoilt = 0;
  for (let plans = 0; plans < 1500; plans++) {
    const plan = schedule.next();
    const isOfTiers = plan.round?.of.operation.name === "Blob_SetTier";
    const isSpoilt = isOfTiers && spoilt++ < 2;
    const outcomes = plan.sequence.map((step) => {
      const isRefused = isSpoilt && step.operation !== "Container_Create";
      if (isOfTiers && !isRefused && step.operation === "Blob_SetTier") tiers.push(step.input["tier"]);
      return {
        outcome: isRefused ? "404 No" : "200",
        isSuccess: !isRefused,
        isRefused,
        gave: () => !isRefused,
      };
    });
    schedule.learn(plan, outcomes);
  }

  expect(spoilt).toBeGreaterThan(2);
  expect(new Set(tiers)).toContain("Cool");
});

test("where there can be only one thing of a kind, the second one is made in another place", () => {
  const isLease = ({ operation }: Step) => operation === "Blob_AcquireLease";
  const isTaken = (step: Step, sequence: readonly Step[]) => {
    const before = sequence.slice(0, sequence.indexOf(step)).filter(isLease);
    return isLease(step) && before.some(({ input }) => input["blob"] === step.input["blob"]);
  };
  const onTwo = planned("azure-blob", 6000, isTaken).filter((sequence) => {
    const at = sequence.findIndex((step) => step.operation === "Blob_RenewLease" && isValid(step));
    const leased = sequence.slice(0, Math.max(0, at)).filter((step) => isLease(step) && isValid(step));
    return new Set(leased.map(({ input }) => input["blob"])).size > 1;
  });

  expect(onTwo.length).toBeGreaterThan(0);
});

test("a lease that is given is that of the thing which is named, and not of what it lies in", () => {
  const renewals = planned("azure-blob", 3000).flatMap((sequence) => {
    const at = sequence.findIndex((step) => step.operation === "Blob_RenewLease" && isValid(step));
    const { $from } = Object(sequence[at]?.input["leaseId"]);
    return typeof $from === "number" ? [sequence[$from]?.operation.split("_")[0]] : [];
  });

  expect(renewals.length).toBeGreaterThan(0);
  expect(renewals.filter((of) => of === "Blob").length).toBeGreaterThan(renewals.length / 2);
});

test("what empties a thing is called where there are two things in it", () => {
  const emptied = planned("azure-queue", 1500).filter((sequence) => {
    const at = sequence.findIndex((step) => step.operation === "Messages_Clear" && isValid(step));
    const sent = sequence
      .slice(0, Math.max(0, at))
      .filter(({ operation }) => operation === "Messages_Enqueue");
    return sent.length > 1;
  });

  expect(emptied.length).toBeGreaterThan(0);
});

test("what asks for some of the things is called where there are two of them", () => {
  const asked = planned("azure-table", 1500).flatMap((sequence) => {
    const at = sequence.findIndex(({ operation, input }) => {
      return operation === "Table_QueryEntities" && input["filter"] === "RowKey ge 'a'";
    });
    const rows = sequence
      .slice(0, Math.max(0, at))
      .filter(({ operation }) => operation === "Table_InsertEntity")
      .flatMap(({ input }) => valuesAt(input, "tableEntityProperties.RowKey"));
    return at < 0 ? [] : [new Set(rows).size];
  });

  expect(asked).toContain(2);
});

/** How often an operation is called on something that was made with metadata, but for its own making. */
function timesOnMetadata(service: ServiceName, operation: string, isRefused = (_: Step) => false): number {
  const maker = service === "s3" ? "PutObject" : "BlockBlob_Upload";
  const [name, metadata] = service === "s3" ? ["Key", "Metadata"] : ["blob", "metadata"];
  return planned(service, 3000, isRefused).filter((sequence) => {
    const at = sequence.findIndex((step) => step.operation === operation && isValid(step));
    return sequence.slice(0, Math.max(0, at)).some((step) => {
      const isSame = JSON.stringify(sequence[at]?.input).includes(String(step.input[name]));
      return step.operation === maker && isSame && Object.keys(step.input[metadata] ?? {}).length > 0;
    });
  }).length;
}

test.each([
  ["azure-blob", "Blob_SetTags"],
  ["azure-blob", "Blob_SetHTTPHeaders"],
  ["s3", "PutObjectTagging"],
  ["s3", "CopyObject"],
] as const)("%s: %s is called on things that have more than they need", (service, operation) => {
  expect(timesOnMetadata(service, operation)).toBeGreaterThan(0);
});

test("nothing is made with more than it needs where that is refused", () => {
  const hasMetadata = ({ operation, input }: Step) =>
    operation === "BlockBlob_Upload" && input["metadata"] !== undefined;

  expect(timesOnMetadata("azure-blob", "Blob_SetTags", hasMetadata)).toBe(0);
});
