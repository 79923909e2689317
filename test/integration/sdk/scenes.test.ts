import { expect, test } from "vitest";
import {
  exampleOf,
  furtherExamplesOf,
  interfaceOf,
  type ServiceName,
  serviceNames,
} from "../../../src/clouds/index.ts";
import { Chance } from "../../../src/explore/chance.ts";
import { Resources, type Sequence } from "../../../src/explore/index.ts";
import { Draft } from "../../../src/explore/plan/draft.ts";
import { exampleGoals } from "../../../src/explore/plan/example-goals.ts";
import { performer } from "../../../src/fidelity/pair/perform.ts";
import { said, sideOf } from "../opened-side.ts";

const emulators: Readonly<Record<ServiceName, string>> = {
  "azure-blob": "azurite",
  "azure-queue": "azurite",
  "azure-table": "azurite",
  s3: "s3rver",
  dynamodb: "dynalite",
};

/** The sequences of all examples that need others before them. */
function scenesOf(service: ServiceName): readonly Sequence[] {
  const resources = new Resources(interfaceOf(service));
  return interfaceOf(service).operations.flatMap((operation) => {
    const examples = furtherExamplesOf(service, operation).filter(({ before }) => before !== undefined);
    return exampleGoals(operation, examples, resources).map((goal) => {
      const knowledge = { example: (one: typeof operation) => exampleOf(service, one), trust: () => 1 };
      const draft = new Draft(resources, knowledge, new Chance(1));
      goal.plan(draft, new Chance(1));
      return draft.steps;
    });
  });
}

/** s3rver fails at a listing that is cut. */
const cut = '{"Bucket":"ts000000","MaxKeys":2}';

test.each(serviceNames)(
  "the calls that examples of %s need before them are done, and they are too",
  async (service) => {
    await using emulator = (await sideOf(service, emulators[service])).side;
    await using reference = (await sideOf(service, emulators[service])).side;
    const perform = performer({ emulator, reference });
    const scenes = scenesOf(service).filter((steps) => JSON.stringify(steps.at(-1)?.input) !== cut);

    const undone: string[] = [];
    for (const sequence of scenes) {
      const { steps } = await perform(sequence);
      const refused = sequence.flatMap(({ operation, input }, at) => {
        const step = steps[at];
        const outcome = step === undefined ? "not performed" : said(step.emulator);
        return /^2\d\d$/.test(outcome) ? [] : [`${operation} ${JSON.stringify(input)}: ${outcome}`];
      });
      undone.push(...refused);
    }

    expect(scenes.length).toBeGreaterThan(2);
    expect(undone).toEqual([]);
  },
);
