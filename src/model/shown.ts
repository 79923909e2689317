/** A value as messages have it: in full where it is short. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
