import { TouchstoneError } from "../../model/index.ts";
import type { EnvReference } from "../config/secrets.ts";

/** The value of a secret of the config; one whose variable is not set is an error that names the variable. */
export function secretValue(secret: string | EnvReference, where: string): string {
  if (typeof secret === "string") return secret;
  const value = process.env[secret.env];
  if (value !== undefined && value !== "") return value;
  throw new TouchstoneError("TS_NO_CREDENTIALS", `${where} is to come from ${secret.env}, which is not set`, {
    hint: `Set the variable ${secret.env}.`,
  });
}
