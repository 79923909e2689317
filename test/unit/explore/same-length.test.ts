import fc from "fast-check";
import { expect, test } from "vitest";
import { interfaceOf, operationOf } from "../../../src/clouds/index.ts";
import { Chance } from "../../../src/explore/chance.ts";
import {
  boundaryInputs,
  breakagesOf,
  eachChoice,
  eachDrawn,
  inputArbitrary,
  plainerInputs,
  sampled,
  withEachOptional,
} from "../../../src/explore/index.ts";
import { Draft } from "../../../src/explore/plan/draft.ts";
import { variantGoals } from "../../../src/explore/plan/goals.ts";
import { Resources } from "../../../src/explore/plan/resources.ts";
import { inStep } from "../../../src/explore/same-length.ts";
import type { Input } from "../../../src/model/index.ts";

const { types } = interfaceOf("azure-blob");
const upload = operationOf("azure-blob", "PageBlob_UploadPages");
const fromUrl = operationOf("azure-blob", "PageBlob_UploadPagesFromURL");

function lengthIn(range: unknown): number {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(range)) ?? [];
  return Number(BigInt(last ?? 0) - BigInt(first ?? 0)) + 1;
}

function isFitting({ range, body }: Input): boolean {
  return body instanceof Uint8Array && body.length % 512 === 0 && body.length === lengthIn(range);
}

test("drawn pages are as long as their range says", () => {
  fc.assert(fc.property(inputArbitrary(upload, types), isFitting));
});

test("ranges of one and of several pages are drawn, at the beginning and elsewhere", () => {
  const drawn = fc.sample(inputArbitrary(upload, types), { numRuns: 200, seed: 7 });

  expect(new Set(drawn.map(({ body }) => (body as Uint8Array).length)).size).toBeGreaterThan(3);
  expect(drawn.filter(({ range }) => !String(range).startsWith("bytes=0-")).length).toBeGreaterThan(50);
});

test("options, choices, bounds and drawn values have pages that fit", () => {
  const all = [
    ...withEachOptional(upload, types),
    ...eachChoice(upload, types),
    ...eachDrawn(upload, types),
    ...boundaryInputs(upload, types),
  ];

  const misfits = all.filter(({ inputs }) => !fc.sample(inputs, { numRuns: 10, seed: 3 }).every(isFitting));

  expect(misfits.map(({ path }) => path)).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
});

test("what breaks another parameter has pages that fit; broken pages and ranges stay as they are", () => {
  const byParameter = Map.groupBy(breakagesOf(upload, types), ({ parameter }) => parameter);
  const fits = (name: string) => byParameter.get(name)?.map(({ inputs }) => isFitting(sampled(inputs, 5)));

  expect(fits("leaseId")?.every(Boolean)).toBe(true);
  expect(fits("body")).toContain(false);
  expect(fits("range")).toContain(false);
});

test("the range that is written and the one that is read are drawn equally long", () => {
  fc.assert(
    fc.property(
      inputArbitrary(fromUrl, types),
      ({ range, sourceRange }) => lengthIn(range) === lengthIn(sourceRange),
    ),
  );
});

test("who leads stays as it is", () => {
  const input = { range: "bytes=512-1535", body: new Uint8Array(512).fill(7) };

  expect(inStep(upload, input, types, "range")).toEqual({ ...input, body: new Uint8Array(1024).fill(7) });
  expect(inStep(upload, input, types, "body")).toEqual({ ...input, range: "bytes=512-1023" });
});

test("a range that no body could fill grows shorter itself", () => {
  const { range, body } = inStep(
    upload,
    { range: "bytes=512-1099511627775", body: new Uint8Array(512) },
    types,
    "range",
  );

  expect(range).toBe("bytes=512-4607");
  expect(body).toHaveLength(4096);
});

test("plainer pages take their range along, and a misfit stays one", () => {
  const fitting = { range: "bytes=1024-3071", body: new Uint8Array(2048).fill(1) };
  const misfit = { ...fitting, body: new Uint8Array(1024) };

  const plainer = [...plainerInputs(fitting, upload, types)].map(({ input }) => input);

  expect(plainer.filter((input) => !isFitting(input))).toEqual([]);
  expect(plainer).toContainEqual({ range: "bytes=1024-1535", body: new Uint8Array(512).fill(1) });
  expect([...plainerInputs(misfit, upload, types)].map(({ input }) => isFitting(input))).toContain(false);
});

test("calls are planned with pages that fit, whichever value is another", () => {
  const knowledge = { example: () => undefined, trust: () => 1 };
  const inputs = variantGoals(upload, types).map((goal, index) => {
    const draft = new Draft(new Resources(interfaceOf("azure-blob")), knowledge, new Chance(index));
    goal.plan(draft, new Chance(index));
    return draft.steps.at(-1)?.input ?? {};
  });

  expect(inputs.filter((input) => !isFitting(input))).toEqual([]);
  expect(new Set(inputs.map(({ range }) => range)).size).toBeGreaterThan(1);
});
