import { type Operation, partsOf, resolve, type Type } from "../../model/index.ts";
import {
  cannotSend,
  type RawHeader,
  type RequestHead,
  type ResponseHead,
  type Rewriter,
  type SentRequest,
} from "../../wire/index.ts";
import { type AmazonAccountOptions, amazonAccount } from "../shared/amazon-account.ts";
import { clientRegion, clientSignature } from "../shared/amazon-authorization.ts";
import { readPairs, writePairs } from "../shared/amazon-canonical.ts";
import { checkedHeaders, dechunk, dechunkedHeaders, sha256 } from "../shared/amazon-payload.ts";
import { signByHeader, signByQuery } from "../shared/amazon-signer.ts";
import { headerIn, headerRecord, withHeader } from "../shared/header-list.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { readRequest, splitTarget } from "../shared/wire-request.ts";
import { Written } from "../shared/written.ts";
import { clientAddress } from "./client-address.ts";
import { s3Recognizer } from "./identify.ts";
import { s3 } from "./interface.ts";
import { namesDeleted, noteWritten, whyKept } from "./kept.ts";
import { documentBack, headersBack } from "./rewrite-answer.ts";
import { documentThere, headersThere, refusal, sourceThere } from "./rewrite-request.ts";
import { bucketArn, bucketName } from "./scalars.ts";
import { bucketThere, destination, type S3Account } from "./there.ts";

/** The account that requests to S3 are sent to, and who sends them. */
export interface S3AccountOptions extends AmazonAccountOptions {
  /** Where buckets are addressed there; in the host, as Amazon wants it, unless another endpoint is given. */
  readonly addressing?: Addressing;
  /** Where clients have their buckets on hosts that leave it open. */
  readonly clientAddressing?: Addressing;
  /** How large a body of signed chunks may be: it has to be there whole. 64 MiB unless given. */
  readonly bodyLimit?: number;
}

/**
 * Sends an emulator's requests to S3 in another account: buckets get names of the run's own, and requests are signed
 * anew. What a header signs is signed as of now, since a test's own clock may stand still; a presigned address keeps
 * its date, so that it expires when it was to. Objects are never touched, and stream past.
 *
 * @example
 * s3Rewriter({ region: "eu-west-1", account: "111122223333", allowHosts: ["amazonaws.com"], identity, credentials, names });
 */
export function s3Rewriter(options: S3AccountOptions): Rewriter {
  const addressing = options.addressing ?? (options.endpoint === undefined ? "host" : "path");
  const account: S3Account = { ...amazonAccount("s3", options), addressing };
  const { clientAddressing, bodyLimit = 64 * 1024 * 1024 } = options;
  const written = new Written();
  return {
    needsBody: (head) => {
      const operation = recognized(head, clientAddressing);
      if (operation === undefined) return false;
      if (namesDeleted(operation, clientAddress(head, clientAddressing), account)) return true;
      return bringsNames(operation) || (hasSignedChunks(head) && decodedLength(head) <= bodyLimit);
    },
    async request(head, body) {
      const operation = recognized(head, clientAddressing);
      const client = clientAddress(head, clientAddressing);
      const { bucket, path, query } = client;
      const headers = headersThere(head, account);
      const bare = withoutChunks(head, headers, body, bodyLimit);
      if (operation === undefined) {
        if (head.method !== "OPTIONS") throw cannotSend(head, whyNot(head, clientAddressing));
      } else {
        const why =
          refusal(operation, bucket, head) ??
          whyKept({ operation, head, client, account, written }, bare.body?.toString() ?? "");
        if (why !== undefined) throw cannotSend(head, why);
      }
      await account.confirm();
      const there = bucket === undefined ? undefined : bucketThere(account, bucket, head);
      const to = destination(account, there, path);
      const asked = queryThere(query, head, account);
      const target = asked === "" ? to.path : `${to.path}?${asked}`;
      const plain = { ...bare, headers: withHeader(bare.headers, "Host", new URL(to.origin).host) };
      const message = operation === undefined ? plain : renamed(operation, plain, head, account);
      const sent: SentRequest = { origin: to.origin, method: head.method, target, ...message };
      return signed(head, sent, account);
    },
    needsResponseBody: (head, response) => bringsDocument(head, response, recognized(head, clientAddressing)),
    async response(head, { status, headers }, body) {
      const client = clientAddress(head, clientAddressing);
      const operation = status < 300 ? recognized(head, clientAddressing) : undefined;
      if (operation !== undefined) {
        noteWritten({ operation, head, client, account, written }, body?.toString() ?? "");
      }
      const way = { head, client, region: clientRegion(head), account };
      const back = headersBack(headers, way);
      if (body === undefined) return { headers: back };
      return { headers: back, body: Buffer.from(documentBack(body.toString("latin1"), way), "latin1") };
    },
  };
}

function readings(head: RequestHead, said: Addressing | undefined) {
  const { method, target: url, headers } = head;
  const wire = readRequest({ method, url, headers: headerRecord(headers) });
  const { bucket, path } = clientAddress(head, said);
  return { wire, path: bucket === undefined ? path : `/${bucket}${path}` };
}

function recognized(head: RequestHead, said: Addressing | undefined): Operation | undefined {
  const { wire, path } = readings(head, said);
  return s3Recognizer.recognize(wire, path);
}

