import { crc32 } from "node:zlib";
import type { FaultKind, RawHeader } from "../wire/index.ts";
import type { ServiceName } from "./service-names.ts";

/** The faults that a service answers itself. */
export type AnsweredFault = Extract<FaultKind, "throttle" | "500" | "503">;

/** What an answer has to know of the request that it fails. */
export interface FaultRequest {
  readonly method: string;
  readonly operation: string;
  readonly headers: readonly RawHeader[];
  /** By which the answer names itself; a service's logs would have it. */
  readonly requestId: string;
}

/** An answer as it goes on the wire. */
export interface FaultAnswer {
  readonly status: number;
  readonly reason: string;
  /** With the body's length, and nothing else of framing; none for HEAD, whose answers have no body. */
  readonly headers: readonly RawHeader[];
  readonly body: Buffer;
}

/** A refusal, as the writers of answers take it. */
export interface Failure {
  readonly status: number;
  readonly reason: string;
  /** DynamoDB's with its model: `com.amazonaws.dynamodb.v20120810#ResourceInUseException`. */
  readonly code: string;
  readonly message: string;
  /** More that it tells of itself, in S3's answers. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * The answer that the service itself gives when it throttles, breaks or is away.
 *
 * @example
 * faultAnswer("s3", "throttle", { method: "PUT", operation: "PutObject", headers: [], requestId }).status; // 503
 */
export function faultAnswer(service: ServiceName, kind: AnsweredFault, request: FaultRequest): FaultAnswer {
  return failureAnswer(service, failures[service](kind, request.operation), request);
}

/** The answer of a service that is away, which says why in words of ours; a retry may find it there again. */
export function awayAnswer(service: ServiceName, message: string, request: FaultRequest): FaultAnswer {
  return failureAnswer(service, { ...failures[service]("503", request.operation), message }, request);
}

/** A refusal in the service's own format. */
export function failureAnswer(service: ServiceName, failure: Failure, request: FaultRequest): FaultAnswer {
  const answer = writers[service](failure, request);
  if (request.method === "HEAD") return { ...answer, body: Buffer.alloc(0) };
  return {
    ...answer,
    headers: [...answer.headers, ["Content-Length", String(answer.body.length)]],
  };
}

const writers: Readonly<Record<ServiceName, (failure: Failure, request: FaultRequest) => FaultAnswer>> = {
  "azure-blob": (failure, request) => azureXml(failure, request, "Windows-Azure-Blob/1.0"),
  "azure-queue": (failure, request) => azureXml(failure, request, "Windows-Azure-Queue/1.0"),
  "azure-table": azureTable,
  s3,
  dynamodb,
};

const failures: Readonly<Record<ServiceName, (kind: AnsweredFault, operation: string) => Failure>> = {
  "azure-blob": (kind) => azureFailures[kind],
  "azure-queue": (kind) => azureFailures[kind],
  "azure-table": (kind) => azureFailures[kind],
  s3: (kind) => s3Failures[kind],
  dynamodb: dynamodbFailure,
};

/**
 * Source: "Common REST API error codes", learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes.
 * Azure Storage has one code for being throttled and being away; the message tells them apart.
 */
const azureFailures: Readonly<Record<AnsweredFault, Failure>> = {
  throttle: {
    status: 503,
    reason: "Operations per second is over the account limit.",
    code: "ServerBusy",
    message: "Operations per second is over the account limit.",
  },
  "500": {
    status: 500,
    reason: "Server encountered an internal error. Please try again after some time.",
    code: "InternalError",
    message: "Server encountered an internal error. Please try again after some time.",
  },
  "503": {
    status: 503,
    reason: "The server is busy.",
    code: "ServerBusy",
    message: "The server is busy.",
  },
};

const byteOrderMark = "\uFEFF";
const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

function azureXml(
  { status, reason, code, message }: Failure,
  request: FaultRequest,
  server: string,
): FaultAnswer {
  const text = escaped(azureMessage(message, request));
  const error = `<Error><Code>${code}</Code><Message>${text}</Message></Error>`;
  return {
    status,
    reason,
    headers: [
      ["Content-Type", "application/xml"],
      ["Server", server],
      ["x-ms-error-code", code],
      ...azureHeaders(request),
    ],
    body: Buffer.from(byteOrderMark + xmlDeclaration + error),
  };
}

function azureTable({ status, reason, code, message }: Failure, request: FaultRequest): FaultAnswer {
  const text = azureMessage(message, request);
  const asXml = /xml/i.test(headerOf(request.headers, "accept") ?? "");
  const namespace = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata";
  return {
    status,
    reason,
    headers: [
      ["Cache-Control", "no-cache"],
      [
        "Content-Type",
        asXml ? "application/xml" : "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
      ],
      ["Server", "Windows-Azure-Table/1.0"],
      ...azureHeaders(request),
      ["X-Content-Type-Options", "nosniff"],
    ],
    body: Buffer.from(
      asXml
        ? `${xmlDeclaration}<error xmlns="${namespace}"><code>${code}</code><message xml:lang="en-US">${escaped(text)}</message></error>`
        : JSON.stringify({ "odata.error": { code, message: { lang: "en-US", value: text } } }),
    ),
  };
}

function azureMessage(message: string, { requestId }: FaultRequest): string {
  return `${message}\nRequestId:${requestId}\nTime:${new Date().toISOString().replace("Z", "0000Z")}`;
}

/** Azure answers in the version it was asked in, and repeats the client's own id. */
function azureHeaders({ requestId, headers }: FaultRequest): RawHeader[] {
  const repeated = ["x-ms-client-request-id", "x-ms-version"].flatMap((name): RawHeader[] => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [[name, value]];
  });
  return [["x-ms-request-id", requestId], ...repeated, date()];
}

