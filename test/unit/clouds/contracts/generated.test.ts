import fc from "fast-check";
import { expect, test } from "vitest";
import { allContracts, interfaceOf, operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import {
  type Breakage,
  boundaryInputs,
  breakagesOf,
  inputArbitrary,
  inputProblems,
  sampled,
} from "../../../../src/explore/index.ts";
import { type Contract, defaultInput, type Example, type Input } from "../../../../src/model/index.ts";
import { parametersRead, speaksOf } from "./examples.ts";

const runs = { seed: 20_261_116, numRuns: 6 };

const sides = allContracts.flatMap((contract) => contract.on.map((operation) => ({ contract, operation })));

/** Contracts that say less than the interface: what else is beyond its bound they leave to others, or let pass. */
const narrower: Readonly<Record<string, string>> = {
  "azure-blob/retention-is-at-most-a-year": "the days of a policy that is off are not looked at",
  "azure-queue/retention-is-at-most-a-year": "the days of a policy that is off are not looked at",
  "azure-table/retention-is-at-most-a-year": "the days of a policy that is off are not looked at",
  "azure-blob/soft-deleted-for-at-most-a-year": "the days of a policy that is off are not looked at",
  "azure-blob/huge-lease-duration-breaks-the-service": "smaller ones are refused by another contract",
  "azure-blob/lease-lasts-15-to-60-seconds": "larger ones break the service, by another contract",
  "azure-blob/blob-lease-changes-with-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/blob-lease-is-acquired-with-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/container-lease-changes-with-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/container-lease-is-acquired-with-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/lease-id-is-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/version-is-a-date": "an empty version, and one of another day, were not seen refused",
  "azure-queue/version-is-a-date": "an empty version, and one of another day, were not seen refused",
  "azure-table/version-is-a-date": "an empty version, and one of another day, were not seen refused",
  "azure-blob/copy-is-named-by-a-guid": "GUIDs are read in all of .NET's forms",
  "azure-blob/public-access-is-of-a-container-or-its-blobs": "capitals were not seen refused",
  "azure-blob/snapshot-of-a-blob-is-an-instant": "what follows an instant was not seen refused",
  "azure-blob/version-of-a-blob-is-an-instant": "what follows an instant was not seen refused",
  "azure-blob/container-name-is-in-lower-case": "the length of names is another contract's",
  "azure-blob/pages-are-aligned": "what is no range at all was not seen refused",
  "azure-blob/snapshot-is-an-instant": "what follows an instant was not seen refused",
  "azure-queue/message-is-xml": "of what XML cannot say, control characters were seen refused",
  "azure-table/reserved-name-is-no-table": "one name only is reserved",
  "dynamodb/table-name-has-plain-characters": "what begins as an ARN does is not judged as a name",
  "dynamodb/time-to-live-is-in-a-short-attribute":
    "the model counts characters, of which each has at least a byte",
  "s3/copy-source-is-a-bucket-and-a-key": "whether the bucket can be is not its matter",
  "s3/first-region-is-no-constraint": "other constraints are another contract's",
  "s3/constraint-is-a-region": "regions that look like one may be new",
  "s3/lifecycle-date-is-at-midnight": "the hour is looked at, not the year",
  "s3/lifecycle-filter-says-one-thing": "an empty prefix beside something else was not seen",
  "s3/lifecycle-removes-markers-or-after-days": "days and a date together were not seen",
  "s3/bucket-name-begins-and-ends-with-a-letter-or-digit":
    "addresses and reserved names are other contracts'",
  "s3/tags-of-a-header-are-joined-by-ampersands": "what else is no query was not seen refused",
  "s3/tag-keys-have-no-comma": "of other characters nothing was seen",
};

interface Found {
  /** `tags.BlobTagSet[].Value`. */
  readonly path: string;
  /** Where and what, without the values: `numberOfMessages is …, but at most … is allowed`. */
  readonly text: string;
}

/** What the interface says of an input. */
function problemsOf(service: ServiceName, operationName: string, input: Input): readonly Found[] {
  const operation = operationOf(service, operationName);
  const { types } = interfaceOf(service);
  return inputProblems(operation, { ...defaultInput(operation, types), ...input }, types).map((problem) => {
    const path = problem.path.replaceAll(/\[\d+\]/g, "[]");
    return { path, text: `${path} ${problem.message.replaceAll(/"[^"]*"|\d+/g, "…")}` };
  });
}

/** An example's situation, and its names, with other values for one parameter. */
function withValues({ input = {}, ...situation }: Example, generated: Input, parameter: string): Example {
  const { [parameter]: value } = generated;
  return { ...situation, input: { ...generated, ...input, [parameter]: value } };
}

const breakages = new Map<string, readonly Breakage[]>();

function breakagesAt(service: ServiceName, operationName: string, path: string): readonly Breakage[] {
  const key = `${service} ${operationName}`;
  const known =
    breakages.get(key) ?? breakagesOf(operationOf(service, operationName), interfaceOf(service).types);
  breakages.set(key, known);
  return known.filter((breakage) => breakage.path === path);
}

interface Sides {
  readonly beyond: fc.Arbitrary<Input>;
  readonly upTo: readonly fc.Arbitrary<Input>[];
  readonly parameter: string;
}

/** The refinement of the interface that a contract's examples are on the two sides of, if there is one. */
function boundaryOf({ service, breaks, keeps }: Contract, operationName: string): Sides | undefined {
  const name = service as ServiceName;
  const [broken, ...more] = problemsOf(name, operationName, breaks.input ?? {});
  if (broken === undefined || more.length > 0) return undefined;
  if (problemsOf(name, operationName, keeps.input ?? {}).length > 0) return undefined;
  const breakage = breakagesAt(name, operationName, broken.path).find(({ inputs }) => {
    const [problem, ...others] = problemsOf(name, operationName, sampled(inputs, 1));
    return problem?.text === broken.text && others.length === 0;
  });
  if (breakage === undefined) return undefined;
  const { parameter, path, refinement } = breakage;
  const upTo = boundaryInputs(operationOf(name, operationName), interfaceOf(name).types)
    .filter((bound) => bound.path === path && bound.refinement === refinement)
    .map(({ inputs }) => inputs);
  return { beyond: breakage.inputs, upTo, parameter };
}

const bounded = sides.flatMap(({ contract, operation }) => {
  const boundary = boundaryOf(contract, operation);
  return boundary === undefined ? [] : [{ contract, operation, ...boundary }];
});

test.each(bounded.filter(({ contract }) => !(contract.id in narrower)))(
  "$contract.id on $operation speaks of whatever is beyond the interface's bound",
  ({ contract, operation, beyond, parameter }) => {
    fc.assert(
      fc.property(beyond, (input) => {
        expect(speaksOf(contract, operation, withValues(contract.breaks, input, parameter))).toBe(true);
      }),
      runs,
    );
  },
);

test.each(bounded.flatMap(({ upTo, ...side }) => upTo.map((inputs) => ({ ...side, inputs }))))(
  "$contract.id on $operation is silent about whatever is on it",
  ({ contract, operation, inputs, parameter }) => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(speaksOf(contract, operation, withValues(contract.keeps, input, parameter))).toBe(false);
      }),
      runs,
    );
  },
);

