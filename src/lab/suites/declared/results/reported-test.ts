import type { TestStatus } from "../../suite.ts";

/** A test as a report tells of it. */
export interface ReportedTest {
  readonly name: string;
  readonly status: TestStatus;
  readonly ms?: number;
  readonly message?: string;
}