/** Source: "Error responses", docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const s3Failures: Readonly<Record<AnsweredFault, Failure>> = {
  throttle: {
    status: 503,
    reason: "Slow Down",
    code: "SlowDown",
    message: "Please reduce your request rate.",
  },
  "500": {
    status: 500,
    reason: "Internal Server Error",
    code: "InternalError",
    message: "We encountered an internal error. Please try again.",
  },
  "503": {
    status: 503,
    reason: "Service Unavailable",
    code: "ServiceUnavailable",
    message: "Service is unable to handle request.",
  },
};

function s3({ status, reason, code, message, details }: Failure, { requestId }: FaultRequest): FaultAnswer {
  const hostId = Buffer.from(requestId).toString("base64");
  const fields = { Code: code, Message: message, ...details, RequestId: requestId, HostId: hostId };
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  return {
    status,
    reason,
    headers: [
      ["x-amz-request-id", requestId],
      ["x-amz-id-2", hostId],
      ["Content-Type", "application/xml"],
      date(),
      ["Server", "AmazonS3"],
    ],
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join("")}</Error>`),
  };
}

/** The operations on items, which use up a table's throughput; the others have a limit of calls. */
const itemOperation =
  /^(?:(?:Get|Put|Update|Delete|BatchGet|BatchWrite)Item|Transact(?:Get|Write)Items|Query|Scan|(?:Batch)?ExecuteStatement|ExecuteTransaction)$/;

/** What stands before DynamoDB's codes. */
export const dynamodbModel = "com.amazonaws.dynamodb.v20120810";

/** Source: "Error handling with DynamoDB", docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
function dynamodbFailure(kind: AnsweredFault, operation: string): Failure {
  if (kind === "500")
    return {
      status: 500,
      reason: "Internal Server Error",
      code: `${dynamodbModel}#InternalServerError`,
      message: "The request processing has failed because of an unknown error, exception or failure.",
    };
  if (kind === "503")
    return {
      status: 503,
      reason: "Service Unavailable",
      code: `${dynamodbModel}#ServiceUnavailable`,
      message: "The service is currently unavailable or busy.",
    };
  if (itemOperation.test(operation))
    return {
      status: 400,
      reason: "Bad Request",
      code: `${dynamodbModel}#ProvisionedThroughputExceededException`,
      message:
        "The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.",
    };
  return {
    status: 400,
    reason: "Bad Request",
    code: "com.amazon.coral.availability#ThrottlingException",
    message: "Rate exceeded",
  };
}

function dynamodb({ status, reason, code, message }: Failure, { requestId }: FaultRequest): FaultAnswer {
  const body = Buffer.from(JSON.stringify({ __type: code, message }));
  return {
    status,
    reason,
    headers: [
      ["Server", "Server"],
      date(),
      ["Content-Type", "application/x-amz-json-1.0"],
      ["x-amzn-RequestId", requestId],
      ["x-amz-crc32", String(crc32(body))],
    ],
    body,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function date(): RawHeader {
  return ["Date", new Date().toUTCString()];
}

function headerOf(headers: readonly RawHeader[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
