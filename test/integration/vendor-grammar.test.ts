import { describe, expect, test } from "vitest";
import { interfaceOf, type ServiceName, serviceNames } from "../../src/clouds/index.ts";
import type { Interface } from "../../src/model/index.ts";
import { type Coverage, grammarCoverage } from "../grammar/coverage.ts";
import { deviations } from "../grammar/deviations.ts";
import { grammarsAreThere } from "../grammar/vendor.ts";

describe.skipIf(!grammarsAreThere)(
  "of the vendors' grammars (in the folder that TOUCHSTONE_GRAMMARS names)",
  () => {
    const coverages = grammarsAreThere
      ? serviceNames.map((service) => grammarCoverage(interfaceOf(service)))
      : [];

    test("prints what is covered", () => {
      console.table(Object.fromEntries(coverages.map((coverage) => [coverage.service, readable(coverage)])));

      expect(coverages.map(({ service }) => service)).toEqual(serviceNames);
    });

    test.each(coverages)(
      "$service: every operation, at least 95% of the parameters, every kind and fault, nothing loosened",
      (coverage) => {
        const { operations, parameters, members, kinds, faults, loosened } = coverage;

        expect(operations.held).toBe(operations.of);
        expect(parameters.held / parameters.of).toBeGreaterThanOrEqual(0.95);
        expect(members.held / members.of).toBeGreaterThanOrEqual(0.95);
        expect(kinds.held).toBe(kinds.of);
        expect(faults.held).toBe(faults.of);
        expect(loosened).toEqual([]);
      },
    );

    test("every deviation is still one", () => {
      const met = new Set(coverages.flatMap(({ explained }) => [...explained]));

      expect(deviations.map(({ why }) => why).filter((why) => !met.has(why))).toEqual([]);
    });

    test.each<[string, ServiceName, (key: string, part: unknown) => unknown, keyof Coverage]>([
      ["a kind that is given up", "dynamodb", (_, part) => (isOf("bool", part) ? any : part), "kinds"],
      ["another kind", "s3", (_, part) => (isOf("int", part) ? { kind: "string" } : part), "kinds"],
      [
        "a set of values that is cut",
        "s3",
        (key, part) => (key === "oneOf" && Array.isArray(part) ? part.slice(0, 1) : part),
        "constraints",
      ],
      [
        "a fault that nobody knows",
        "azure-blob",
        (key, part) => (key === "code" ? "Nonsense" : part),
        "faults",
      ],
      ["a fault of another name", "dynamodb", (key, part) => (key === "code" ? "Nonsense" : part), "faults"],
      ["a fault of another status", "s3", (key, part) => (key === "status" ? 418 : part), "faults"],
    ])("notices %s", (_, service, change, share) => {
      const changed = JSON.parse(JSON.stringify(interfaceOf(service), change)) as Interface;

      const { held, of } = grammarCoverage(changed)[share] as { held: number; of: number };

      expect(held).toBeLessThan(of);
    });
  },
);

const any = { kind: "any" };

function isOf(kind: string, part: unknown): boolean {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === kind;
}

function readable(coverage: Coverage): Record<string, string> {
  const { operations, parameters, members, kinds, constraints, faults } = coverage;
  const shares = Object.entries({ operations, parameters, members, kinds, constraints, faults });
  return Object.fromEntries(shares.map(([name, { held, of }]) => [name, `${held}/${of}`]));
}
