import type { AmazonAccount } from "./amazon-account.ts";
import { arnBack, mapArns } from "./amazon-arns.ts";

/**
 * What a service says in words, as the application would hear it from its own account. Numbers of accounts give way
 * too, and what services tell of a wrong signature, since the token is part of it.
 */
export function messageBack(text: string, clientRegion: string, account: AmazonAccount): string {
  const arns = mapArns(text, (arn) => arnBack(arn, clientRegion, account));
  const numbers =
    account.account === undefined
      ? arns
      : arns.replace(new RegExp(`\\b${account.account}\\b`, "g"), account.ownAccount);
  return account.names.restoreMessage(withoutSignature(numbers));
}

function withoutSignature(text: string): string {
  const at = text.search(/\s*(?:The Canonical String for this request|The String-to-Sign) should have been/);
  return at < 0 ? text : text.slice(0, at);
}
