import type { Config } from "../config/index.ts";
import { isCredential, secretsInSas } from "../recording/environment-secrets.ts";
import { knownValue } from "./secret.ts";

/** The secrets that a config holds or names, whether they are used or not; those that are not set are not there. */
export function configSecrets({ services }: Pick<Config, "services">): string[] {
  const found = Object.values(services).flatMap((settings) => {
    const cloud = settings?.cloud;
    if (cloud === undefined) return [];
    const given =
      "region" in cloud
        ? [knownValue(cloud.secretAccessKey), knownValue(cloud.sessionToken)]
        : [knownValue(cloud.key), ...secretsInSas(knownValue(cloud.sas) ?? "")];
    return given.filter((secret) => secret !== undefined);
  });
  return [...new Set(found)].filter(isCredential);
}
