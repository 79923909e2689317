import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { crc32 } from "node:zlib";
import type { ContractAnswer } from "../model/index.ts";
import type { RawHeader } from "../wire/index.ts";
import { dynamodbModel, type FaultAnswer, failureAnswer } from "./fault-answers.ts";
import type { ServiceName } from "./service-names.ts";

/** What an answer has to know of its request. */
export interface AnsweredRequest {
  readonly method: string;
  readonly operation: string;
  readonly headers: readonly RawHeader[];
}

/**
 * What a contract answers with, in the service's own format.
 *
 * @example
 * contractAnswer("s3", fault(404, "NoSuchBucketPolicy"), { method: "GET", operation: "GetBucketPolicy", headers: [] });
 */
export function contractAnswer(
  service: ServiceName,
  answer: ContractAnswer,
  request: AnsweredRequest,
): FaultAnswer {
  const requestId = randomUUID();
  if (answer.code === undefined || answer.body !== undefined) {
    return writtenAnswer(service, answer, request, requestId);
  }
  const message = answer.message ?? messages[answer.code] ?? answer.code;
  const written = failureAnswer(
    service,
    {
      status: answer.status,
      reason: service.startsWith("azure-") ? message : (STATUS_CODES[answer.status] ?? ""),
      code: service === "dynamodb" ? dynamodbCode(answer.code) : answer.code,
      message,
      ...(answer.details !== undefined && { details: answer.details }),
    },
    { ...request, requestId },
  );
  return { ...written, headers: [...written.headers, ...pairsOf(answer.headers)] };
}

/** Refusals before an operation is looked at are of the front, and not of DynamoDB's own model. */
function dynamodbCode(code: string): string {
  if (code === "ValidationException") return `com.amazon.coral.validate#${code}`;
  if (code === "MissingAuthenticationTokenException") return `com.amazon.coral.service#${code}`;
  return `${dynamodbModel}#${code}`;
}

/** An answer whose body a contract has written: a success, or a refusal that tells more than its code. */
function writtenAnswer(
  service: ServiceName,
  { status, headers, body = "" }: ContractAnswer,
  { method }: AnsweredRequest,
  requestId: string,
): FaultAnswer {
  const bytes = Buffer.from(body);
  const length: readonly RawHeader[] =
    status === 204 || method === "HEAD" ? [] : [["Content-Length", String(bytes.length)]];
  return {
    status,
    reason: STATUS_CODES[status] ?? "",
    headers: [...ownHeaders(service, requestId, bytes), ...pairsOf(headers), ...length],
    body: method === "HEAD" ? Buffer.alloc(0) : bytes,
  };
}

function ownHeaders(service: ServiceName, requestId: string, body: Buffer): readonly RawHeader[] {
  const date: RawHeader = ["Date", new Date().toUTCString()];
  if (service.startsWith("azure-")) return [["x-ms-request-id", requestId], date];
  if (service === "s3") {
    const type: readonly RawHeader[] = body.length === 0 ? [] : [["Content-Type", "application/xml"]];
    return [["x-amz-request-id", requestId], ...type, date, ["Server", "AmazonS3"]];
  }
  return [
    ["Content-Type", "application/x-amz-json-1.0"],
    ["x-amzn-RequestId", requestId],
    ["x-amz-crc32", String(crc32(body))],
    date,
  ];
}

function pairsOf(headers: Readonly<Record<string, string>> = {}): readonly RawHeader[] {
  return Object.entries(headers);
}

/**
 * What the services say with their codes, in our words where an answer brings none of its own.
 * Decision 8 of the plan: texts are compared softly.
 */
const messages: Readonly<Record<string, string>> = {
  ContainerBeingDeleted: "The specified container is being deleted. Try operation later.",
  InvalidHeaderValue: "The value for one of the HTTP headers is not in the correct format.",
  InvalidPageRange: "The page range specified is invalid.",
  InvalidXmlDocument: "XML specified is not syntactically valid.",
  MetadataTooLarge: "The metadata specified exceeds the maximum permissible limit.",
  NoPendingCopyOperation: "There is currently no pending copy operation.",
  NoSuchBucket: "The specified bucket does not exist",
  NoSuchConfiguration: "The specified configuration does not exist.",
  NoSuchKey: "The specified key does not exist.",
  NoSuchUpload:
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
  QueueBeingDeleted: "The specified queue is being deleted.",
  TableBeingDeleted: "The specified table is being deleted. Try operation later.",
  TooManyProperties: "The entity contains more properties than allowed.",
};
