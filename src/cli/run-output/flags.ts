import type { Flag } from "../command.ts";

/** How a run is told. */
export const outputFlags: readonly Flag[] = [
  {
    name: "explain",
    value: "TEST",
    summary: "show how a test, by its id or a part of it, was seen and why it was decided so",
  },
  { name: "details", summary: "show every table in full, every decision, and the cost by price class" },
  { name: "junit", value: "FILE", summary: "write the results that count as JUnit XML, with the decisions" },
];
