import { TouchstoneError } from "../../model/index.ts";
import type { EnvReference } from "../config/secrets.ts";

/** The value of a secret of the config, if it has one. */
export function knownValue(secret: string | EnvReference | undefined): string | undefined {
  return typeof secret === "object" ? process.env[secret.env] : secret;
}

/** The value of a secret of the config; one whose variable is not set is an error that names the variable. */
export function secretValue(secret: string | EnvReference, where: string): string {
  if (typeof secret === "string") return secret;
  const value = knownValue(secret);
  if (value !== undefined && value !== "") return value;
  throw new TouchstoneError("TS_NO_CREDENTIALS", `${where} is to come from ${secret.env}, which is not set`, {
    hint: `Set the variable ${secret.env}.`,
  });
}
