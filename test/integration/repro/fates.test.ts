import { afterAll, beforeAll, expect, test } from "vitest";
import type { Step } from "../../../src/explore/index.ts";
import { type Finding, reproduce } from "../../../src/fidelity/index.ts";
import type { Recovered } from "../../../src/fidelity/sides/side.ts";
import { startLyingProxy } from "../fidelity/lying-proxy.ts";
import { type OpenedSide, sideOf } from "../opened-side.ts";
import { finding, step } from "./findings.ts";

let s3rver: OpenedSide;

beforeAll(async () => {
  s3rver = await sideOf("s3", "s3rver");
});
afterAll(() => s3rver.side[Symbol.asyncDispose]());

const bucket = { Bucket: "ts000001" };
const creates = [step("CreateBucket", bucket)];
/** The name of a file is as long as the key, and nobody looks at how long that may be. */
const crashes = [
  ...creates,
  step("PutObject", { ...bucket, Key: "a".repeat(1025), Body: new Uint8Array(1) }),
];

/** A finding of a call that is not answered, and of what became of the process. */
function unanswered(process: Recovered, sequence: readonly Step[]): Finding {
  return finding("s3", sequence, {
    rootCause: process === "alive" ? "emulator-bug" : "crash",
    emulator: { status: null, code: null, label: "s3rver 3.7.1", message: null },
    reference: { status: 200, code: null, label: "the cloud", message: null },
    differences: [{ place: "process", emulator: process, reference: "alive" }],
  });
}

test.each<[found: Recovered, verdict: string]>([
  ["died", "emulator"],
  ["hung", "other"],
])("a process that dies shows what was found %s: %s", async (found, verdict) => {
  const again = await reproduce(unanswered(found, crashes), s3rver.side);

  expect(again).toMatchObject({ verdict, process: "died", actual: { status: null } });
});

test.each<[found: Recovered, verdict: string]>([
  ["hung", "emulator"],
  ["died", "other"],
])("a process that hangs shows what was found %s: %s", async (found, verdict) => {
  const { side, emulator } = await sideOf("s3", "s3rver", { patience: 1_000 });
  await using _closed = side;
  for (const pid of emulator()) process.kill(pid, "SIGSTOP");

  const again = await reproduce(unanswered(found, creates), side);

  expect(again).toMatchObject({ verdict, process: "hung", actual: { status: null } });
});

test.each<[found: Recovered, verdict: string]>([
  ["alive", "emulator"],
  ["died", "other"],
])("one that hangs up, and goes on, shows what was found %s: %s", async (found, verdict) => {
  await using proxy = await startLyingProxy("s3", new URL(s3rver.side.endpoint).origin);
  const { side } = await sideOf("s3", proxy.origin);
  await using _closed = side;
  proxy.lies = {
    instead(operation) {
      if (operation === "CreateBucket") throw new Error("hangs up");
      return undefined;
    },
  };

  const again = await reproduce(unanswered(found, creates), side);

  expect(again).toMatchObject({ verdict, process: "alive", actual: { status: null } });
});

test("a call that the SDK does not send shows no crash", async () => {
  const masked = [step("GetObject", bucket)];

  const again = await reproduce(unanswered("died", masked), s3rver.side);

  expect(again).toMatchObject({ verdict: "other", process: "alive", actual: { status: null } });
});
