import { expect, test } from "vitest";
import type { Step } from "../../../../src/explore/index.ts";
import { type ExamineOptions, examine } from "../../../../src/fidelity/fuzz/examine.ts";
import type {
  Discrepancy,
  Outcome,
  Perform,
  PlaceDifference,
} from "../../../../src/fidelity/pair/performed.ts";

const blob = { containerName: "ts000000", blob: "a" };

function step(operation: string, input: Step["input"]): Step {
  return { operation, input, caller: "owner", tries: { kind: "valid" } };
}

const sequence = [
  step("Container_Create", { containerName: "ts000000" }),
  step("BlockBlob_Upload", { ...blob, body: new Uint8Array(), contentLength: 0, tier: "Archive" }),
  step("Blob_Download", blob),
];

function parting(at: number, reference: Outcome, more: Partial<Discrepancy> = {}): Discrepancy {
  const emulator = { status: at === 1 ? 201 : 200, code: null };
  const messages = { emulator: null, reference: null };
  return { step: at, emulator, reference, differences: [], manifestation: "response", messages, ...more };
}

const ofTier = { place: "state blobs.a.properties.tier", emulator: "Hot", reference: "Archive" };
const lost = { place: "state policies.identifiers.Ʌ", emulator: null, reference: "{}" };

/** Two sides whose states differ in silence once the blob is written, and whose answers do when it is read. */
function sides(
  read: Outcome,
  isKnown = false,
  shown: readonly PlaceDifference[] = [],
  place: PlaceDifference = ofTier,
): Perform {
  return async (performed, { probes, endsAtKnownStates } = { probes: "last" }) => {
    const names = performed.map(({ operation }) => operation);
    const written = names.indexOf("BlockBlob_Upload");
    const downloaded = names.indexOf("Blob_Download");
    const silent = parting(
      written,
      { status: 201, code: null },
      { manifestation: "state", differences: [place] },
    );
    if (written < 0 || !names.includes("Container_Create")) return { steps: [] };
    const isTold = !isKnown || endsAtKnownStates === true;
    if (isTold && (probes === "each" || downloaded < 0)) return { steps: [], discrepancy: silent };
    if (downloaded < 0) return { steps: [] };
    return { steps: [], discrepancy: parting(downloaded, read, { differences: shown }) };
  };
}

async function blamed(read: Outcome, perform = sides(read)): Promise<string | undefined> {
  const { discrepancy } = await sides(read)(sequence);
  if (discrepancy === undefined) throw new Error("the sides agree");
  const { finding } = await examine({ sequence, discrepancy }, perform, {
    service: "azure-blob",
    emulator: "one",
    reference: "other",
    claims: () => null,
    isLate: () => false,
    knownAs: () => undefined,
  });
  return finding?.operation;
}

test("a change that was done in silence is blamed for what a read misses", async () => {
  expect(await blamed({ status: 404, code: "BlobNotFound" })).toBe("BlockBlob_Upload");
});

/** What is blamed where the silent change is known already, and how often the sides were asked. */
async function blamedOnceKnown(
  read: Outcome,
  shown: readonly PlaceDifference[],
  state: PlaceDifference = ofTier,
) {
  const options = { service: "azure-blob", emulator: "one", reference: "other", claims: () => null } as const;
  const discrepancy = parting(2, read, { differences: shown });
  const { finding: known } = await examine({ sequence, discrepancy }, sides(read, false, shown, state), {
    ...options,
    isLate: () => false,
    knownAs: () => undefined,
  });
  let performances = 0;
  const perform = sides(read, true, shown, state);
  const { finding } = await examine(
    { sequence, discrepancy },
    (...given) => {
      performances++;
      return perform(...given);
    },
    {
      ...options,
      isLate: () => true,
      knownAs: ({ discrepancy: { manifestation } }) => (manifestation === "state" ? known : undefined),
    },
  );
  return { known, finding, performances };
}

test("a change that is known to be done in silence is blamed for what a read misses, and not looked into again", async () => {
  const { known, finding, performances } = await blamedOnceKnown({ status: 404, code: "BlobNotFound" }, []);

  expect(known?.operation).toBe("BlockBlob_Upload");
  expect(finding).toBe(known);
  expect(performances).toBeLessThan(5);
});

test("and for the values that a read gives, where these are those of the state", async () => {
  const tier = { place: "response.header.x-ms-access-tier", emulator: "Hot", reference: "Archive" };
  const size = { place: "response.header.content-length", emulator: "3", reference: "4" };
  const success = { status: 200, code: null };

  expect((await blamedOnceKnown(success, [tier])).finding?.operation).toBe("BlockBlob_Upload");
  expect((await blamedOnceKnown(success, [size])).finding?.operation).toBe("Blob_Download");
});

