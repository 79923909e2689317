import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { amazonCredentials, type Credentials } from "../emulators/definition.ts";

const ofProfiles = ["AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"];
const ofCredentials = [
  "AWS_ACCESS_KEY_ID",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
];
/** Variables that would lead Amazon's SDKs past an emulator's credentials, to the user's own. */
export const rivalVariables: readonly string[] = ["AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN"];
const ofRegion = ["AWS_REGION", "AWS_DEFAULT_REGION"];

export function credentialVariables({ id, secret }: Credentials): Record<string, string> {
  return { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret };
}

export const regionVariables = { AWS_REGION: "us-east-1", AWS_DEFAULT_REGION: "us-east-1" };

/** What AWS's SDKs insist on and do not find at the user's: credentials that no emulator refuses, a region. */
export function missingVariables(own: NodeJS.ProcessEnv): Record<string, string> {
  const has = (names: readonly string[]) => names.some((name) => Boolean(own[name]));
  if (has(ofProfiles) || hasProfileFile(own)) return {};
  return {
    ...(has(ofCredentials) ? {} : credentialVariables(amazonCredentials)),
    ...(has(ofRegion) ? {} : regionVariables),
  };
}

function hasProfileFile(own: NodeJS.ProcessEnv): boolean {
  const home = own["HOME"] ?? homedir();
  return ["credentials", "config"].some((name) => existsSync(join(home, ".aws", name)));
}
