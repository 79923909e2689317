import { describe, expect, test } from "vitest";
import { canonicalise } from "../../../src/clouds/canonical/canonical-trace.ts";
import { stepOf } from "../../../src/clouds/canonical/step.ts";
import { type Catalogue, emptyCatalogue, listedCatalogue } from "../../../src/hybrid/decide/catalogue.ts";
import {
  type DecisionContext,
  decide,
  type Policy,
  policies,
  type SeenTest,
} from "../../../src/hybrid/decide/decide.ts";
import { judge } from "../../../src/hybrid/decide/judge.ts";
import { Observations } from "../../../src/hybrid/run/observations.ts";
import type { SafeListEntry } from "../../../src/hybrid/safe-list/entry.ts";
import type { Exchange } from "../../../src/wire/index.ts";
import { albumOf, exchangeOf, readAll } from "./exchanges.ts";

const album = albumOf().map((sketch, at) => exchangeOf(sketch, at + 1));

function seenWith(exchanges: readonly Exchange[], change: Partial<SeenTest> = {}): SeenTest {
  const observations = new Observations();
  for (const exchange of exchanges) observations.add(exchange);
  const observation = observations.of("a.test.ts > does it", "a.test.ts");
  return {
    test: { id: "a.test.ts > does it", file: "a.test.ts", titles: ["does it"] },
    result: { id: "a.test.ts > does it", status: "passed" },
    observation,
    trace: canonicalise(observation.read),
    measured: { emulators: ["azurite 3.37.0"], apiVersions: observation.apiVersions, interfaces: "2-abc" },
    noise: new Set(),
    source: "source-1",
    ...change,
  };
}

const seen = seenWith(album);

const entry: SafeListEntry = {
  test: seen.test.id,
  fingerprint: seen.trace.fingerprint,
  measured: seen.measured,
  outcome: "passed",
  source: "source-1",
  tolerated: [],
  run: "r77",
  learned: "2026-11-01T10:00:00.000Z",
  requests: 5,
};

function decideOn(
  policy: Policy,
  { entries = [], ...context }: Partial<DecisionContext> & { entries?: readonly SafeListEntry[] } = {},
  test: SeenTest = seen,
) {
  return decide(test, {
    policy,
    catalogue: emptyCatalogue,
    entriesOf: () => entries,
    notBefore: "2026-10-01T00:00:00.000Z",
    pinned: () => undefined,
    isObserving: true,
    ...context,
  });
}

const short = seen.trace.fingerprint.slice(0, 8);
const agreeing: Catalogue = { verdict: () => "agrees" };

describe("whatever the policy", () => {
  test.each(policies)("%s: a test that sends nothing stays, if others were seen", (policy) => {
    const silent = seenWith([]);

    expect(decideOn(policy, {}, silent).target).toBe("emulator");
    expect(decideOn(policy, { isObserving: false }, silent).target).toBe(
      policy === "never" ? "emulator" : "cloud",
    );
  });

  test.each(policies.filter((policy) => policy !== "never"))("%s: what is not understood goes", (policy) => {
    const [create, ...rest] = album;
    if (create === undefined) throw new Error("no album");
    const everything = { catalogue: agreeing, contracts: { touched: () => [] } };
    const upload = rest[0];
    if (upload?.request.body === undefined) throw new Error("no upload");
    const unknown: Exchange = { ...create, service: null, operation: "unknown" };
    const cut: Exchange = {
      ...upload,
      request: { ...upload.request, body: { ...upload.request.body, cut: true } },
    };
    const lost: Exchange = { ...create, outcome: "upstream-failed", problem: "it broke off" };

    expect(decideOn(policy, everything, seenWith([unknown, ...rest]))).toEqual({
      target: "cloud",
      kind: "not understood",
      reason: "exchange 1: PUT /devstoreaccount1/photos is no known operation",
    });
    expect(decideOn(policy, everything, seenWith([create, cut]))).toMatchObject({
      target: "cloud",
      reason: "exchange 2: the body of BlockBlob_Upload was cut",
    });
    expect(decideOn(policy, everything, seenWith([lost])).reason).toBe(
      "exchange 1: Container_Create did not complete: it broke off",
    );
  });

  test.each(policies)("%s: a pin has the last word", (policy) => {
    const pinnedTo = (target: "cloud" | "emulator") =>
      decideOn(policy, { pinned: () => target, entries: [entry] });

    expect(pinnedTo("cloud")).toEqual({
      target: "cloud",
      kind: "pinned",
      reason: "the config pins it to the cloud",
    });
    expect(pinnedTo("emulator")).toMatchObject({ target: "emulator", kind: "pinned" });
  });

  test.each(policies)("%s: a skipped test stays", (policy) => {
    const skipped = seenWith([], { result: { id: "a", status: "skipped" } });

    expect(decideOn(policy, { pinned: () => "cloud" }, skipped)).toMatchObject({
      target: "emulator",
      kind: "skipped",
    });
  });
});

