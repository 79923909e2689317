/**
 * How many bytes an item counts for: names and values, texts in UTF-8, numbers by their digits, and a little for
 * every list and map. Source: "DynamoDB item sizes and formats", Amazon DynamoDB developer guide.
 *
 * @example
 * itemSize({ id: { S: "a1" }, age: { N: "42" } }); // 2 + 2 + 3 + 2
 */
export function itemSize(item: unknown): number {
  return entriesOf(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
}

function valueSize(value: unknown): number {
  return entriesOf(value).reduce((sum, [type, content]) => sum + contentSize(type, content), 0);
}

function contentSize(type: string, content: unknown): number {
  if (type === "L") return 3 + listed(content).reduce<number>((sum, each) => sum + 1 + valueSize(each), 0);
  if (type === "M") return 3 + entriesOf(content).length + itemSize(content);
  if (type.endsWith("S") && Array.isArray(content)) {
    return content.reduce<number>((sum, each) => sum + contentSize(type.charAt(0), each), 0);
  }
  if (typeof content !== "string") return 1;
  if (type === "N") return Math.ceil(content.replace(/\D/g, "").length / 2) + 1;
  return type === "B" ? Buffer.byteLength(content, "base64") : Buffer.byteLength(content);
}

/** An object's entries; nothing else has any. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** A list's elements; nothing else has any. */
export function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
