import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalise, understood } from "../../../src/clouds/canonical/canonical-trace.ts";
import { GrowingTrace } from "../../../src/clouds/canonical/growing-trace.ts";
import { type Field, type Step, stepOf } from "../../../src/clouds/canonical/step.ts";
import { generatedTest, perform } from "./canonical-suite.ts";

const start = Date.parse("2026-11-15T10:00:00.000Z");

function lastOf(steps: readonly Step[]): readonly Field[] | undefined {
  return canonicalise(steps, { mode: "exact" }).steps.at(-1)?.fields;
}

/** A step that is answered with these headers. */
function answer(at: number, fields: Readonly<Record<string, string>>): Step {
  return {
    exchange: at,
    service: "azure-blob",
    operation: "Blob_GetProperties",
    isReadOnly: true,
    scopes: [],
    at: start,
    fields: Object.entries(fields).map(([name, value]) => ({
      place: `response.header.${name}`,
      value,
      ...(name === "etag" && { kind: "etag" }),
    })),
  };
}

test("each step is told as in the exact trace of all, however far that has come", () => {
  fc.assert(
    fc.property(generatedTest, fc.integer(), (program, seed) => {
      const steps = understood(perform(program, { seed, now: start }).map(stepOf));
      const trace = new GrowingTrace();

      for (const [at, step] of steps.entries()) {
        expect(trace.add(step)).toEqual(lastOf(steps.slice(0, at + 1)));
      }
    }),
    { numRuns: 60 },
  );
});

test("what is forgotten names nothing of what comes behind", () => {
  fc.assert(
    fc.property(generatedTest, fc.integer(), fc.func(fc.boolean()), (program, seed, isForgotten) => {
      const steps = understood(perform(program, { seed, now: start }).map(stepOf));
      const trace = new GrowingTrace();
      const kept: Step[] = [];

      for (const step of steps) {
        expect(trace.add(step)).toEqual(lastOf([...kept, step]));
        const places = new Set(step.fields.map(({ place }) => place).filter((place) => isForgotten(place)));
        trace.forget(places);
        kept.push({ ...step, fields: step.fields.filter(({ place }) => !places.has(place)) });
      }
    }),
    { numRuns: 60 },
  );
});

test("a value that turns out to be one only later has its name from where it stood first", () => {
  const steps = [
    answer(1, { "x-ms-meta-a": "of 0x8DCAFE00000001" }),
    answer(2, { etag: '"0x8DCAFE00000002"' }),
    answer(3, { etag: '"0x8DCAFE00000001"' }),
    answer(4, { etag: '"0x8DCAFE00000002"' }),
  ];
  const trace = new GrowingTrace();

  const told = steps.map((step) => trace.add(step)[0]?.value);

  expect(told).toEqual(["of 0x8DCAFE00000001", '"‹etag#1›"', '"‹etag#1›"', '"‹etag#2›"']);
});
