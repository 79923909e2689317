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

/** What is shorter stands for a credential where none is needed, such as `test`, and is a word like any other. */
const shortest = 16;

/** The credentials in the clouds' usual variables. */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  const found = [
    ...whole.map((name) => env[name] ?? ""),
    ...inside.flatMap(([name, secret]) =>
      [...(env[name] ?? "").matchAll(secret)].map(([, value = ""]) => decoded(value)),
    ),
  ];
  return [...new Set(found)].filter((value) => value.length >= shortest);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
