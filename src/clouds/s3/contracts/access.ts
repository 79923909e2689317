import { type Call, type Contract, contract, fault, success, type Tracker } from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { isNotImplemented, madeBucket, ofBucket, ofObject, photos, picture } from "./tracked.ts";

/** All objects of a bucket are its owner's, and there are no ACLs. */
export const enforced = "BucketOwnerEnforced";
const canned = new Set(
  "private public-read public-read-write authenticated-read aws-exec-read bucket-owner-read bucket-owner-full-control log-delivery-write".split(
    " ",
  ),
);
/** The headers by which rights are given one by one. */
export const grantHeaders: readonly string[] = [
  "GrantFullControl",
  "GrantRead",
  "GrantReadACP",
  "GrantWrite",
  "GrantWriteACP",
];

/** Whether headers give rights one by one. */
export const hasGrants = (input: Readonly<Record<string, unknown>>): boolean =>
  grantHeaders.some((name) => input[name] !== undefined);

interface Ownership {
  readonly name: string;
  /** It was set, and is not what a bucket is made with. */
  readonly isSet: boolean;
  /** It was removed since. */
  readonly isGone: boolean;
}

/** Whose the objects of a bucket are: where nothing is said, the bucket's owner's, and lists of rights are off. */
export const ownership: Tracker<Ownership> = ofBucket({
  name: "ownership of objects",
  set: ["PutBucketOwnershipControls", "DeleteBucketOwnershipControls"],
  value: ({ call: { operation, input } }) => {
    if (operation === "CreateBucket") {
      return { name: textOf(input, "ObjectOwnership") || enforced, isSet: false, isGone: false };
    }
    const [rule] = listOf(at(input, "OwnershipControls.Rules"));
    return {
      name: String(at(rule, "ObjectOwnership") ?? "ObjectWriter"),
      isSet: true,
      isGone: operation === "DeleteBucketOwnershipControls",
    };
  },
});

/** An ACL that says no more than that all is the owner's is taken all the same. */
export function isOwnersAlone(input: Readonly<Record<string, unknown>>): boolean {
  const grants = listOf(at(input, "AccessControlPolicy.Grants"));
  const owner = at(input, "AccessControlPolicy.Owner.ID");
  const isAlone =
    owner !== undefined &&
    grants.length > 0 &&
    grants.every((grant) => at(grant, "Grantee.ID") === owner && at(grant, "Permission") === "FULL_CONTROL");
  return ["private", "bucket-owner-full-control"].includes(textOf(input, "ACL")) || isAlone;
}

/** Whether a call gives rights to the owner alone; what is made without a word of it is the owner's. */
function leavesToOwner({ operation, input }: Call): boolean {
  const isSilent = !operation.endsWith("Acl") && input["ACL"] === undefined;
  return !hasGrants(input) && (isSilent || isOwnersAlone(input));
}

/** Buckets of which nobody has rights but the owner, as they were made or set since. */
const ownersBucket: Tracker<boolean> = ofBucket({
  name: "buckets with their owner's rights alone",
  set: ["PutBucketAcl"],
  value: ({ call }) => leavesToOwner(call),
});

/**
 * The same of objects; an upload is completed without a word of the rights that it was begun with. Of which version an ACL is
 * that names one, the current or an earlier, is not known.
 */
const ownersObject: Tracker<boolean> = ofObject({
  name: "objects with their owner's rights alone",
  set: ["PutObject", "CopyObject", "PutObjectAcl"],
  value: ({ call }) => call.input["VersionId"] === undefined && leavesToOwner(call),
});

const owner = "0".repeat(64);
const ownersList = `<?xml version="1.0" encoding="UTF-8"?>\n<AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Owner><ID>${owner}</ID></Owner><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>${owner}</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>`;
/** A bucket whose objects may have ACLs. */
export const openBucket = {
  operation: "CreateBucket",
  input: { ...photos, ObjectOwnership: "ObjectWriter" },
};
const openlyMade = {
  operation: "CreateBucket",
  input: { ...photos, ObjectOwnership: "ObjectWriter", ACL: "public-read" },
};
const put = (ACL?: string) => ({
  operation: "PutObject",
  input: { ...picture, ...(ACL !== undefined && { ACL }) },
});

