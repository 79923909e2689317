import { type Input, type Operation, type Types, writeRequest } from "../../model/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import { sha256 } from "./amazon-payload.ts";
import { type AmazonCredentials, signByHeader } from "./amazon-signer.ts";
import { bytesOf, type RawSender } from "./sdk-raw.ts";

/** A service whose requests are written and signed here, or not signed where nobody asks. */
export interface RawAmazon {
  readonly service: "s3" | "dynamodb";
  readonly types: Types;
  readonly region: string;
  readonly endpoint: string;
  readonly credentials: AmazonCredentials | undefined;
}

/** Sends an operation's request. */
export async function sendAmazon(
  { service, types, region, endpoint, credentials }: RawAmazon,
  operation: Operation,
  input: Input,
  sender: RawSender,
): Promise<void> {
  const { method, url, headers: own, body } = writeRequest(operation, input, types);
  const { origin, host, pathname } = new URL(endpoint);
  const content = Buffer.from(bytesOf(body));
  const target = pathname.replace(/\/$/, "") + url;
  const payload = sha256(content);
  const headers: RawHeader[] = [
    ["Host", host],
    ...Object.entries(own).filter(([name]) => name.toLowerCase() !== "content-length"),
    ["x-amz-content-sha256", payload],
    ...(content.length > 0 || method !== "GET"
      ? ([["Content-Length", String(content.length)]] satisfies RawHeader[])
      : []),
  ];
  const names = headers.map(([name]) => name.toLowerCase());
  const signed = names.filter((name) => name.startsWith("x-amz-") || name === "content-type");
  const scope = { region, service };
  const whole =
    credentials === undefined
      ? headers
      : signByHeader({ method, target, headers }, { scope, credentials, signed, payload, date: new Date() });
  await sender.send({ method, origin, target, headers: whole, body: content });
}
