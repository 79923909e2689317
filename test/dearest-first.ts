import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. */
const dearest: readonly string[] = [
  "e2e/hybrid-javascript",
  "integration/emulators",
  "integration/suites-of-marked-runners",
  "integration/hybrid/cloud-side",
  "e2e/demo",
  "e2e/example",
  "e2e/hybrid-python",
  "e2e/record",
  "e2e/package",
];

/** Then the kinds of tests, those that take longest first. */
const kinds: readonly string[] = ["e2e", "integration", "unit"];

/** Begins with what takes longest, so that at the end no worker is left alone with it. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const dear = dearest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
  return dear >= 0 ? dear : dearest.length + kinds.indexOf(project.name);
}
