import { type StringType, string } from "../../model/index.ts";

/** What the service keeps for itself, in any case. */
const reserved = "tables";

const first = "[A-Za-z]";
const later = "[A-Za-z0-9]";

/** Words as long as the reserved one that differ from it in at least one place. */
const differing = [...reserved].map((letter, at) => {
  const before = at === 0 ? "" : `${first}${later}{${at - 1}}`;
  const other = `[^${letter}${letter.toUpperCase()}\\W_${at === 0 ? "\\d" : ""}]`;
  return `${before}${other}${later}{${reserved.length - at - 1}}`;
});

const shorter = `${first}${later}{2,${reserved.length - 2}}`;
const longer = `${first}${later}{${reserved.length},62}`;

export const tableName: StringType = string({
  minLength: 3,
  maxLength: 63,
  charset: "A-Za-z0-9",
  pattern: `${shorter}|${longer}|(?:${differing.join("|")})`,
  example: "touchstone",
});

/** Partition and row keys; empty ones are keys too. */
export const key: StringType = string({
  maxLength: 1024,
  charset: "^/\\\\#?\\u0000-\\u001f\\u007f-\\u009f",
});

const identifier = "[\\p{L}_][\\p{L}\\p{Nd}_]*";

export const propertyName: StringType = string({
  minLength: 1,
  maxLength: 255,
  pattern: identifier,
  example: "color",
});

/** Names of properties with commas between them, for `$select`. */
export const propertyNames: StringType = string({
  maxLength: 32_768,
  pattern: `\\*|${identifier}(, ?${identifier})*`,
  example: "PartitionKey,RowKey",
});
