const whole = [
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AZURE_CLIENT_SECRET",
  "AZURE_STORAGE_ACCOUNT_KEY",
  "AZURE_STORAGE_KEY",
];
const inside: readonly (readonly [name: string, secret: RegExp])[] = [
  ["AZURE_STORAGE_CONNECTION_STRING", /(?:AccountKey=|[=?&]sig=)([^;&]+)/gi],
  ["AZURE_STORAGE_SAS_TOKEN", /(?:^|[?&])sig=([^&]+)/gi],
];

/** No service takes a shorter one that is meant to be secret. */
const shortest = 8;

/** What servers for development have in their documents: no secret, and a name in many an address. */
const documented: ReadonlySet<string> = new Set(["localstack", "minio123", "minioadmin"]);

/** From here on nothing is a word any more. */
const long = 16;

/** Words and numbers, as names are made of them: `us-east-1`, `minio123`, `mySecretKey`, `127.0.0.1:9000`. */
const name = /^(?:(?:[a-z]*(?:[A-Z][a-z]{2,})*|[A-Z]+)\d*(?:[-._:/]|$))+$/;

/**
 * Whether it has to be kept secret. Where no credential is needed, any name may stand for one, and would be taken out of all
 * addresses: of what is short, only what mixes letters and digits as no name does is secret.
 */
export function isTelling(secret: string): boolean {
  return secret.length >= long || (secret.length >= shortest && !name.test(secret));
}

/** The same of a `cloud` account's credential: one is needed there, and what looks like a name may be a password. */
export function isCredential(secret: string): boolean {
  return secret.length >= shortest && !documented.has(secret);
}

/** A shared access signature, and what is secret in it. */
export function secretsInSas(sas: string): string[] {
  const signatures = [...sas.matchAll(/(?:^|[?&])sig=([^&]+)/gi)].map(([, value = ""]) => decoded(value));
  return sas === "" ? [] : [sas, ...signatures];
}

/** The credentials in the clouds' usual variables. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  const found = [
    ...whole.map((name) => env[name] ?? ""),
    ...inside.flatMap(([name, secret]) =>
      [...(env[name] ?? "").matchAll(secret)].map(([, value = ""]) => decoded(value)),
    ),
  ];
  return [...new Set(found)].filter(isTelling);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
