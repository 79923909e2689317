import { describe, expect, test } from "vitest";
import { denialsOf, exampleOf, interfaceOf, operationOf, type Rule } from "../../../../src/clouds/index.ts";
import { type Planned, Resources, Schedule, type Step } from "../../../../src/explore/index.ts";
import { valuesAt } from "../../../../src/model/index.ts";

const queues = interfaceOf("azure-queue");

function ruling({ operation, input }: Rule) {
  return { operation: operationOf("azure-queue", operation), input };
}

function schedule(seed: number): Schedule {
  return new Schedule({
    resources: new Resources(queues),
    example: (operation) => exampleOf("azure-queue", operation),
    denials: (operation) =>
      denialsOf("azure-queue", operation).map(({ callers, allowing, denying }) => ({
        callers,
        ...(allowing !== undefined && { allowing: ruling(allowing) }),
        denying: denying.map(ruling),
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

test("what a target has hung of is not given to other operations", () => {
  const brokenNames = ({ sequence }: Planned) =>
    sequence
      .filter(({ tries }) => tries.kind === "breaks" && tries.path === "queueName")
      .flatMap(({ input }) => valuesAt(input, "queueName").map(String))
      .filter((name) => name.length >= 8);
  const timesOf = (isHanging: (name: string) => boolean) => {
    const of = schedule(1);
    return Array.from({ length: 1500 }, () => {
      const plan = of.next();
      const isHung = brokenNames(plan).some(isHanging);
      const outcome = {
        outcome: isHung ? "hung" : "400 InvalidResourceName",
        isSuccess: false,
        gave: () => false,
      };
      of.learn(
        plan,
        plan.sequence.map(() => outcome),
      );
      return brokenNames(plan);
    }).flat();
  };
  const usual = timesOf(() => false);
  const [often = ""] = usual.toSorted(
    (a, b) => usual.filter((one) => one === b).length - usual.filter((one) => one === a).length,
  );

  const times = timesOf((name) => name === often).filter((name) => name === often).length;

  expect(usual.filter((name) => name === often).length).toBeGreaterThan(2);
  expect(times).toBe(1);
});

test("what a target dies of is called once, and others with other options go on", () => {
  const performedWhere = (isDeadly: (step: Step) => boolean) => {
    const of = schedule(1);
    return Array.from({ length: 800 }, () => {
      const { sequence, ...plan } = of.next();
      const died = sequence.findIndex(isDeadly);
      const performed = died < 0 ? sequence : sequence.slice(0, died + 1);
      of.learn(
        { sequence, ...plan },
        performed.map((_, at) => {
          const isDead = at === died;
          return { outcome: isDead ? "died" : "200", isSuccess: !isDead, gave: () => !isDead };
        }),
      );
      return performed;
    }).flat();
  };
  const isPlain = ({ operation, caller, tries, input }: Step) =>
    operation === "Messages_Clear" &&
    caller === "owner" &&
    tries.kind === "valid" &&
    Object.keys(input).length === 1;
  const usual = performedWhere(() => false);
  let calls = 0;

  const steps = performedWhere(isPlain);
  const sometimes = performedWhere((step) => isPlain(step) && ++calls === 3);

  expect(usual.filter(isPlain).length).toBeGreaterThan(2);
  expect(sometimes.filter(isPlain).length).toBeGreaterThan(3);
  expect(steps.filter(isPlain)).toHaveLength(1);
  expect(steps.filter((step) => step.operation === "Messages_Clear").length).toBeGreaterThan(10);
});

test("a target that dies of what everything begins with is still asked", () => {
  const of = schedule(1);
  const died = { outcome: "died", isSuccess: false, gave: () => false };

  const plans = Array.from({ length: 200 }, () => {
    const plan = of.next();
    of.learn(plan, [died]);
    return plan;
  });

  expect(plans.every(({ sequence }) => sequence.length > 0)).toBe(true);
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

/** How often longer sequences have a valid call of an operation, where some calls are refused. */
function timesGrown(operation: string, isRefused: (step: Step) => boolean): number {
  const of = schedule(1);
  const plans = Array.from({ length: 3000 }, () => {
    const plan = of.next();
    const outcomes = plan.sequence.map((step) => ({
      outcome: isRefused(step) ? "409 NotNow" : "200",
      isSuccess: !isRefused(step),
      isRefused: isRefused(step),
      gave: () => true,
    }));
    of.learn(plan, outcomes);
    return plan;
  });
  const grown = plans.filter(({ goals, round }) => goals.length === 0 && round === undefined);
  return grown.filter(({ sequence }) =>
    sequence.some((step) => step.operation === operation && step.tries.kind === "valid"),
  ).length;
}

test("what was refused in a context is seldom tried there again, also where reads stand behind it", () => {
  const isSet = ({ operation, tries }: Step) => operation === "Queue_SetMetadata" && tries.kind === "valid";

  const usual = timesGrown("Queue_SetMetadata", () => false);
  const refused = timesGrown("Queue_SetMetadata", isSet);

  expect(usual).toBeGreaterThan(100);
  expect(refused).toBeLessThan(usual / 2);
  expect(refused).toBeGreaterThan(0);
});

test("that wrong calls are refused says nothing of right ones", () => {
  const usual = timesGrown("Queue_SetMetadata", () => false);
  const wrong = timesGrown("Queue_SetMetadata", ({ tries }) => tries.kind !== "valid");

  expect(wrong).toBeGreaterThan(usual * 0.8);
});

test("who holds a signature by a stored policy calls while the policy grants it, and once it does no longer", () => {
  const isDenied = ({ tries }: Step) => tries.kind === "denied";
  const denials = planned(schedule(1), 1500).filter(({ sequence }) => sequence.some(isDenied));
  const peeked = denials.find(({ goals }) => goals[0]?.goal.operation.name === "Messages_Peek");

  const told = peeked?.sequence.map(({ operation, caller, input, tries }) => [
    operation,
    caller,
    tries.kind,
    ...valuesAt(input, "queueAcl[].Id"),
    ...valuesAt(input, "queueAcl[].AccessPolicy.Permission"),
  ]);
  expect(told?.slice(0, 5)).toEqual([
    ["Queue_Create", "owner", "valid"],
    ["Queue_SetAccessPolicy", "owner", "valid", "touchstone", "raup"],
    ["Messages_Peek", "policy-sas", "valid"],
    ["Queue_SetAccessPolicy", "owner", "valid", "touchstone", "aup"],
    ["Messages_Peek", "policy-sas", "denied"],
  ]);
  const named = new Set(peeked?.sequence.map(({ input }) => input["queueName"]));
  expect(named.size).toBe(1);
  const ofQueues = queues.operations.filter(({ consumes }) => "queue" in consumes).map(({ name }) => name);
  expect(new Set(denials.map(({ goals }) => goals[0]?.goal.operation.name))).toEqual(new Set(ofQueues));
});

describe("changes that are to succeed", () => {
  const sets = ({ operation, tries, caller }: Step) =>
    operation === "Queue_SetAccessPolicy" && tries.kind === "valid" && caller === "owner";
  const goalsOf = (plans: readonly Planned[]) =>
    plans
      .map(({ goals, sequence }) => goals.filter(({ step }) => sets(sequence[step] ?? sequence[0] ?? none)))
      .filter(({ length }) => length > 0);

  test("are tried one behind the other, each with a look at what it has done", () => {
    const many = planned(schedule(1), 300).filter((plan) => goalsOf([plan]).some(({ length }) => length > 1));

    expect(many.length).toBeGreaterThan(0);
    for (const { goals, sequence } of many) {
      for (const { step } of goals.slice(1)) {
        const { readOnly } = operationOf("azure-queue", sequence[step - 1]?.operation ?? "");
        expect(readOnly).toBe(true);
      }
    }
  });

  test("are tried again by themselves where they are refused behind others, once", () => {
    const of = schedule(1);
    const refusals = Array.from({ length: 600 }, () => {
      const plan = of.next();
      const refused = plan.goals.flatMap(({ step, isBehind }) => (isBehind === true ? [step] : []));
      of.learn(
        plan,
        plan.sequence.map((_, at) => {
          const isRefused = refused.includes(at);
          return {
            outcome: isRefused ? "409 No" : "200",
            isSuccess: !isRefused,
            isRefused,
            gave: () => !isRefused,
          };
        }),
      );
      return plan;
    });

    const behind = refusals.flatMap(({ goals }) => goals.filter(({ isBehind }) => isBehind === true));
    const alone = refusals.flatMap(({ goals }) => (goals.length === 1 ? goals : []));
    expect(behind.length).toBeGreaterThan(0);
    for (const { goal } of behind) {
      expect(behind.filter((one) => one.goal === goal)).toHaveLength(1);
      expect(alone.filter((one) => one.goal === goal)).toHaveLength(1);
    }
  });
});

const none: Step = { operation: "", input: {}, caller: "owner", tries: { kind: "valid" } };

test("what an account is set to is not mixed with other things where nobody feels it", () => {
  const mixedWhere = (areSettingsFelt: boolean) => {
    const of = new Schedule({
      resources: new Resources(queues),
      example: (operation) => exampleOf("azure-queue", operation),
      denials: () => [],
      areSettingsFelt,
      seed: 1,
    });
    return planned(of, 1500).filter(({ sequence, goals, round }) => {
      const isGrown = goals.length === 0 && round === undefined;
      const names = sequence.map(({ operation }) => operation);
      return isGrown && names.includes("Service_SetProperties") && names.includes("Queue_Create");
    }).length;
  };

  expect(mixedWhere(true)).toBeGreaterThan(0);
  expect(mixedWhere(false)).toBe(0);
});
