import type { RawHeader, RequestHead, SentRequest } from "../../../src/wire/index.ts";
import type { Expected } from "../../integration/amazon/signature-verifier.ts";
import { whyRefused } from "../../integration/amazon/signature-verifier.ts";

export const region = "eu-west-1";
export const account = "111122223333";
export const key = { id: "AKIAOTHER", secret: "the/other+secret", token: "the+other/token==" };
export const credentials = async () => ({
  accessKeyId: key.id,
  secretAccessKey: key.secret,
  sessionToken: key.token,
});
export const identity = async () => ({ account });
export const by = { tier: 1, file: "a.test.ts", test: "one" } as const;

const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A signature's header as an emulator's client writes it; nobody looks whether it is right. */
export function clientsAuthorization(
  service: string,
  signed = "host;x-amz-content-sha256;x-amz-date",
): RawHeader {
  const scope = `20200101/us-east-1/${service}/aws4_request`;
  const rest = `SignedHeaders=${signed}, Signature=${"0".repeat(64)}`;
  return ["authorization", `AWS4-HMAC-SHA256 Credential=EMULATOR/${scope}, ${rest}`];
}

/** A request of an emulator's client, signed for S3 unless its headers say otherwise. */
export function s3Head(
  line: string,
  headers: readonly RawHeader[] = [],
  host = "127.0.0.1:40001",
): RequestHead {
  const [method = "", target = ""] = line.split(" ");
  const extra = headers.map(([name]) => name.toLowerCase());
  const usual: readonly RawHeader[] = [
    ["x-amz-date", "20200101T000000Z"],
    ["x-amz-content-sha256", empty],
    ["x-amz-security-token", "the client's own"],
    clientsAuthorization("s3", ["host", "x-amz-content-sha256", "x-amz-date", ...extra].join(";")),
  ];
  const kept = usual.filter(([name]) => !extra.includes(name));
  return { method, target, headers: [["Host", host], ...kept, ...headers], origin: `http://${host}`, by };
}

export function dynamodbHead(operation: string): RequestHead {
  const headers: readonly RawHeader[] = [
    ["Host", "127.0.0.1:40002"],
    ["X-Amz-Target", `DynamoDB_20120810.${operation}`],
    ["Content-Type", "application/x-amz-json-1.0"],
    ["X-Amz-Date", "20200101T000000Z"],
    clientsAuthorization("dynamodb", "content-type;host;x-amz-date;x-amz-target"),
  ];
  return { method: "POST", target: "/", headers, origin: "http://127.0.0.1:40002", by };
}

/** What the service would say of a request that was signed anew. */
export function verdict(
  sent: SentRequest,
  service: "s3" | "dynamodb",
  changes: Partial<Expected> = {},
): string | undefined {
  const { method, target, headers, body = Buffer.alloc(0) } = sent;
  return whyRefused(
    { method, target, rawHeaders: headers.flat(), body },
    { key, region, service, ...changes },
  );
}

export function headerOf(headers: readonly RawHeader[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