test("never sends nothing, always sends all that talks to the cloud", () => {
  expect(decideOn("never")).toMatchObject({ target: "emulator", kind: "policy" });
  expect(decideOn("always", { entries: [entry], catalogue: agreeing })).toMatchObject({
    target: "cloud",
    kind: "policy",
  });
});

describe("by operations", () => {
  test("all of them must have been measured, and agree", () => {
    expect(decideOn("api", { catalogue: agreeing })).toEqual({
      target: "emulator",
      kind: "operations trusted",
      reason: "its 4 operations were measured on azurite 3.37.0, and agree with the cloud",
    });
    expect(decideOn("combined", { catalogue: agreeing }).target).toBe("emulator");
  });

  test("what differs is named with its exchange, before what nobody has measured", () => {
    const verdicts: Readonly<Record<string, "agrees" | "differs">> = { "azure-blob Blob_Delete": "differs" };

    expect(decideOn("api", { catalogue: { verdict: (_, operation) => verdicts[operation] } })).toEqual({
      target: "cloud",
      kind: "operation not trusted",
      reason: "azure-blob Blob_Delete (exchange 4) is known to differ on azurite 3.37.0",
    });
  });

  test("without a catalogue none is trusted", () => {
    expect(decideOn("api").reason).toBe(
      "azure-blob Container_Create (exchange 1) was never measured on azurite 3.37.0",
    );
  });

  test("what agrees with stand-ins for the cloud alone is not trusted", () => {
    expect(decideOn("api", { catalogue: { verdict: () => "unproven" } })).toEqual({
      target: "cloud",
      kind: "operation not trusted",
      reason:
        "azure-blob Container_Create (exchange 1) was measured against stand-ins alone, and never against the cloud, on azurite 3.37.0",
    });
  });

  test("what was measured for another version says nothing", () => {
    const older: Catalogue = {
      verdict: (emulator) => (emulator === "azurite 3.21.0" ? "agrees" : undefined),
    };

    expect(decideOn("api", { catalogue: older }).target).toBe("cloud");
  });

  test("combined falls back on the safe list, and says why it had to", () => {
    const catalogue = listedCatalogue(["azure-blob Blob_Delete"]);

    expect(decideOn("combined", { catalogue, entries: [entry] })).toMatchObject({
      target: "emulator",
      kind: "on the safe list",
    });
    expect(decideOn("combined", { catalogue }).reason).toBe(
      "it has never been confirmed by the cloud, and azure-blob Blob_Delete (exchange 4) is known to differ on azurite 3.37.0",
    );
  });
});