function whyNot(head: RequestHead, said: Addressing | undefined): string {
  const { wire, path } = readings(head, said);
  return s3Recognizer.whyNot(wire, path);
}

/** Whether a request's document may name buckets, or says where a bucket shall be. */
function bringsNames({ name, parameters }: Operation): boolean {
  const body = parameters.find((parameter) => parameter.in === "body");
  return name === "CreateBucket" || (body !== undefined && saysBuckets(body.type));
}

function saysBuckets(type: Type, seen: ReadonlySet<Type> = new Set()): boolean {
  const actual = resolve(type, s3.types);
  if (seen.has(actual)) return false;
  if (actual.kind === "string") {
    return (
      actual.pattern === bucketName.pattern ||
      actual.pattern === bucketArn.pattern ||
      actual.format === "json"
    );
  }
  return partsOf(actual).some((part) => saysBuckets(part, new Set([...seen, actual])));
}

const noDocument: ReadonlySet<string> = new Set(["SelectObjectContent"]);

/** Refusals are documents, and so is every answer that is not an object's own content. */
function bringsDocument(
  { method }: RequestHead,
  { status }: ResponseHead,
  operation: Operation | undefined,
): boolean {
  if (method === "HEAD" || status === 204 || status === 304 || operation === undefined) return false;
  if (status >= 300) return true;
  const { kind } = resolve(operation.output.body, s3.types);
  return kind !== "bytes" && kind !== "void" && !noDocument.has(operation.name);
}

/** A query for the other account; a plus is a blank, which signatures spell in another way. */
function queryThere(query: string, head: RequestHead, account: S3Account): string {
  if (!/(?:x-amz-copy-source|bucket-region)=/i.test(query)) return query.replaceAll("+", "%20");
  return writePairs(
    readPairs(query).map(([name, value]) => {
      if (name.toLowerCase() === "x-amz-copy-source") return [name, sourceThere(value, head, account)];
      return name === "bucket-region" && value === clientRegion(head)
        ? [name, account.region]
        : [name, value];
    }),
  );
}

interface Message {
  readonly headers: readonly RawHeader[];
  readonly body?: Buffer;
}

function hasSignedChunks({ headers }: RequestHead): boolean {
  return headerIn(headers, "x-amz-content-sha256")?.startsWith("STREAMING-AWS4-HMAC") === true;
}

function decodedLength({ headers }: RequestHead): number {
  return Number(headerIn(headers, "x-amz-decoded-content-length") ?? Number.POSITIVE_INFINITY);
}

/** Chunks that the client has signed one by one are sent as one body; unsigned ones stay as they came. */
function withoutChunks(
  head: RequestHead,
  headers: readonly RawHeader[],
  body: Buffer | undefined,
  limit: number,
): Message {
  const framed = headerIn(headers, "x-amz-content-sha256")?.startsWith("STREAMING-") === true;
  if (body === undefined) {
    if (!hasSignedChunks(head)) return { headers };
    throw cannotSend(head, `its chunks are signed one by one, and it has more than ${limit} bytes`);
  }
  if (!framed) return { headers, body };
  const bare = dechunk(body);
  if (bare === undefined) throw cannotSend(head, "its chunks are broken");
  return { headers: dechunkedHeaders(headers, bare), body: bare.body };
}

function renamed(operation: Operation, message: Message, head: RequestHead, account: S3Account): Message {
  if (!bringsNames(operation)) return message;
  const { headers, body = Buffer.alloc(0) } = message;
  const changed = Buffer.from(documentThere(operation, body.toString("latin1"), head, account), "latin1");
  if (changed.equals(body)) return message;
  const checked = checkedHeaders(headers, changed);
  const hash = headerIn(checked, "x-amz-content-sha256");
  const hashed =
    hash === undefined || hash === "UNSIGNED-PAYLOAD"
      ? checked
      : withHeader(checked, "x-amz-content-sha256", sha256(changed));
  return { headers: hashed, body: changed };
}

async function signed(head: RequestHead, sent: SentRequest, account: S3Account): Promise<SentRequest> {
  const signature = clientSignature(head.target, head.headers);
  if (signature.by === "nobody") return sent;
  if (signature.by === "other") throw cannotSend(head, signature.why);
  const credentials = await account.credentials();
  const scope = { region: account.region, service: "s3" } as const;
  const names = [...signature.signed, ...added(head, sent)];
  const hash = headerIn(sent.headers, "x-amz-content-sha256");
  if (signature.by === "query") {
    const payload = (names.includes("x-amz-content-sha256") ? hash : undefined) ?? hashInQuery(sent.target);
    const target = signByQuery(sent, { scope, credentials, payload, signed: names, date: signature.date });
    return { ...sent, target };
  }
  const payload = hash ?? "UNSIGNED-PAYLOAD";
  const headers = withHeader(sent.headers, "x-amz-content-sha256", payload);
  const hashed = { ...sent, headers };
  const signing = { scope, credentials, payload, signed: [...names, "x-amz-content-sha256"] };
  return { ...sent, headers: signByHeader(hashed, { ...signing, date: account.now() }) };
}

/** The headers that the client has not sent, by their lower-case names. */
function added(head: RequestHead, { headers }: SentRequest): string[] {
  const names = headers.map(([name]) => name.toLowerCase());
  return names.filter((name) => headerIn(head.headers, name) === undefined);
}

function hashInQuery(target: string): string {
  const query = new Map(readPairs(splitTarget(target).query));
  return query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD";
}
