import { type Contract, contract, fault, success } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { openBucket, ownership } from "./access.ts";
import { isNotImplemented, madeBucket, photos } from "./tracked.ts";

const seen = (step: string) => awsSnapshot("s3_api", "test_crud_bucket_ownership_controls", step);
const removal = { operation: "DeleteBucketOwnershipControls", input: photos };
const controls = { ...photos, OwnershipControls: { Rules: [{ ObjectOwnership: "ObjectWriter" }] } };

function documentOf(name: string): string {
  return `<OwnershipControls xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule><ObjectOwnership>${name}</ObjectOwnership></Rule></OwnershipControls>`;
}

/** Whose a bucket's objects are, which emulators may not keep, or take for the bucket itself. */
export const ownershipContracts: readonly Contract[] = [
  contract({
    id: "s3/ownership-is-set",
    says: "whose a bucket's objects are can be set",
    on: ["PutBucketOwnershipControls"],
    asksFirst: true,
    when: isNotImplemented,
    answer: success(200),
    evidence: seen("put-ownership"),
    breaks: { input: controls, after: [madeBucket], answered: { status: 409, code: "BucketAlreadyExists" } },
    keeps: { input: controls, after: [madeBucket], answered: { status: 200 } },
  }),
  contract({
    id: "s3/ownership-that-was-removed-is-not-there",
    says: "whose a bucket's objects are is not told once that was removed",
    on: ["GetBucketOwnershipControls"],
    asksFirst: true,
    track: { ownership },
    when: (situation) => isNotImplemented(situation) && situation.ownership?.isGone === true,
    answer: ({ input }) =>
      fault(404, "OwnershipControlsNotFoundError", "The bucket ownership controls were not found", {
        BucketName: textOf(input, "Bucket"),
      }),
    evidence: seen("get-ownership-after-delete"),
    breaks: { input: photos, after: [madeBucket, removal], answered: { status: 501 } },
    keeps: { input: photos, after: [madeBucket], answered: { status: 501 } },
  }),
  contract({
    id: "s3/ownership-is-kept",
    says: "whose a bucket's objects are is told as it was set, or as the bucket was made",
    on: ["GetBucketOwnershipControls"],
    asksFirst: true,
    track: { ownership },
    when: (situation) =>
      isNotImplemented(situation) &&
      situation.ownership !== undefined &&
      (situation.knowsAll || situation.ownership.isSet),
    answer: ({ ownership }) => success(200, { body: documentOf(ownership?.name ?? "") }),
    evidence: seen("default-ownership"),
    breaks: { input: photos, after: [openBucket], answered: { status: 501 } },
    keeps: { input: photos, after: [openBucket], answered: { status: 200 } },
  }),
  contract({
    id: "s3/ownership-is-removed",
    says: "removing whose a bucket's objects are removes nothing else",
    on: ["DeleteBucketOwnershipControls"],
    track: { ownership },
    // Who does not know the operation may take it for the deletion of the bucket, so that it is not asked.
    when: ({ knowsAll, ownership }) => knowsAll && ownership !== undefined,
    answer: success(204),
    evidence: seen("delete-ownership"),
    breaks: { input: photos, after: [madeBucket] },
    keeps: { input: photos },
  }),
];