/** Whatever else a valid request may say, apart from what the contract looks at. */
function otherParameters(
  { service, breaks, keeps }: Contract,
  operationName: string,
  read: ReadonlySet<string>,
) {
  const name = service as ServiceName;
  const operation = operationOf(name, operationName);
  const fixed = new Set([...read, ...Object.keys(breaks.input ?? {}), ...Object.keys(keeps.input ?? {})]);
  return inputArbitrary(operation, interfaceOf(name).types).map((input) =>
    Object.fromEntries(Object.entries(input).filter(([parameter]) => !fixed.has(parameter))),
  );
}

test.each(sides)(
  "$contract.id on $operation is about what it looks at, whatever else is said",
  ({ contract, operation }) => {
    const read = new Set(
      [contract.breaks, contract.keeps].flatMap((one) => [...parametersRead(contract, operation, one)]),
    );

    fc.assert(
      fc.property(otherParameters(contract, operation, read), (others) => {
        const amid = ({ input, ...situation }: Example) => ({ ...situation, input: { ...others, ...input } });
        expect(speaksOf(contract, operation, amid(contract.breaks))).toBe(true);
        expect(speaksOf(contract, operation, amid(contract.keeps))).toBe(false);
      }),
      runs,
    );
  },
);

test("many contracts are held against the interface's own bounds, and those that say less are among them", () => {
  const ids = new Set(bounded.map(({ contract }) => contract.id));

  expect(ids.size).toBeGreaterThanOrEqual(80);
  expect(Object.keys(narrower).filter((id) => !ids.has(id))).toEqual([]);
});
