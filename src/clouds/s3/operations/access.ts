import {
  body,
  bool,
  header,
  type Operation,
  operation,
  type Parameter,
  ref,
  type StringType,
  string,
} from "../../../model/index.ts";
import {
  bucketDocumentFaults,
  bucketFaults,
  ofAcl,
  versionDocumentFaults,
  versionFaults,
} from "../faults.ts";
import { objectAcl } from "../object-parameters.ts";
import { paid } from "../output-headers.ts";
import { grants, integrity, onBucket, onVersion } from "../parameters.ts";
import { bucketCannedAcl } from "../scalars.ts";
import { bringing, ofVersion, readsBucket, removesConfiguration, setsConfiguration } from "./rows.ts";

/** A canned ACL, grants in headers, or a list in the body. */
const someAcl = ["ACL", "AccessControlPolicy", ...grants.map(({ name }) => name)].join(" or ");

function aclFor(target: readonly Parameter[], cannedAcl: Parameter): readonly Parameter[] {
  return [
    ...target,
    cannedAcl,
    ...grants,
    body("AccessControlPolicy?", ref("AccessControlPolicy")),
    ...integrity,
  ];
}

const policy: StringType = string({
  format: "json",
  maxLength: 20 * 1024,
  countsBytes: true,
  example:
    '{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"s3:DeleteBucket","Resource":"arn:aws:s3:::touchstone-bucket"}]}',
});

export const accessOperations: readonly Operation[] = [
  operation("GetBucketAcl", "GET /{Bucket}?acl", {
    ...readsBucket,
    output: ref("AccessControlPolicy"),
    faults: bucketFaults("InvalidAccessPointAliasError"),
    rights: ["s3:GetBucketAcl"],
    anonymous: true,
  }),
  operation("PutBucketAcl", "PUT /{Bucket}?acl", {
    ...setsConfiguration,
    input: aclFor(onBucket, header("x-amz-acl?", bucketCannedAcl, "ACL")),
    needs: [someAcl],
    faults: bucketDocumentFaults(
      "MalformedACLError",
      "MissingSecurityHeader",
      "UnexpectedContent",
      "InvalidBucketAclWithObjectOwnership",
      ...ofAcl,
    ),
    produces: { bucketAcl: "request Bucket" },
    rights: ["s3:PutBucketAcl"],
    anonymous: true,
  }),
  operation("GetObjectAcl", "GET /{Bucket}/{Key+}?acl", {
    ...paid,
    input: onVersion,
    output: ref("AccessControlPolicy"),
    faults: versionFaults(),
    consumes: ofVersion,
    rights: ["s3:GetObjectAcl"],
    anonymous: true,
    price: "read",
  }),
  operation("PutObjectAcl", "PUT /{Bucket}/{Key+}?acl", {
    ...paid,
    input: aclFor(onVersion, objectAcl),
    needs: [someAcl],
    faults: versionDocumentFaults(
      "MalformedACLError",
      "MissingSecurityHeader",
      "UnexpectedContent",
      ...ofAcl,
    ),
    produces: { objectAcl: "request Key" },
    consumes: ofVersion,
    rights: ["s3:PutObjectAcl"],
    anonymous: true,
    price: "write",
  }),

  operation("GetBucketPolicy", "GET /{Bucket}?policy", {
    ...readsBucket,
    output: policy,
    faults: bucketFaults("NoSuchBucketPolicy"),
    rights: ["s3:GetBucketPolicy"],
  }),
  operation("PutBucketPolicy", "PUT /{Bucket}?policy", {
    ...setsConfiguration,
    input: [
      ...onBucket,
      body("Policy", policy),
      header("x-amz-confirm-remove-self-bucket-access?", bool(), "ConfirmRemoveSelfBucketAccess"),
      ...integrity,
    ],
    bodyFormat: "bytes",
    status: 204,
    alsoStatus: [200],
    faults: bucketDocumentFaults("MalformedPolicy", "InvalidPolicyDocument", "EntityTooLarge"),
    produces: { bucketPolicy: "request Bucket" },
    rights: ["s3:PutBucketPolicy"],
  }),
  operation("DeleteBucketPolicy", "DELETE /{Bucket}?policy", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:DeleteBucketPolicy"],
  }),
  operation("GetBucketPolicyStatus", "GET /{Bucket}?policyStatus", {
    ...readsBucket,
    output: ref("PolicyStatus"),
    faults: bucketFaults("NoSuchBucketPolicy"),
    rights: ["s3:GetBucketPolicyStatus"],
  }),

  operation("GetPublicAccessBlock", "GET /{Bucket}?publicAccessBlock", {
    ...readsBucket,
    output: ref("PublicAccessBlockConfiguration"),
    faults: bucketFaults("NoSuchPublicAccessBlockConfiguration"),
    rights: ["s3:GetBucketPublicAccessBlock"],
  }),
  operation("PutPublicAccessBlock", "PUT /{Bucket}?publicAccessBlock", {
    ...setsConfiguration,
    input: bringing("PublicAccessBlockConfiguration"),
    faults: bucketDocumentFaults(),
    produces: { publicAccessBlock: "request Bucket" },
    rights: ["s3:PutBucketPublicAccessBlock"],
  }),
  operation("DeletePublicAccessBlock", "DELETE /{Bucket}?publicAccessBlock", {
    ...removesConfiguration,
    faults: bucketFaults(),
    rights: ["s3:PutBucketPublicAccessBlock"],
  }),

  operation("GetBucketOwnershipControls", "GET /{Bucket}?ownershipControls", {
    ...readsBucket,
    output: ref("OwnershipControls"),
    faults: bucketFaults("OwnershipControlsNotFoundError"),
    rights: ["s3:GetBucketOwnershipControls"],
  }),
  operation("PutBucketOwnershipControls", "PUT /{Bucket}?ownershipControls", {
    ...setsConfiguration,
    input: bringing("OwnershipControls"),
    faults: bucketDocumentFaults("InvalidBucketAclWithObjectOwnership"),
    produces: { bucketOwnershipControls: "request Bucket" },
    rights: ["s3:PutBucketOwnershipControls"],
  }),
  operation("DeleteBucketOwnershipControls", "DELETE /{Bucket}?ownershipControls", {
    ...removesConfiguration,
    faults: bucketFaults("InvalidBucketAclWithObjectOwnership"),
    rights: ["s3:PutBucketOwnershipControls"],
  }),
];
