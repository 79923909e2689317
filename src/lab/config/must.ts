/** Tells what a field must be, and what it is. */
export function must(be: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => `must be ${be}, but is ${shown(input)}` };
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
