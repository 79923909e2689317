import { type AmazonAccount, partitionOf } from "./amazon-account.ts";

/** The parts of an ARN. */
export interface Arn {
  readonly partition: string;
  readonly service: string;
  readonly region: string;
  readonly account: string;
  readonly resource: string;
}

const pattern = /\barn:(aws[a-z-]*):([a-z0-9-]+):([a-z0-9-]*):(\d{12}|):([^\s"'`<>,\\]+)/g;

/** Changes every ARN in a text. */
export function mapArns(text: string, change: (arn: Arn) => Arn): string {
  return text.replace(pattern, (_, ...found: string[]) => {
    const [partition = "", service = "", region = "", account = "", resource = ""] = found;
    return writeArn(change({ partition, service, region, account, resource }));
  });
}

function writeArn({ partition, service, region, account, resource }: Arn): string {
  return `arn:${partition}:${service}:${region}:${account}:${resource}`;
}

/** An ARN of the application's own account as one of the other account; its resource stays. */
export function arnThere(arn: Arn, { ownAccount, account, region }: AmazonAccount): Arn {
  const isOwn = arn.account === ownAccount;
  return {
    ...arn,
    partition: isOwn || arn.account === "" ? partitionOf(region) : arn.partition,
    region: isOwn && arn.region !== "" ? region : arn.region,
    account: isOwn ? (account ?? arn.account) : arn.account,
  };
}

/** An ARN of the other account as one of the application's own, in the region that its client works in. */
export function arnBack(arn: Arn, clientRegion: string, { ownAccount, account, region }: AmazonAccount): Arn {
  const isTheirs = account !== undefined && arn.account === account;
  return {
    ...arn,
    partition: isTheirs || arn.account === "" ? "aws" : arn.partition,
    region: arn.region === region ? clientRegion : arn.region,
    account: isTheirs ? ownAccount : arn.account,
  };
}

/** A table's name in the resource of an ARN, and what is around it. */
export const tableResource = /^((?:global-)?table\/)([^/:]+)(.*)$/s;
