import {
  type Contract,
  type ContractAnswer,
  contract,
  type Evidence,
  fault,
  keyOf,
  lastSuccessOf,
  settingOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, s3Model } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { inventory } from "./documents.ts";
import { removed, type Setting, settings } from "./setting-rows.ts";
import { bucket, isNotImplemented, isOwn, madeBucket, ofBucket, photos } from "./tracked.ts";

/** A setting as it was set, and whether the emulator knows nothing of it. */
interface Kept {
  readonly text: string;
  readonly isOwn: boolean;
  readonly since: number;
}

const deletedBucket: Tracker<number> = lastSuccessOf("DeleteBucket").on("Bucket");

/** What is still set: with its bucket, a setting goes. */
function live({
  kept,
  deletedBucket,
}: {
  readonly kept: Kept | undefined;
  readonly deletedBucket: number | undefined;
}): Kept | undefined {
  return kept !== undefined && (deletedBucket ?? 0) <= kept.since ? kept : undefined;
}

function trackerOf({ name, put, setBy = put, remove, cleared = [], isNamed }: Setting): Tracker<Kept> {
  return settingOf({
    name: `${name} of buckets`,
    key: isNamed ? keyOf("Bucket", "Id") : keyOf("Bucket"),
    set: setBy === undefined ? [] : [setBy],
    cleared: remove === undefined ? cleared : [remove, ...cleared],
    value: (success) => ({
      text: Buffer.from(success.call.body ?? []).toString("utf8"),
      isOwn: isOwn(success),
      since: success.now,
    }),
  });
}

const mark = { "x-touchstone-contract": "s3" };

function contractsFor(setting: Setting): readonly Contract[] {
  const { name, put, get, remove, status = 200 } = setting;
  const kept = trackerOf(setting);
  const input = setting.isNamed ? inventory("mine") : { ...photos, ...setting.example };
  const before = setting.after ?? [];
  const wasSet =
    put === undefined ? [] : [...before, { operation: put, input, answered: { status, headers: mark } }];
  const wasSetElsewhere = wasSet.map((step) =>
    step.operation === put ? { operation: step.operation, input, answered: { status } } : step,
  );
  const made: Contract[] = [];
  if (put !== undefined && setting.keptAsIn !== undefined) {
    made.push(
      contract({
        id: `s3/${name}-is-set`,
        says: `a bucket's ${name} can be set`,
        on: [put],
        asksFirst: true,
        track: { kept, deletedBucket },
        when: isNotImplemented,
        answer: success(status),
        evidence: setting.keptAsIn,
        breaks: { input, after: [madeBucket, ...before], answered: { status: 501 } },
        keeps: { input, after: [madeBucket, ...before], answered: { status: 404, code: "NoSuchBucket" } },
      }),
      contract({
        id: `s3/${name}-is-kept`,
        says: `a bucket's ${name} is read as it was set`,
        on: [get],
        track: { kept, deletedBucket },
        when: (situation) => live(situation)?.isOwn === true,
        answer: ({ kept }) => success(200, readBack(name, kept?.text ?? "")),
        evidence: setting.readAsIn ?? setting.keptAsIn,
        breaks: { input, after: wasSet },
        keeps: { input, after: wasSetElsewhere },
      }),
    );
  }
  if (remove !== undefined && setting.gone !== undefined && setting.goneAsIn !== undefined) {
    made.push(gone(setting, remove, setting.gone, setting.goneAsIn));
  }
  if (setting.unset !== undefined && setting.unsetAsIn !== undefined) {
    made.push(absent(setting, kept, setting.unset, setting.unsetAsIn, input));
  }
  if (remove !== undefined && put !== undefined && setting.keptAsIn !== undefined) {
    made.push(
      contract({
        id: `s3/${name}-is-removed`,
        says: `a bucket's ${name} can be removed`,
        on: [remove],
        track: { kept, deletedBucket },
        when: (situation) => live(situation)?.isOwn === true,
        answer: removed,
        evidence: setting.removedAsIn ?? s3Model(remove),
        breaks: { input, after: wasSet },
        keeps: { input, after: wasSetElsewhere },
      }),
    );
  }
  if (remove !== undefined && setting.unremoved !== undefined && setting.unremovedAsIn !== undefined) {
    const { unremoved } = setting;
    made.push(
      contract({
        id: `s3/${name}-that-is-not-set-is-removed-${unremoved.code === undefined ? "all-the-same" : "in-vain"}`,
        says: `removing a bucket's ${name} that was never set is answered ${unremoved.status}`,
        on: [remove],
        track: { kept, deletedBucket },
        when: (situation) => situation.knowsAll && live(situation) === undefined && put !== undefined,
        answer: unremoved,
        evidence: setting.unremovedAsIn,
        breaks: { input, after: [madeBucket] },
        keeps: { input, after: [madeBucket, ...wasSet] },
      }),
    );
  }
  return made;
}

