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

/** What stands for a credential where none is needed; everybody knows it, and it may be a word of any answer. */
const placeholders = new Set(
  (
    "accesskey accesskeyid anything changeme fakeaccesskey fakekey fakesecret localstack minioadmin minio123 " +
    "notasecret password placeholder secretaccesskey secretkey testing testsecret touchstone"
  ).split(" "),
);

/** Whether it has to be kept secret: what is short, or a well-known placeholder such as `test`, is a word like any other. */
export function isTelling(secret: string): boolean {
  return secret.length >= shortest && !placeholders.has(secret.toLowerCase());
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
