import { describe, expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../src/clouds/index.ts";
import { type Coverage, grammarCoverage } from "../grammar/coverage.ts";
import { grammarsAreThere } from "../grammar/vendor.ts";

describe.skipIf(!grammarsAreThere)(
  "of the vendors' grammars (in the folder that TOUCHSTONE_GRAMMARS names)",
  () => {
    const coverages = grammarsAreThere
      ? serviceNames.map((service) => grammarCoverage(interfaceOf(service)))
      : [];

    test("prints what is covered", () => {
      const rows = coverages.map(({ service, missing, loosened, ...shares }) => [service, shares] as const);

      console.table(Object.fromEntries(rows.map(([service, shares]) => [service, readable(shares)])));

      expect(rows.length).toBe(serviceNames.length);
    });

    test.each(coverages)(
      "$service: every operation, at least 95% of the parameters, nothing loosened, faults named",
      (coverage) => {
        const { operations, parameters, members, faults, loosened } = coverage;

        expect(operations.held).toBe(operations.of);
        expect(parameters.held / parameters.of).toBeGreaterThanOrEqual(0.95);
        expect(members.held / members.of).toBeGreaterThanOrEqual(0.95);
        expect(faults.held).toBe(faults.of);
        expect(loosened).toEqual([]);
      },
    );
  },
);

function readable(shares: Omit<Coverage, "service" | "missing" | "loosened">): Record<string, string> {
  return Object.fromEntries(Object.entries(shares).map(([name, { held, of }]) => [name, `${held}/${of}`]));
}
