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
const ofRegion = ["AWS_REGION", "AWS_DEFAULT_REGION"];

/** Variables of the user's that would lead Amazon's SDKs past these endpoints to the cloud, or past these credentials. */
export function rivalsOf(env: Readonly<Record<string, string>>): string[] {
  const namesEndpoints = Object.keys(env).some((name) => name.startsWith("AWS_ENDPOINT_URL"));
  return [
    ...(namesEndpoints ? ["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"] : []),
    ...(env["AWS_ACCESS_KEY_ID"] === undefined
      ? []
      : ["AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN"]),
  ];
}

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
