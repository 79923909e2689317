import { documented, type Evidence, recorded } from "../../model/index.ts";

/** An answer of AWS that LocalStack's tests have recorded; the step is where it stands in their snapshot. */
export function awsSnapshot(
  file: "s3" | "s3_cors" | "s3_list_operations" | "dynamodb",
  test: string,
  step: string,
): Evidence {
  return recorded(`AWS, snapshot of LocalStack's tests: ${file} ${test} ${step}`);
}

/** Amazon's own description of S3, with its list of error codes. */
export const s3Model: Evidence = documented(
  "Amazon S3, API model of 2006-03-01",
  "https://github.com/boto/botocore/blob/develop/botocore/data/s3/2006-03-01/service-2.json",
);

/** Amazon's own description of DynamoDB, with the errors of each operation. */
export const dynamodbModelPage: Evidence = documented(
  "Amazon DynamoDB, API model of 2012-08-10",
  "https://github.com/boto/botocore/blob/develop/botocore/data/dynamodb/2012-08-10/service-2.json",
);
