import {
  type Call,
  type Contract,
  contract,
  documented,
  fault,
  keyOf,
  type Tracker,
} from "../../../model/index.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { s3 } from "../interface.ts";
import { enforced, hasGrants, isOwnersAlone } from "./access.ts";
import { madeBucket, picture } from "./tracked.ts";

const blocks = ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"];

const writesOpenly = ({ input }: Call): boolean =>
  hasGrants(input) || (input["ACL"] !== undefined && !isOwnersAlone(input));
const setsOpenly = ({ input }: Call): boolean => hasGrants(input) || !isOwnersAlone(input);
const always = (): boolean => true;

type Opens = Readonly<Record<string, (call: Call) => boolean>>;

/** By which calls all of a bucket may be opened to everybody. */
const ofAll: Opens = {
  CreateBucket: writesOpenly,
  PutBucketPolicy: always,
  PutBucketAcl: setsOpenly,
};

/** By which calls objects of it may be, or opening them be prepared: an object's ACL allows nothing else. */
const ofObjects: Opens = {
  CreateBucket: ({ input }) => (input["ObjectOwnership"] ?? enforced) !== enforced,
  PutObjectAcl: setsOpenly,
  PutObject: writesOpenly,
  CopyObject: writesOpenly,
  CreateMultipartUpload: writesOpenly,
  // A form says so in a field, which is not read; one that is too long to be kept may have it.
  PostObject: ({ body }) => body === undefined || /name="?acl\b/i.test(Buffer.from(body).toString("latin1")),
  PutBucketOwnershipControls: ({ input }) => {
    const [rule] = listOf(at(input, "OwnershipControls.Rules"));
    return at(rule, "ObjectOwnership") !== enforced;
  },
  DeleteBucketOwnershipControls: always,
  PutPublicAccessBlock: ({ input }) =>
    blocks.some((name) => at(input, `PublicAccessBlockConfiguration.${name}`) !== true),
  DeletePublicAccessBlock: always,
};

/** What of a bucket everybody may have been given, since it was made. */
type Opened = "nothing" | "objects" | "all";

/** How far a bucket may be open to everybody: what policies and ACLs really allow is not for us to say. */
const opened: Tracker<Opened> = {
  name: "buckets that may be open to everybody",
  operations: [...new Set([...Object.keys(ofAll), ...Object.keys(ofObjects), "DeleteBucket"])],
  key: keyOf("Bucket"),
  next(before, { call }) {
    const { operation } = call;
    if (operation === "DeleteBucket") return undefined;
    // Who makes a bucket that is there changes nothing of it; of one that was not seen to be made, nothing is known.
    if ((before === undefined) !== (operation === "CreateBucket")) return before;
    if (before === "all" || ofAll[operation]?.(call) === true) return "all";
    return before === "objects" || ofObjects[operation]?.(call) === true ? "objects" : "nothing";
  },
};

/** What nobody may do without a name, whatever buckets there are. */
const ofAccounts = ["ListBuckets", "CreateBucket"];

/** A form is signed within, and the others are not of such buckets. */
const apart = [
  "PostObject",
  "ListDirectoryBuckets",
  "CreateSession",
  "RenameObject",
  "WriteGetObjectResponse",
];

const ofBuckets = s3.operations
  .filter(({ name, twinOf }) => twinOf === undefined && !ofAccounts.includes(name) && !apart.includes(name))
  .map(({ name }) => name);

/** What an object's own ACL may allow: to read it, and to read and write the ACL. */
const ofOpenObjects = s3.operations
  .filter(({ http, readOnly }) => readOnly && http.path.includes("{Key+}"))
  .map(({ name }) => name)
  .concat("PutObjectAcl");

/** Whether a call is certainly not allowed to everybody. */
function isShut(operation: string, opened: Opened | undefined): boolean {
  return opened === "nothing" || (opened === "objects" && !ofOpenObjects.includes(operation));
}

export const anonymousContracts: readonly Contract[] = [
  contract({
    id: "s3/anonymous-calls-are-refused",
    says: "who does not sign may not do what nobody was allowed to do",
    on: [...ofAccounts, ...ofBuckets],
    track: { opened },
    // Where there is no bucket, that is what everybody is told.
    when: ({ call, knowsAll, opened }) =>
      call.caller === "anonymous" &&
      (ofAccounts.includes(call.operation) || (knowsAll && isShut(call.operation, opened))),
    answer: fault(403, "AccessDenied", "Access Denied"),
    evidence: documented(
      "Identity and access management, in the Amazon S3 User Guide, and the codes of the API model",
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/s3-access-control.html",
    ),
    breaks: { input: picture, after: [madeBucket], caller: "anonymous" },
    keeps: { input: picture, after: [madeBucket] },
  }),
];
