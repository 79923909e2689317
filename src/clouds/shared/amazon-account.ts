import { TouchstoneError } from "../../model/index.ts";
import type { Names } from "../../wire/index.ts";
import { isAllowedHost } from "./allowed-hosts.ts";
import type { AmazonCredentials } from "./amazon-signer.ts";
import { isLoopback } from "./loopback.ts";

/** The account that requests are sent to, and how the application's own looks. */
export interface AmazonAccountOptions {
  readonly region: string;
  /** The account's number; needed wherever requests leave this machine. */
  readonly account?: string;
  /** Where the service is, if not at Amazon's own address in the region. */
  readonly endpoint?: string;
  /** The hosts, other than this machine's, that requests may go to: `s3.eu-west-1.amazonaws.com`, with all below it. */
  readonly allowHosts?: readonly string[];
  /** Whose the credentials are; asked before the first request, and needed wherever requests leave this machine. */
  readonly identity?: () => Promise<{ readonly account: string }>;
  /** Asked for every request, so that what expires can be renewed. */
  readonly credentials: () => Promise<AmazonCredentials>;
  readonly names: Names;
  /** The account's number in the ARNs that the application sees; twelve zeros, as emulators have it, unless given. */
  readonly ownAccount?: string;
  /** The date that signatures are made for. */
  readonly now?: () => Date;
}

/** An account that may be sent to. */
export interface AmazonAccount extends AmazonAccountOptions {
  readonly endpoint: string;
  readonly ownAccount: string;
  readonly now: () => Date;
  /** Throws unless the credentials are of the account that the config names. */
  readonly confirm: () => Promise<void>;
}

/** Checks that requests may be sent to an account at all. */
export function amazonAccount(service: "s3" | "dynamodb", options: AmazonAccountOptions): AmazonAccount {
  const endpoint = options.endpoint ?? `https://${service}.${options.region}.${domainOf(options.region)}`;
  const { hostname } = new URL(endpoint);
  if (!isLoopback(hostname)) requireNamed(hostname, options);
  return {
    ...options,
    endpoint,
    ownAccount: options.ownAccount ?? "000000000000",
    now: options.now ?? (() => new Date()),
    confirm: confirming(options),
  };
}

const partitions: readonly (readonly [prefix: string, partition: string, domain: string])[] = [
  ["cn-", "aws-cn", "amazonaws.com.cn"],
  ["us-gov-", "aws-us-gov", "amazonaws.com"],
  ["us-isob-", "aws-iso-b", "sc2s.sgov.gov"],
  ["us-iso-", "aws-iso", "c2s.ic.gov"],
  ["eusc-", "aws-eusc", "amazonaws.eu"],
];

/** The domain of a region's hosts: `amazonaws.com.cn`. */
export function domainOf(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[2] ?? "amazonaws.com";
}

/** The partition in a region's ARNs: `aws-cn`. */
export function partitionOf(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? "aws";
}

function requireNamed(hostname: string, { account, identity, allowHosts = [] }: AmazonAccountOptions): void {
  if (account === undefined) {
    throw new TouchstoneError(
      "TS_ACCOUNT_NOT_NAMED",
      `nothing is sent to ${hostname} without a named account`,
      {
        hint: "Name the account's number in the config, beside its region.",
      },
    );
  }
  if (identity === undefined) {
    throw new TouchstoneError(
      "TS_NO_IDENTITY",
      `nothing is sent to ${hostname}: it is none of Amazon's hosts, so that nobody can say whose account it is`,
      { hint: "Use an endpoint of Amazon's, or one on this machine." },
    );
  }
  if (isAllowedHost(hostname, allowHosts)) return;
  throw new TouchstoneError(
    "TS_HOST_NOT_ALLOWED",
    `${hostname} is not this machine, and the config does not allow it`,
    { hint: `If it may be used, add it to touchstone.config.ts: allowHosts: ["${hostname}"]` },
  );
}

/** Asks once; a failure is asked again the next time. */
function confirming({ identity, account }: AmazonAccountOptions): () => Promise<void> {
  let confirmed: Promise<void> | undefined;
  return async () => {
    if (identity === undefined || account === undefined) return;
    confirmed ??= requireIdentity(identity, account);
    try {
      await confirmed;
    } catch (error) {
      confirmed = undefined;
      throw error;
    }
  };
}

async function requireIdentity(
  identity: () => Promise<{ readonly account: string }>,
  account: string,
): Promise<void> {
  const actual = await identity().catch((error: unknown) => {
    if (error instanceof TouchstoneError) throw error;
    // The cause stays out: what a provider of credentials says may have some in it.
    const kind = error instanceof Error ? error.name : typeof error;
    throw new TouchstoneError("TS_NO_IDENTITY", `it could not be told whose the credentials are (${kind})`, {
      hint: "Check that the credentials are valid: aws sts get-caller-identity",
    });
  });
  if (actual.account === account) return;
  throw new TouchstoneError(
    "TS_WRONG_ACCOUNT",
    `the credentials are of account ${actual.account}, but the config names ${account}`,
    { hint: "Use credentials of the account that the config names, or name the other one." },
  );
}
