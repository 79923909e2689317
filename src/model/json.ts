const { rawJSON } = JSON as JSON & { readonly rawJSON: (text: string) => unknown };

/** A value as JSON: bytes in base64, and bigints as the numbers that they are. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, written);
}

/** Looks at the holder, since a `Buffer` has turned itself into an object by the time its part is passed. */
function written(this: Readonly<Record<string, unknown>>, key: string, part: unknown): unknown {
  const own = this[key];
  if (own instanceof Uint8Array) return Buffer.from(own).toString("base64");
  return typeof own === "bigint" ? rawJSON(String(own)) : part;
}
