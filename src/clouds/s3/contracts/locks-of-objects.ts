import {
  type Contract,
  contract,
  fault,
  type Input,
  keyOf,
  type Situation,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, textOf } from "../../shared/contract-conditions.ts";
import { lockable, locked } from "./protection.ts";
import { escaped, isNotImplemented, ofObject, photos, picture } from "./tracked.ts";

/** The lock that an object was put with; what is empty was not given. */
interface Lock {
  readonly mode: string;
  readonly until: string;
  readonly hold: string;
}

/** What was begun with a lock is put together by a call that does not say so, so that nothing is known of it. */
const lock: Tracker<Lock> = ofObject({
  name: "locks that objects were put with",
  set: ["PutObject", "CopyObject"],
  cleared: ["PutObjectRetention", "PutObjectLegalHold"],
  value: ({ call: { input } }) => ({
    mode: textOf(input, "ObjectLockMode"),
    until: textOf(input, "ObjectLockRetainUntilDate"),
    hold: textOf(input, "ObjectLockLegalHoldStatus"),
  }),
});

/** Whether a bucket has, or has had, a rule by which all that is put there is retained. */
const retaining: Tracker<boolean> = {
  name: "buckets that retain what is put there",
  operations: ["CreateBucket", "PutObjectLockConfiguration", "DeleteBucket"],
  key: keyOf("Bucket"),
  next(before, { call: { operation, input } }) {
    if (operation === "DeleteBucket") return undefined;
    if (operation === "CreateBucket") return before ?? false;
    return before === false ? hasRule(input) : before;
  },
};

/** What cannot be read may be a rule. */
function hasRule(input: Input): boolean {
  const isRead = at(input, "ObjectLockConfiguration.ObjectLockEnabled") === "Enabled";
  return !isRead || at(input, "ObjectLockConfiguration.Rule") !== undefined;
}

/** Whether a call is about an object of a locked bucket as it was last written, and the emulator knows nothing of locks. */
function isUnanswered(situation: Situation & { readonly locked: boolean | undefined }): boolean {
  return (
    situation.locked === true && situation.input["VersionId"] === undefined && isNotImplemented(situation)
  );
}

const noLock = fault(
  404,
  "NoSuchObjectLockConfiguration",
  "The specified object does not have a ObjectLock configuration",
);
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const later = "2042-01-31T10:00:00Z";

const put = { operation: "PutObject", input: picture };
const putRetained = {
  operation: "PutObject",
  input: { ...picture, ObjectLockMode: "GOVERNANCE", ObjectLockRetainUntilDate: later },
};
const putHeld = { operation: "PutObject", input: { ...picture, ObjectLockLegalHoldStatus: "ON" } };
const retainingAll = {
  operation: "PutObjectLockConfiguration",
  input: {
    ...photos,
    ObjectLockConfiguration: {
      ObjectLockEnabled: "Enabled",
      Rule: { DefaultRetention: { Mode: "GOVERNANCE", Days: 1 } },
    },
  },
};
const unknown = { status: 501 };

/** How an object is locked that was put with a lock or without, where the emulator does not know of locks. */
export const lockOfObjectContracts: readonly Contract[] = [
  contract({
    id: "s3/retention-of-the-writing-is-kept",
    says: "an object is retained as it was put",
    on: ["GetObjectRetention"],
    asksFirst: true,
    track: { locked, lock },
    when: (situation) =>
      isUnanswered(situation) &&
      situation.lock !== undefined &&
      situation.lock.mode !== "" &&
      !Number.isNaN(Date.parse(situation.lock.until)),
    answer: ({ lock }) =>
      success(200, {
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<Retention ${namespace}><Mode>${escaped(lock?.mode ?? "")}</Mode><RetainUntilDate>${new Date(lock?.until ?? 0).toISOString()}</RetainUntilDate></Retention>`,
      }),
    evidence: awsSnapshot("s3", "test_s3_object_retention", "get-object-retention-on-key-1"),
    breaks: { input: picture, after: [lockable, putRetained], answered: unknown },
    keeps: { input: picture, after: [lockable, put], answered: unknown },
  }),
  contract({
    id: "s3/retention-that-was-never-set-is-not-there",
    says: "an object that was never retained has no retention to read",
    on: ["GetObjectRetention"],
    asksFirst: true,
    track: { locked, lock, retaining },
    when: (situation) =>
      situation.knowsAll &&
      isUnanswered(situation) &&
      situation.retaining === false &&
      situation.lock?.mode === "" &&
      situation.lock.until === "",
    answer: noLock,
    evidence: awsSnapshot("s3", "test_s3_object_retention_exc", "get-object-retention-never-set"),
    breaks: { input: picture, after: [lockable, put], answered: unknown },
    keeps: { input: picture, after: [lockable, retainingAll, put], answered: unknown },
  }),
  contract({
    id: "s3/legal-hold-of-the-writing-is-kept",
    says: "an object is held as it was put",
    on: ["GetObjectLegalHold"],
    asksFirst: true,
    track: { locked, lock },
    when: (situation) => isUnanswered(situation) && ["ON", "OFF"].includes(situation.lock?.hold ?? ""),
    answer: ({ lock }) =>
      success(200, {
        body: `<?xml version="1.0" encoding="UTF-8"?>\n<LegalHold ${namespace}><Status>${lock?.hold ?? ""}</Status></LegalHold>`,
      }),
    evidence: awsSnapshot("s3", "test_put_get_object_legal_hold", "get-legal-hold-set"),
    breaks: { input: picture, after: [lockable, putHeld], answered: unknown },
    keeps: { input: picture, after: [lockable, putRetained], answered: unknown },
  }),
  contract({
    id: "s3/legal-hold-that-was-never-set-is-not-there",
    says: "an object that was never held has no legal hold to read",
    on: ["GetObjectLegalHold"],
    asksFirst: true,
    track: { locked, lock },
    // Rules of a bucket retain, and hold nothing.
    when: (situation) => isUnanswered(situation) && situation.lock?.hold === "",
    answer: noLock,
    evidence: awsSnapshot("s3", "test_put_get_object_legal_hold", "get-legal-hold-unset"),
    breaks: { input: picture, after: [lockable, put], answered: unknown },
    keeps: { input: picture, after: [lockable, putHeld], answered: unknown },
  }),
];
