import { documented, type Evidence, recorded } from "../../model/index.ts";

/** Files of answers of AWS that LocalStack's tests have recorded. */
type Snapshots = "s3" | "s3_api" | "s3_cors" | "s3_list_operations" | "s3_preconditions" | "dynamodb";

/** An answer of AWS that LocalStack's tests have recorded; the step is where it stands in their snapshot. */
export function awsSnapshot(file: Snapshots, test: string, step: string): Evidence {
  return recorded(`AWS, snapshot of LocalStack's tests: ${file} ${test} ${step}`);
}

/** What the study of emulators' fidelity has met on the real service: the operation, and what was done to it. */
export function metByStudy(operation: string, trigger: string): Evidence {
  return recorded(`the study "Fidelity of Cloud Emulators", its differences of ${operation}: ${trigger}`);
}

/**
 * Amazon's own description of S3, and where in it: an operation, or a shape and its member. `Error.Code` is the list of
 * all codes with their statuses.
 */
export function s3Model(at: string): Evidence {
  return documented(
    "Amazon S3, API model of 2006-03-01",
    "https://github.com/boto/botocore/blob/develop/botocore/data/s3/2006-03-01/service-2.json",
    at,
  );
}

/** Amazon's own description of DynamoDB, and where in it: an operation with its errors, or a shape with its limits. */
export function dynamodbModelPage(at: string): Evidence {
  return documented(
    "Amazon DynamoDB, API model of 2012-08-10",
    "https://github.com/boto/botocore/blob/develop/botocore/data/dynamodb/2012-08-10/service-2.json",
    at,
  );
}