test("and for a thing that a read does not tell of, where the state has none by its name", async () => {
  const success = { status: 200, code: null };
  const told = (name: string) => [{ place: "response.body.[].Id", emulator: null, reference: name }];

  expect((await blamedOnceKnown(success, told('"Ʌ"'), lost)).finding?.operation).toBe("BlockBlob_Upload");
  expect((await blamedOnceKnown(success, told('"other"'), lost)).finding?.operation).toBe("Blob_Download");
});

test("a read that is refused for another reason is a finding of its own", async () => {
  expect(await blamed({ status: 409, code: "BlobArchived" })).toBe("Blob_Download");
});

test("where time runs out, nothing is made plainer, and what is found is confirmed all the same", async () => {
  const perform = sides({ status: 409, code: "BlobArchived" });
  const { discrepancy } = await perform(sequence);
  const needed: number[] = [];
  let performances = 0;

  const { finding } = await examine(
    { sequence, discrepancy: discrepancy ?? expect.fail() },
    async (...of) => {
      performances++;
      return perform(...of);
    },
    {
      service: "azure-blob",
      emulator: "one",
      reference: "other",
      claims: () => null,
      knownAs: () => undefined,
      isLate(more) {
        needed.push(more);
        return true;
      },
    },
  );

  expect(finding).toMatchObject({ operation: "Blob_Download", reproduced: 3, sequence });
  expect(needed.every((more) => more > 0)).toBe(true);
  // Once again, and three times to confirm it, each of them twice since the states are looked at first.
  expect(performances).toBe(7);
});

/** Two sides whose states differ once the blob is written, as one operation reads them. */
function readDifferently(): Perform {
  const place = { place: "state blobs.a.properties.accessTier", emulator: "Hot", reference: "Archive" };
  const differences = [{ ...place, readBy: "Container_ListBlobFlatSegment" }];
  return async (performed) => {
    const written = performed.findIndex(({ operation }) => operation === "BlockBlob_Upload");
    if (written < 0) return { steps: [] };
    const silent = { manifestation: "state", differences } as const;
    return { steps: [], discrepancy: parting(written, { status: 201, code: null }, silent) };
  };
}

/** What comes of states that are read differently, and what was performed. */
async function examinedStates(
  more: Pick<ExamineOptions, "isLate" | "signal">,
  asked: (calls: number) => void,
) {
  const perform = readDifferently();
  const { discrepancy } = await perform(sequence);
  const lengths: number[] = [];
  const examined = await examine(
    { sequence, discrepancy: discrepancy ?? expect.fail() },
    (...given) => {
      lengths.push(given[0].length);
      asked(given[0].length);
      return perform(...given);
    },
    {
      service: "azure-blob",
      emulator: "one",
      reference: "other",
      claims: () => null,
      knownAs: () => undefined,
      ...more,
    },
  );
  return { examined, lengths };
}

test("where time runs out, nobody is asked who is to blame, and the read is in doubt", async () => {
  const { examined, lengths } = await examinedStates({ isLate: () => true }, () => {});

  expect(examined).toMatchObject({
    finding: { operation: "BlockBlob_Upload", reproduced: 3 },
    doubtful: ["Container_ListBlobFlatSegment"],
  });
  expect(lengths).toEqual([2, 2, 2, 2]);
});

test("what is broken off while others are asked who is to blame is not looked into any further", async () => {
  const ending = new AbortController();
  const isAsked = (calls: number) => calls === 3;

  const { examined, lengths } = await examinedStates(
    { isLate: () => false, signal: ending.signal },
    (calls) => isAsked(calls) && ending.abort(),
  );

  expect(examined).toEqual({});
  expect(lengths.filter(isAsked)).toHaveLength(1);
  expect(lengths.at(-1)).toBe(3);
});

test("a difference that something else hides by chance is looked for once more", async () => {
  const read = { status: 409, code: "BlobArchived" };
  const hides = parting(0, { status: 503, code: "ServerBusy" });
  const hidingFirst = (times: number): Perform => {
    let performed = 0;
    return async (...given) =>
      performed++ < times ? { steps: [], discrepancy: hides } : await sides(read)(...given);
  };

  expect(await blamed(read, hidingFirst(1))).toBe(await blamed(read));
  expect(await blamed(read, hidingFirst(2))).toBeUndefined();
});