/** Whether a bucket was made with a setting and has it still; unknown where it was made before we came. */
function madeWith({ name, put, remove, comesWith }: Setting): Tracker<boolean> | undefined {
  if (comesWith === undefined) return undefined;
  return ofBucket({
    name: `${name} that buckets were made with`,
    set: [put, remove].filter((operation) => operation !== undefined),
    value: ({ call: { operation, input } }) => operation === "CreateBucket" && comesWith(input),
  });
}

function absent(
  setting: Setting,
  kept: Tracker<Kept>,
  unset: ContractAnswer,
  evidence: Evidence,
  input: Readonly<Record<string, unknown>>,
): Contract {
  const { name, get, put } = setting;
  const ofMaking = madeWith(setting);
  return contract({
    id: `s3/${name}-that-is-not-set-is-${unset.code === undefined ? "the-default" : "not-there"}`,
    says: `a bucket's ${name} that was never set is answered ${unset.status} ${unset.code ?? ""}`.trim(),
    on: [get],
    asksFirst: true,
    track: { kept, deletedBucket, ...(ofMaking && { ofMaking }) },
    when: (situation) =>
      live(situation) === undefined &&
      isNotImplemented(situation) &&
      (ofMaking === undefined || (situation.knowsAll && situation.ofMaking === false)),
    answer: unset,
    evidence,
    breaks: { input, after: [madeBucket], answered: { status: 501, code: "NotImplemented" } },
    keeps:
      put === undefined
        ? { input, answered: { status: 200 } }
        : { input, after: [{ operation: put, input }], answered: { status: 501 } },
  });
}

/** A setting that has a default is another thing once it was removed. */
function gone(
  { name, get, put }: Setting,
  remove: string,
  answer: ContractAnswer,
  evidence: Evidence,
): Contract {
  const removal = { operation: remove, input: photos };
  const last = lastSuccessOf(remove).on("Bucket");
  return contract({
    id: `s3/${name}-that-was-removed-is-not-there`,
    says: `a bucket's ${name} that was removed is answered ${answer.status} ${answer.code ?? ""}`,
    on: [get],
    asksFirst: true,
    track: { last, set: lastSuccessOf(put ?? "").on("Bucket"), deletedBucket },
    when: (situation) =>
      (situation.last ?? 0) > Math.max(situation.set ?? 0, situation.deletedBucket ?? 0) &&
      isNotImplemented(situation),
    answer,
    evidence,
    breaks: { input: photos, after: [madeBucket, removal], answered: { status: 501 } },
    keeps: { input: photos, after: [madeBucket], answered: { status: 501 } },
  });
}

/** A policy is JSON, all else is XML. */
function readBack(name: string, text: string): Pick<ContractAnswer, "headers" | "body"> {
  return name === "policy" ? { body: text, headers: { "Content-Type": "application/json" } } : { body: text };
}

const loggedTo = (target: string) => ({
  ...photos,
  BucketLoggingStatus: { LoggingEnabled: { TargetBucket: target, TargetPrefix: "log" } },
});

/** Whether the bucket is there that a bucket is to be logged to. */
const targetBucket: Tracker<"there" | "gone"> = {
  ...bucket,
  name: "buckets that are logged to",
  key: ({ operation, input }) =>
    operation === "PutBucketLogging" ? targetOf(input) : textOf(input, "Bucket"),
};

function targetOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const status = input["BucketLoggingStatus"] as
    | { readonly LoggingEnabled?: { readonly TargetBucket?: string } }
    | undefined;
  return status?.LoggingEnabled?.TargetBucket;
}

export const settingContracts: readonly Contract[] = [
  contract({
    id: "s3/logs-go-to-a-bucket-that-is-there",
    says: "a bucket is logged to another one that is there",
    on: ["PutBucketLogging"],
    track: { targetBucket },
    when: ({ input, knowsAll, targetBucket }) =>
      targetOf(input) !== undefined && targetBucket !== "there" && (knowsAll || targetBucket === "gone"),
    answer: ({ input }) =>
      fault(400, "InvalidTargetBucketForLogging", "The target bucket for logging does not exist", {
        TargetBucket: targetOf(input) ?? "",
      }),
    evidence: awsSnapshot(
      "s3",
      "test_put_bucket_logging_wrong_target",
      "put-bucket-logging-non-existent-bucket",
    ),
    breaks: { input: loggedTo("nowhere"), after: [madeBucket] },
    keeps: { input: loggedTo("photos"), after: [madeBucket] },
  }),
  ...settings.flatMap(contractsFor),
];
