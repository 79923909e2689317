import {
  headersWithSecrets,
  redactAuthorization,
  redacted,
  redactionOfHeader,
  secretFields,
} from "./secret-fields.ts";

/** In every text that has a secret by one of the patterns below; most texts have none of it, and are done with. */
const sign =
  /sig|token|secret|assertion|authorization|cookie|bearer|eyj|tkey|sskey|onkey|requestbytes|(?:on|er)-key|identity-h|:\\{0,8}\/\\{0,8}\/[^\s/@]{0,400}@|3a%(?:25){0,4}2f%(?:25){0,4}2f/i;

/** Whether a text may have a secret in it. */
export function maySecret(text: string): boolean {
  return sign.test(text);
}

/** Longer names first, since one may begin another. */
const names = secretFields.toSorted((a, b) => b.length - a.length).join("|");
const headerNames = headersWithSecrets.toSorted((a, b) => b.length - a.length).join("|");

/*
 * Bodies are anybody's: no pattern may take more than linear time, so that what repeats before a secret has a limit, and
 * what a secret is made of is written as runs.
 */

/** Where a name may begin: also behind a character that is percent-encoded, once or more, or escaped as in JSON. */
const start = "(?<=^|[^a-z0-9_-]|%(?:25){0,4}[0-9a-f]{2}|\\\\u00[0-9a-f]{2})";
/** To the end of a field of a query or a connection string, wherever that stands. */
const plainValue = runs("[^&\\s\"'<>;,\\\\]", "\\\\(?:/|u00(?!22|26|27|3c|3e)[0-9a-f]{2})");
/** The same where the whole address is percent-encoded, once or more. */
const encodedValue = runs("[^&\\s\"'<>;,\\\\%]", "%(?!(?:25){0,4}(?:0a|0d|20|22|23|26|2c|3b))");
const jsonValue = runs('[^"\\\\]', "\\\\[\\s\\S]?");
/** The strings of a JSON list, from behind the first quote. */
const jsonStrings = `${jsonValue}(?:"\\s*,\\s*"${jsonValue})*`;
/** In JSON inside a JSON string the closing quote is escaped as well. */
const escaped = "\\\\{1,8}";
const nestedJsonValue = runs('[^"\\\\]', `${escaped}(?:/|u[0-9a-f]{4})`);

/** The slashes before the host of an address, which may be escaped as in JSON, or percent-encoded. */
const slashes = "\\\\{0,8}/\\\\{0,8}/";
const encodedSlashes = "%(?:25){0,4}3a%(?:25){0,4}2f%(?:25){0,4}2f";

/** Any number of usual characters and of special ones. */
function runs(usual: string, special: string): string {
  return `${usual}*(?:${special}${usual}*)*`;
}

type Replacement = (secret: string, before: string) => string;

const whole: Replacement = () => redacted;
const byHeaderName: Replacement = (secret, before) =>
  (redactionOfHeader(/^[\w-]+/.exec(before)?.[0] ?? "") ?? whole)(secret, before);

/** The value behind a header's name in a list; lists of names alone have another name there. */
const inPair: Replacement = (secret, before) => {
  if (/^[A-Za-z][a-z]*(?:-[A-Za-z][a-z]*)*$/.test(secret)) return secret;
  return byHeaderName(secret, before.slice(1));
};

function pattern(before: string, secret: string, replace: Replacement = whole, flags = "gi") {
  return { expression: new RegExp(`(${before})(${secret})`, flags), replace };
}

