import { expect, test } from "vitest";
import { denialsOf, exampleOf, interfaceOf, operationOf } from "../../../../src/clouds/index.ts";
import { type Planned, Resources, Schedule, type Step } from "../../../../src/explore/index.ts";

const queues = interfaceOf("azure-queue");

function schedule(seed: number): Schedule {
  return new Schedule({
    resources: new Resources(queues),
    example: (operation) => exampleOf("azure-queue", operation),
    denials: (operation) =>
      denialsOf("azure-queue", operation).map(({ operation: name, input }) => ({
        operation: operationOf("azure-queue", name),
        input,
      })),
    seed,
  });
}

/** What is planned where all goes well, but for the steps that the SDK does not send. */
function planned(
  of: Schedule,
  sequences: number,
  isMasked: (step: Step) => boolean = () => false,
): Planned[] {
  return Array.from({ length: sequences }, () => {
    const plan = of.next();
    const outcomes = plan.sequence.map((step) =>
      isMasked(step)
        ? { outcome: "masked", isSuccess: false, gave: () => false }
        : { outcome: "200", isSuccess: true, gave: () => true },
    );
    of.learn(plan, outcomes);
    return plan;
  });
}

test("every operation is tried before anything else, and the same seed plans the same", () => {
  const plans = planned(schedule(1), 60);

  const first = plans.slice(0, queues.operations.length).map(({ sequence }) => sequence.at(-1)?.operation);
  expect(new Set(first)).toEqual(new Set(queues.operations.map(({ name }) => name)));
  expect(planned(schedule(1), 60).map(({ sequence }) => sequence)).toEqual(
    plans.map(({ sequence }) => sequence),
  );
});

test("what the SDK does not send is tried again with other values, but not for ever", () => {
  const breaksName = ({ operation, tries }: Step) =>
    operation === "Queue_SetMetadata" && tries.kind === "breaks" && tries.refinement === "name pattern";
  const triesOf = (plans: readonly Planned[]) =>
    plans.flatMap(({ sequence }) => sequence.filter(breaksName)).map(({ input }) => JSON.stringify(input));

  const sent = triesOf(planned(schedule(1), 1500));
  const masked = triesOf(planned(schedule(1), 1500, breaksName));

  expect(sent.length).toBeGreaterThan(0);
  expect(masked.length).toBeGreaterThan(sent.length);
  expect(masked.length).toBeLessThanOrEqual(sent.length + 2);
  expect(new Set(masked).size).toBeGreaterThan(1);
});

test("a read behind which no sequence has gone on does not stand before others", () => {
  const parts = ({ operation }: Step) => operation === "Queue_GetAccessPolicy";
  const looksOf = (isEnd: (step: Step) => boolean) => {
    const of = schedule(1);
    return Array.from({ length: 400 }, () => {
      const plan = of.next();
      const end = plan.sequence.findIndex(isEnd);
      const performed = end < 0 ? plan.sequence : plan.sequence.slice(0, end + 1);
      of.learn(
        plan,
        performed.map((step) => ({
          outcome: "200",
          isSuccess: !isEnd(step),
          isEnd: isEnd(step),
          gave: () => true,
        })),
      );
      return plan.sequence.slice(0, -1).some(parts);
    }).filter(Boolean).length;
  };

  expect(looksOf(() => false)).toBeGreaterThan(20);
  expect(looksOf(parts)).toBeLessThan(looksOf(() => false) / 2);
});