export const accessContracts: readonly Contract[] = [
  contract({
    id: "s3/canned-acl-is-one-of-them",
    says: "a canned ACL is one that there is",
    on: ["PutBucketAcl", "PutObjectAcl", "PutObject"],
    when: ({ input }) => input["ACL"] !== undefined && !canned.has(textOf(input, "ACL")),
    answer: ({ input }) =>
      fault(400, "InvalidArgument", "", { ArgumentName: "x-amz-acl", ArgumentValue: textOf(input, "ACL") }),
    evidence: awsSnapshot("s3", "test_s3_bucket_acl_exceptions", "put-bucket-canned-acl"),
    breaks: { input: { ...picture, ACL: "fake-acl" } },
    keeps: { input: { ...picture, ACL: "private" }, after: [openBucket] },
  }),
  contract({
    id: "s3/canned-acl-excludes-grants",
    says: "rights are given by a canned ACL or one by one, not both",
    on: ["PutBucketAcl", "PutObjectAcl"],
    when: ({ input }) => input["ACL"] !== undefined && hasGrants(input),
    answer: fault(400, "InvalidRequest", "Specifying both Canned ACLs and Header Grants is not allowed"),
    evidence: awsSnapshot("s3", "test_s3_bucket_acl_exceptions", "put-bucket-two-type-acl"),
    breaks: {
      input: {
        ...picture,
        ACL: "private",
        GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"',
      },
    },
    keeps: { input: { ...picture, ACL: "private" }, after: [openBucket] },
  }),
  contract({
    id: "s3/acl-says-something",
    says: "who sets an ACL says which",
    on: ["PutBucketAcl", "PutObjectAcl"],
    when: ({ call, input }) =>
      input["ACL"] === undefined && !hasGrants(input) && call.body !== undefined && call.body.length === 0,
    answer: fault(400, "MissingSecurityHeader", "Your request was missing a required header", {
      MissingHeaderName: "x-amz-acl",
    }),
    evidence: awsSnapshot("s3", "test_s3_bucket_acl_exceptions", "put-bucket-empty"),
    breaks: { input: { ...picture, ACL: undefined, AccessControlPolicy: undefined } },
    keeps: { input: { ...picture, ACL: "private" } },
  }),
  contract({
    id: "s3/acls-are-off-unless-asked-for",
    says: "a bucket whose objects are all its owner's has no ACLs",
    on: ["PutBucketAcl", "PutObjectAcl"],
    track: { ownership },
    // Making a bucket may succeed where it was there already, and then says nothing of it.
    when: ({ input, knowsAll, ownership }) =>
      ownership?.name === enforced && (knowsAll || ownership.isSet) && !isOwnersAlone(input),
    answer: fault(400, "AccessControlListNotSupported", "The bucket does not allow ACLs"),
    evidence: s3Model("PutBucketAcl"),
    breaks: { input: { ...picture, ACL: "public-read" }, after: [madeBucket] },
    keeps: { input: { ...picture, ACL: "public-read" }, after: [openBucket] },
  }),
  contract({
    id: "s3/objects-are-written-without-acls",
    says: "an object is written with an ACL only where a bucket allows them",
    on: ["PutObject", "CopyObject", "CreateMultipartUpload"],
    track: { ownership },
    when: ({ input, knowsAll, ownership }) =>
      ownership?.name === enforced &&
      (knowsAll || ownership.isSet) &&
      (hasGrants(input) || (input["ACL"] !== undefined && !isOwnersAlone(input))),
    answer: fault(400, "AccessControlListNotSupported", "The bucket does not allow ACLs"),
    evidence: s3Model("PutObjectRequest.ACL"),
    breaks: { input: { ...picture, ACL: "public-read" }, after: [madeBucket] },
    keeps: { input: { ...picture, ACL: "public-read" }, after: [openBucket] },
  }),
  contract({
    id: "s3/bucket-is-its-owners",
    says: "the owner of a bucket has all rights, and nobody else any",
    on: ["GetBucketAcl"],
    asksFirst: true,
    track: { ownersBucket },
    when: (situation) => situation.knowsAll && situation.ownersBucket === true && isNotImplemented(situation),
    answer: success(200, { body: ownersList }),
    evidence: awsSnapshot("s3", "test_put_bucket_logging", "get-bucket-default-acl"),
    breaks: { input: photos, after: [madeBucket], answered: { status: 501 } },
    keeps: { input: photos, after: [openlyMade], answered: { status: 501 } },
  }),
  contract({
    id: "s3/object-is-its-owners",
    says: "the owner of an object has all rights, and nobody else any",
    on: ["GetObjectAcl"],
    asksFirst: true,
    track: { ownersObject },
    when: (situation) =>
      situation.ownersObject === true &&
      situation.input["VersionId"] === undefined &&
      isNotImplemented(situation),
    answer: success(200, { body: ownersList }),
    evidence: awsSnapshot("s3", "test_s3_object_acl", "get-object-acl-default"),
    breaks: { input: picture, after: [madeBucket, put()], answered: { status: 501 } },
    keeps: { input: picture, after: [openBucket, put("public-read")], answered: { status: 501 } },
  }),
];
