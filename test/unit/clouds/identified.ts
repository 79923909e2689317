import { identify, type ServiceName } from "../../../src/clouds/index.ts";

export const azure = { "x-ms-version": "2024-11-04", "x-ms-date": "Wed, 31 Jan 2024 10:00:00 GMT" };
export const odata = {
  ...azure,
  dataserviceversion: "3.0",
  accept: "application/json;odata=minimalmetadata",
};
export const signedS3 = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=AK/20240131/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0",
};
export const signedDynamo = {
  ...signedS3,
  authorization: signedS3.authorization.replace("/s3/", "/dynamodb/"),
};

/** A request and the service and operation that it is to be named by. */
export type Row = readonly [method: string, url: string, headers: Record<string, string>, expected: string];

/** What a request is named, in one line. */
export function found(
  method: string,
  url: string,
  headers: Record<string, string>,
  services?: ServiceName[],
): string {
  const { service, operation } = identify(
    { method, url, headers },
    services === undefined ? {} : { services },
  );
  return `${service} ${operation}`;
}
