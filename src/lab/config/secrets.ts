/** A secret that the config names and does not hold. */
export interface EnvReference {
  readonly env: string;
}

/**
 * A secret from a variable of the environment, read when it is needed.
 *
 * @example
 * cloud: { account: "acme", key: env("ACME_KEY") }
 */
export function env(name: string): EnvReference {
  return { env: name };
}