describe("by the safe list", () => {
  test("an entry keeps the test, and is named with its run", () => {
    expect(decideOn("monitor", { entries: [entry] })).toEqual({
      target: "emulator",
      kind: "on the safe list",
      reason: `the cloud did the same on 2026-11-01 (run r77, entry ${short})`,
      entry,
    });
  });

  test("one of several is enough: the list accumulates", () => {
    const others = ["a", "b"].map((fingerprint) => ({ ...entry, fingerprint: fingerprint.repeat(64) }));

    expect(decideOn("monitor", { entries: [...others, entry] }).entry).toBe(entry);
  });

  test.each<[string, Partial<SafeListEntry>, string]>([
    [
      "another behaviour",
      { fingerprint: "b".repeat(64) },
      `it does something now (${short}) that the cloud has not confirmed; on 2026-11-01 (run r77, entry bbbbbbbb) it did something else`,
    ],
    [
      "another outcome",
      { outcome: "failed" },
      "the cloud confirmed on 2026-11-01 (run r77) that it failed, and now it passed",
    ],
    [
      "another version of the emulator",
      { measured: { ...entry.measured, emulators: ["azurite 3.21.0"] } },
      "the cloud confirmed it on 2026-11-01 (run r77) for azurite 3.21.0, azure-blob 2025-05-05, and not for what it runs with now",
    ],
    [
      "another version of our interfaces",
      { measured: { ...entry.measured, interfaces: "1-abc" } },
      "the cloud confirmed it on 2026-11-01 (run r77) for azurite 3.37.0, azure-blob 2025-05-05, and not for what it runs with now",
    ],
    [
      "too old",
      { learned: "2026-09-30T23:59:59.999Z" },
      "what the cloud said of it on 2026-09-30 (run r77) has expired",
    ],
  ])("an entry of %s does not", (_, change, reason) => {
    expect(decideOn("monitor", { entries: [{ ...entry, ...change }] })).toEqual({
      target: "cloud",
      kind: "not on the safe list",
      reason,
    });
  });

  test("an emulator of which nobody knows the version is believed nothing", () => {
    const measured = { ...entry.measured, emulators: ["url ?"] };
    const ran = { ...seen, measured };

    expect(decideOn("monitor", { entries: [{ ...entry, measured }] }, ran)).toMatchObject({
      target: "cloud",
      reason:
        'nobody knows which version of the emulator it ran on: say it in the config, as in runs: "localstack 4.1.0"',
    });
  });

  test("an edited test goes, and it is said what was let pass", () => {
    const edited = { ...seen, source: "source-2" };
    const tolerant = { ...entry, tolerated: ["Blob_Download response.body.Error.Message"] };

    expect(decideOn("monitor", { entries: [tolerant] }).target).toBe("emulator");
    expect(decideOn("monitor", { entries: [entry] }, edited)).toMatchObject({
      kind: "edited",
      reason: "its file was edited since the cloud confirmed it in run r77 of 2026-11-01",
    });
    expect(decideOn("monitor", { entries: [tolerant] }, edited)).toEqual({
      target: "cloud",
      kind: "edited",
      reason:
        "its file was edited since the cloud confirmed it in run r77 of 2026-11-01, which let a difference pass: Blob_Download response.body.Error.Message",
    });
  });

  test("a test whose source cannot be read may have been edited", () => {
    const tolerant = { ...entry, source: "", tolerated: ["Blob_Download response.body.Error.Message"] };

    expect(decideOn("monitor", { entries: [tolerant] }, { ...seen, source: "" }).kind).toBe("edited");
    expect(decideOn("monitor", { entries: [{ ...entry, source: "" }] }, { ...seen, source: "" }).kind).toBe(
      "on the safe list",
    );
  });
});

describe("by contracts", () => {
  const touched = {
    id: "azure-blob/container-deletion-takes-time",
    operation: "Container_Create",
    exchange: 3,
    says: "409 ContainerBeingDeleted",
  };

  test("without any, all goes", () => {
    expect(decideOn("contract")).toMatchObject({ target: "cloud", kind: "no contracts" });
    expect(decideOn("contract", { contracts: { touched: () => undefined } })).toEqual({
      target: "cloud",
      kind: "no contracts",
      reason: "there are no contracts for azurite 3.37.0, so nothing says where it differs",
    });
  });

  test("what touched a difference goes, with the contract and the exchange", () => {
    expect(decideOn("contract", { contracts: { touched: () => [touched, touched] } })).toEqual({
      target: "cloud",
      kind: "touched a difference",
      reason:
        "exchange 3, Container_Create, touched azure-blob/container-deletion-takes-time: 409 ContainerBeingDeleted (and 1 more)",
    });
  });

  test("what touched none stays", () => {
    expect(decideOn("contract", { contracts: { touched: () => [] } })).toEqual({
      target: "emulator",
      kind: "touched no difference",
      reason: "none of its 5 exchanges touched a known difference of azurite 3.37.0",
    });
  });
});

test("what only stands in another order is no agreement", () => {
  const list = (...names: string[]) => ({
    method: "GET",
    target: "/devstoreaccount1/photos?restype=container&comp=list&delimiter=/",
    status: 200,
    answer: [["Content-Type", "application/xml"]] as const,
    answerBody: `<?xml version="1.0"?><EnumerationResults><Blobs>${names.join("")}</Blobs></EnumerationResults>`,
  });
  const [blob, prefix] = ["<Blob><Name>a</Name></Blob>", "<BlobPrefix><Name>b</Name></BlobPrefix>"] as const;
  const [here, there] = [list(blob, prefix), list(prefix, blob)].map((sketch) =>
    canonicalise(readAll([sketch])),
  );
  if (here === undefined || there === undefined) throw new Error("no traces");
  const result = { id: "a", status: "passed" } as const;

  const { verdict, difference } = judge({ result, trace: here }, { result, trace: there });

  expect(verdict).toBe("differs");
  expect(difference).toMatchObject({ operation: "Container_ListBlobHierarchySegment", place: "order" });
});

test("an exchange that could not be read is a problem with its number", () => {
  const [create] = album;
  if (create === undefined) throw new Error("no album");

  expect(stepOf({ ...create, id: 9, outcome: "client-gone" })).toEqual({
    exchange: 9,
    problem: "Container_Create did not complete: client-gone",
    isIncomplete: true,
  });
});