/** What comes before a secret, the secret itself, and what to put there. */
const patterns = [
  pattern(`^(?:${headerNames})[ \\t]*:[ \\t]*`, "[^\\r\\n]+", byHeaderName, "gim"),
  pattern(`"(?:proxy-|x-ms-copy-source-)?authorization"\\s*:\\s*(?:\\[\\s*)?"`, jsonValue, (secret) =>
    redactAuthorization(secret),
  ),
  pattern(`"(?:${headerNames})"\\s*,\\s*"`, jsonValue, inPair),
  pattern(`${start}sharedaccesssignature=`, "[^\\s\"'<>;\\\\]+"),
  pattern(`${start}(?:${names})(?:=|\\\\u003d)`, plainValue),
  pattern(`${start}(?:${names})%(?:25){0,4}3d`, encodedValue),
  pattern(`"(?:${names})"\\s*:\\s*(?:\\{\\s*"S"\\s*:\\s*)?"`, jsonValue),
  pattern(`"(?:${names})"\\s*:\\s*\\[\\s*"`, jsonStrings),
  pattern(`${escaped}"(?:${names})${escaped}"\\s*:\\s*${escaped}"`, nestedJsonValue),
  pattern(`<(?:\\w+:)?(?:${names})(?:\\s[^>]{0,200})?>`, "[^<]+"),
  pattern("<UserDelegationKey[\\s>](?:(?!</UserDelegationKey>)[\\s\\S]){0,2000}?<Value>", "[^<]+"),
  pattern(`name="?(?:${names})"?[^\\r\\n]*\\r?\\n(?:[^\\r\\n]+\\r?\\n){0,8}\\r?\\n`, "[^\\r\\n]+"),
  pattern("MAC signature found in the HTTP request '", "[^']+"),
  pattern(`:${slashes}[^\\s/?#@:"'<>\\\\]{0,200}:`, `[^\\s/?#"'<>\\\\]{1,200}(?=@)`),
  pattern(
    `${encodedSlashes}[^\\s/?#@:"'<>\\\\&%]{0,200}%(?:25){0,4}3a`,
    `(?:[^\\s/?#"'<>\\\\&%]|%(?!(?:25){0,4}(?:2f|3f|40))){1,200}(?=%(?:25){0,4}40)`,
  ),
  // Not the parameters of a challenge, such as `Bearer realm="…"`; and short words only if there is a digit in them.
  pattern(
    "\\bbearer(?:\\s|%20)+",
    '(?![a-z_]{2,20}=")(?:[\\w.~+/-]{20,}|(?=[\\w.~+/-]*\\d)[\\w.~+/-]{8,})=*',
  ),
  pattern("(?<![\\w-])", "eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]+", whole, "g"),
];

/** What a secret at the end of a text may look like where the rest of it, by which it would be known, was cut off. */
const tornPatterns = [
  pattern(`"(?:${headerNames})"\\s*,\\s*"`, `${jsonValue}$`),
  pattern(`:${slashes}[^\\s/?#@:"'<>\\\\]{0,200}:`, `[^\\s/?#"'<>\\\\]{1,200}$`),
  pattern(
    `${encodedSlashes}[^\\s/?#@:"'<>\\\\&%]{0,200}%(?:25){0,4}3a`,
    `(?:[^\\s/?#"'<>\\\\&%]|%(?!(?:25){0,4}(?:2f|3f|40))){1,200}$`,
  ),
  pattern("\\bbearer(?:\\s|%20)+", "[\\w.~+/-]+=*$"),
  pattern("(?<![\\w-])", "eyJ[\\w-]*(?:\\.[\\w-]*){0,2}$", whole, "g"),
];

/** Takes out of a text every secret that is known by what stands before it. */
export function redactKnownPlaces(text: string): string {
  return maySecret(text) ? redactAll(text, patterns) : text;
}

/** Takes out the end of a text that was cut, where that may be the beginning of such a secret. */
export function redactTornEnd(text: string): string {
  return redactAll(text, tornPatterns);
}

function redactAll(text: string, all: typeof patterns): string {
  let kept = text;
  for (const { expression, replace } of all)
    kept = kept.replace(expression, (found, before: string, secret: string) =>
      secret === "" ? found : before + replace(secret, before),
    );
  return kept;
}
