import type { WireRequest } from "./wire-request.ts";

/** The service in a Signature Version 4 scope, in the header or the query: `s3`, `dynamodb`, `sqs`. */
export function signatureScope({ headers, query }: WireRequest): string | undefined {
  const inHeader = /Credential=([^,\s]+)/.exec(headers["authorization"] ?? "")?.[1];
  return (inHeader ?? query.get("X-Amz-Credential"))?.split("/").at(-2);
}
