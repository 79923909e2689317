import type { Caller, ServiceName } from "../../clouds/index.ts";
import { type CloudAccounts, isTelling, type Reachable } from "../../lab/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { Redactor } from "../../wire/index.ts";
import type { Side } from "./side.ts";

/** What takes keys out of what is told and kept. */
export interface KeyRemover extends Pick<Side, "redact"> {
  /** The same of bytes that are no text: nothing goes but the keys themselves. */
  redactBytes(bytes: Buffer): Buffer;
}

/** The keys in the usual variables, with which targets that speak like AWS are called; made-up ones if none are set. */
export function usualKeys(): { readonly id: string; readonly secret: string } {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
  const isGiven = id !== undefined && id !== "" && secret !== undefined && secret !== "";
  return isGiven ? { id, secret } : { id: "touchstone", secret: "touchstone" };
}

/** Who owns the account at an endpoint: by its own credentials, or for AWS by the keys in the usual variables. */
export function ownerOf(
  service: ServiceName,
  endpoint: string,
  credentials: Reachable["credentials"],
): { readonly id: string; readonly owner: Caller } {
  if (credentials !== undefined) return { id: credentials.id, owner: { as: "owner", ...credentials } };
  if (service !== "s3" && service !== "dynamodb") {
    throw new TouchstoneError("TS_NO_CREDENTIALS", `there is no key for ${endpoint}`, {
      hint: "Calls can be signed for the account of the emulators (devstoreaccount1); any other account is `cloud`, with its key in the config.",
    });
  }
  const pair = usualKeys();
  return { id: pair.id, owner: { as: "owner", ...pair } };
}

/** Takes an owner's key out of texts: a target that runs already may repeat it. A key that is an ordinary word is left alone. */
export function withoutKeyOf(owner: Caller): Side["redact"] {
  return withoutKeys(owner.as === "owner" ? [owner.secret] : []).redact;
}

/** The same for several keys. */
export function withoutKeys(keys: readonly string[]): KeyRemover {
  const redactor = new Redactor(keys.filter(isTelling));
  return removerBy(() => redactor);
}

/** Takes the secrets of the cloud's accounts out of texts, also those that come only when they are asked for. */
export function withoutSecretsOf(accounts: CloudAccounts): KeyRemover {
  const secrets = [...accounts.secrets];
  let redactor = new Redactor(secrets);
  accounts.onSecret((secret) => {
    secrets.push(secret);
    redactor = new Redactor(secrets);
  });
  return removerBy(() => redactor);
}

function removerBy(redactor: () => Redactor): KeyRemover {
  return {
    redact: (text, cut) => redactor().text(text, { cut }),
    redactBytes: (bytes) => redactor().bytes(bytes),
  };
}
