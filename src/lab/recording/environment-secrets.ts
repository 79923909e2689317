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

const shortest = 16;

/** What is shorter stands for a credential where none is needed, such as `test`, and is a word like any other. */
export function isTelling(secret: string): boolean {
  return secret.length >= shortest;
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
