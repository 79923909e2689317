import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";
import { dynamodbRewriter, s3Rewriter } from "../../../src/clouds/index.ts";
import { markerHeader } from "../../../src/wire/attribution/marker.ts";
import { Names } from "../../../src/wire/index.ts";
import { forwarder, type Gate, hereAgent } from "./servers.ts";

export const key = {
  id: "AKIAOTHERACCOUNT",
  secret: "the+other/accounts=secret",
  token: "session//token+==",
};
export const region = "eu-west-1";
export const credentials = async () => ({
  accessKeyId: key.id,
  secretAccessKey: key.secret,
  sessionToken: key.token,
});
export const wrongCredentials = async () => ({ ...(await credentials()), secretAccessKey: "guessed" });

/** What an application has: the emulator's usual credentials, and a test that its requests belong to. */
const applications = {
  region: "us-east-1",
  credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", sessionToken: "the application's own" },
  maxAttempts: 1,
};

type Style = "host" | "path";

/** Where buckets are addressed. */
export interface Styles {
  readonly client: Style;
  readonly there: Style;
}

interface S3Application {
  readonly client: S3Client;
  readonly names: Names;
  readonly origin: string;
}

export async function s3Application(
  there: Gate,
  styles: Styles,
  { names = new Names(), signs = credentials, test: title = "one" } = {},
): Promise<S3Application> {
  const server = styles.there === "host" ? "s3.localhost" : "127.0.0.1";
  const proxy = await forwarder(
    s3Rewriter({
      ...{ region, names, credentials: signs, addressing: styles.there },
      endpoint: `http://${server}:${there.port}`,
    }),
  );
  const host = styles.client === "host" ? "localhost" : "127.0.0.1";
  const client = new S3Client({
    ...applications,
    endpoint: `http://${host}:${proxy.port}`,
    forcePathStyle: styles.client === "path",
    requestHandler: { httpAgent: hereAgent },
  });
  marks(client, title);
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  return { client, names, origin: proxy.origin };
}

export async function dynamodbApplication(
  there: Gate,
  { names = new Names(), signs = credentials, test: title = "one" } = {},
) {
  const proxy = await forwarder(
    dynamodbRewriter({ region, names, credentials: signs, endpoint: there.origin }),
  );
  const client = new DynamoDBClient({ ...applications, endpoint: proxy.origin });
  marks(client, title);
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  return { client, names };
}

/** What clients of both services have in common, for a step before sending. */
interface Steps {
  readonly add: (
    step: (next: (args: Sending) => Promise<never>) => (args: Sending) => Promise<never>,
    options: { step: "finalizeRequest"; priority: "low"; name: string },
  ) => void;
}
interface Sending {
  readonly request: { readonly headers: Record<string, string> };
}

export function mark(title: string): Record<string, string> {
  return { [markerHeader]: `file=a.test.ts&test=${encodeURIComponent(title)}` };
}

/** Marks a client's requests as of a test, the way the preload does. */
function marks(client: { readonly middlewareStack: unknown }, title: string): void {
  (client.middlewareStack as Steps).add(
    (next) => (args) => {
      Object.assign(args.request.headers, mark(title));
      return next(args);
    },
    { step: "finalizeRequest", priority: "low", name: "mark" },
  );
}
