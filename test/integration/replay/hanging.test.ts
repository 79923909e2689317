import { expect, test } from "vitest";
import { ReplayTarget } from "../../../src/fidelity/replay/replay-target.ts";
import { type LabEvent, parseTarget, serviceTarget } from "../../../src/lab/index.ts";
import { groupMembers } from "../../processes.ts";
import { recorded } from "./recordings.ts";

const queue = "/jobs";
const recording = recorded("jobs", "https://gone.queue.core.windows.net", [
  { send: `PUT ${queue}`, status: 201 },
  { send: `GET ${queue}?comp=metadata`, status: 200 },
]);

test("an emulator that hangs is started again, and the recording goes on with the next", {
  timeout: 60_000,
}, async () => {
  const events: LabEvent[] = [];
  await using target = await ReplayTarget.open([serviceTarget("azure-queue", parseTarget("azurite"))], {
    cwd: process.cwd(),
    onEvent: (event) => events.push(event),
  });
  const pid = events.find((event) => event.type === "ready")?.pid ?? 0;
  for (const member of groupMembers(pid).slice(1)) process.kill(member, "SIGSTOP");

  const hung = await target.perform(recording);
  const next = await target.perform(recording);

  expect(hung.discrepancies).toMatchObject([
    { index: 0, operation: "Queue_Create", actual: { status: 0, code: "NoAnswer" } },
  ]);
  expect(next.discrepancies).toEqual([]);
  expect(events.flatMap((event) => (event.type === "note" ? [event.text] : []))).toEqual([
    expect.stringMatching(/^azurite \S+ answers nothing any more; starting it again, empty$/),
  ]);
});
