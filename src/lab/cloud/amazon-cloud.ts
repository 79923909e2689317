import {
  type AmazonCredentials,
  amazonAccount,
  callerAccount,
  dynamodbRewriter,
  isAmazonHost,
  s3Rewriter,
} from "../../clouds/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { Names } from "../../wire/index.ts";
import type { AmazonCloud } from "../config/cloud-schema.ts";
import type { CloudAccount, CloudContext } from "./cloud-account.ts";
import { secretValue } from "./secret.ts";

/** Sends a service's requests to an account of Amazon's. */
export function amazonCloud(
  service: "s3" | "dynamodb",
  cloud: AmazonCloud,
  context: CloudContext,
): CloudAccount {
  const credentials = credentialsOf(cloud);
  const { region, account, endpoint } = cloud;
  const options = {
    region,
    credentials: () => Promise.resolve(credentials),
    allowHosts: context.allowHosts,
    ...(endpoint !== undefined && { endpoint }),
    ...(account !== undefined && {
      account,
      ...((endpoint === undefined || isAmazonHost(new URL(endpoint).hostname)) && {
        identity: async () => ({
          account: await callerAccount({ region, credentials, allowHosts: context.allowHosts }),
        }),
      }),
    }),
  };
  const rewriterWith = (names: Names) =>
    service === "s3" ? s3Rewriter({ ...options, names }) : dynamodbRewriter({ ...options, names });
  const names = new Names({ existing: cloud.existing });
  const { confirm, endpoint: address } = amazonAccount(service, { ...options, names });
  return {
    rewriter: rewriterWith(names),
    cleaner: rewriterWith(new Names({ areKept: true })),
    names,
    access: {
      endpoint: address,
      region,
      id: credentials.accessKeyId,
      owner: {
        as: "owner",
        id: credentials.accessKeyId,
        secret: credentials.secretAccessKey,
        ...(credentials.sessionToken !== undefined && { session: credentials.sessionToken }),
      },
      existing: Object.values(cloud.existing),
      confirm,
    },
    secrets: [credentials.secretAccessKey, credentials.sessionToken].filter((secret) => secret !== undefined),
  };
}

/** The config's credentials, or those of the usual variables. */
function credentialsOf({ accessKeyId, secretAccessKey, sessionToken }: AmazonCloud): AmazonCredentials {
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const token = sessionToken === undefined ? undefined : secretValue(sessionToken, "the session token");
    return {
      accessKeyId: secretValue(accessKeyId, "the access key"),
      secretAccessKey: secretValue(secretAccessKey, "the secret key"),
      ...(token !== undefined && { sessionToken: token }),
    };
  }
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new TouchstoneError("TS_NO_CREDENTIALS", "there are no credentials for Amazon's services", {
      hint: "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (aws configure export-credentials --format env), or give them in the config.",
    });
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && AWS_SESSION_TOKEN !== "" && { sessionToken: AWS_SESSION_TOKEN }),
  };
}
