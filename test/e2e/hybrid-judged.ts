import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandIn, startStrictStandIn } from "../integration/hybrid/strict-stand-in.ts";
import { byTest, ExampleCopy, sentBy } from "./hybrid-example.ts";
import { type Plan, plans } from "./hybrid-plans.ts";

/** Runs examples as their users would, against a stand-in that differs from the emulator as planned. */
export function judgesAsPlanned(...names: readonly string[]): void {
  const chosen = plans.filter(({ name }) => names.includes(name));
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStrictStandIn();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  test.for(chosen)("the example of $runner is judged as planned", { timeout: 240_000 }, async (plan) => {
    const copy = copyOf(plan, standIn);
    const { command, edit } = plan;

    const first = await copy.run(command, "--policy", "monitor");
    const decided = (policy: string) => copy.run(command, "--policy", policy, "--dry-run");
    const [monitored, listed] = await Promise.all([
      decided("monitor"),
      plan.byList === undefined ? undefined : decided(plan.byList),
    ]);
    if (edit !== undefined) copy.edit(edit.file, edit.from, edit.to);
    const edited = edit === undefined ? undefined : await decided("monitor");

    expect(byTest(first, ({ verdict }) => verdict)).toEqual(plannedVerdicts(plan));
    expect(byTest(first, ({ difference }) => difference?.operation)).toMatchObject(shownBy(plan));
    const differ = differing(plan, "listed", "unlisted");
    expect(sentBy(monitored)).toEqual(differ.toSorted());
    if (edited !== undefined) expect(sentBy(edited)).toEqual(expect.arrayContaining([...differ, edit?.test]));
    if (listed !== undefined) expectListedToGo(plan, sentBy(listed));
  });
}

/** The list's word is taken: what differs and is not on it stays, and is the risk that remains. */
function expectListedToGo(plan: Plan, sent: readonly string[]): void {
  const risk = differing(plan, "unlisted");

  expect(sent).toEqual(expect.arrayContaining(differing(plan, "listed")));
  expect(sent.filter((id) => risk.includes(id))).toEqual([]);
}

function copyOf({ name }: Plan, { account, key, endpoints }: StandIn): ExampleCopy {
  return new ExampleCopy(name, {
    OFFICE_ACCOUNT: account,
    OFFICE_KEY: key,
    OFFICE_BLOB_ENDPOINT: endpoints["azure-blob"],
    OFFICE_QUEUE_ENDPOINT: endpoints["azure-queue"],
    OFFICE_TABLE_ENDPOINT: endpoints["azure-table"],
  });
}

function plannedVerdicts({ differing: all, agreeing, silent }: Plan): Record<string, string | undefined> {
  const planned = [
    ...all.map(([id, verdict]) => [id, verdict] as const),
    ...agreeing.map((id) => [id, "agrees"] as const),
    ...silent.map((id) => [id, undefined] as const),
  ];
  return Object.fromEntries(planned);
}

function shownBy({ differing: all }: Plan): Record<string, string> {
  return Object.fromEntries(all.map(([id, , , , operation]) => [id, operation]));
}

function differing({ differing: all }: Plan, ...operations: readonly string[]): string[] {
  return all.filter(([, , operation]) => operations.includes(operation)).map(([id]) => id);
}
