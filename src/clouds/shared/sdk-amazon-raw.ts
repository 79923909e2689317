import { type Types, writeRequest } from "../../model/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { sha256 } from "./amazon-payload.ts";
import { type AmazonCredentials, signByHeader } from "./amazon-signer.ts";
import { requireSending } from "./sdk-amazon-handler.ts";
import type { OpenSdk } from "./sdk-clients.ts";
import { bytesOf, type RawSender } from "./sdk-raw.ts";
import type { WireAnswer } from "./sdk-watch.ts";
import { answerText } from "./top-level.ts";

/** A service whose requests are written and signed here, or not signed where nobody asks. */
export interface RawAmazon {
  readonly service: "s3" | "dynamodb";
  readonly types: Types;
  readonly region: string;
  readonly endpoint: string;
  readonly credentials: AmazonCredentials | undefined;
}

/** The requests that go past the SDK. */
export function rawAmazon(amazon: RawAmazon, sender: RawSender): Pick<OpenSdk, "raw" | "send"> {
  return {
    raw(operation, input) {
      const { method, url, headers, body } = writeRequest(operation, input, amazon.types);
      const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
      return sendSigned(amazon, { method, target: url, headers: own, body: bytesOf(body) }, sender);
    },
    async send({ method, target, headers = [], body = "" }) {
      return answerText(await sendSigned(amazon, { method, target, headers, body: bytesOf(body) }, sender));
    },
  };
}

interface OwnRequest {
  readonly method: string;
  /** Behind the endpoint. */
  readonly target: string;
  readonly headers: readonly RawHeader[];
  readonly body: Uint8Array;
}

async function sendSigned(
  { service, region, endpoint, credentials }: RawAmazon,
  { method, target: behind, headers: own, body }: OwnRequest,
  sender: RawSender,
): Promise<WireAnswer> {
  requireSending();
  const { origin, host, pathname } = new URL(endpoint);
  const target = pathname.replace(/\/$/, "") + behind;
  const payload = sha256(Buffer.from(body));
  const headers: RawHeader[] = [
    ["Host", host],
    ...own,
    ["x-amz-content-sha256", payload],
    ...(body.length > 0 || method !== "GET"
      ? ([["Content-Length", String(body.length)]] satisfies RawHeader[])
      : []),
  ];
  const names = headers.map(([name]) => name.toLowerCase());
  const signed = names.filter((name) => name.startsWith("x-amz-") || name === "content-type");
  const scope = { region, service };
  const whole =
    credentials === undefined
      ? headers
      : signByHeader({ method, target, headers }, { scope, credentials, signed, payload, date: new Date() });
  return sender.send({ method, origin, target, headers: whole, body });
}
