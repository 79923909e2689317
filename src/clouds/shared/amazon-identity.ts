import { createHash } from "node:crypto";
import { TouchstoneError } from "../../model/index.ts";
import { isAllowedHost } from "./allowed-hosts.ts";
import { domainOf } from "./amazon-account.ts";
import { type AmazonCredentials, signByHeader } from "./amazon-signer.ts";

export interface CallerQuestion {
  readonly region: string;
  readonly credentials: AmazonCredentials;
  /** The question itself leaves this machine, so its host must be allowed too. */
  readonly allowHosts: readonly string[];
}

/** The number of the account that credentials are of, as Amazon itself says. */
export async function callerAccount({ region, credentials, allowHosts }: CallerQuestion): Promise<string> {
  const host = `sts.${region}.${domainOf(region)}`;
  if (!isAllowedHost(host, allowHosts)) {
    throw new TouchstoneError("TS_HOST_NOT_ALLOWED", `it cannot be asked whose the credentials are`, {
      hint: `Allow the host that tells: allowHosts: ["${host}"]`,
    });
  }
  const body = "Action=GetCallerIdentity&Version=2011-06-15";
  const headers = signByHeader(
    {
      method: "POST",
      target: "/",
      headers: [
        ["host", host],
        ["content-type", "application/x-www-form-urlencoded"],
      ],
    },
    {
      scope: { region, service: "sts" },
      credentials,
      signed: ["content-type"],
      payload: createHash("sha256").update(body).digest("hex"),
      date: new Date(),
    },
  );
  const answer = await fetch(`https://${host}/`, {
    method: "POST",
    headers: headers
      .filter(([name]) => name !== "host")
      .map(([name, value]): [string, string] => [name, value]),
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const account = /<Account>(\d{12})<\/Account>/.exec(await answer.text())?.[1];
  if (account !== undefined) return account;
  throw new TouchstoneError(
    "TS_NO_IDENTITY",
    `Amazon does not say whose the credentials are (${answer.status})`,
  );
}
