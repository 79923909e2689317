import { shown } from "../../model/index.ts";

/** Tells what a field must be, and what it is. */
export function must(be: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => `must be ${be}, but is ${shown(input)}` };
}
