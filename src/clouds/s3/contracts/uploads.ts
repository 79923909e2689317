import {
  type Call,
  type ExampleStep,
  type Input,
  keyOf,
  type Success,
  type Tracker,
} from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { picture, sizeOf } from "./tracked.ts";

/** Examples have an upload of this picture under way. */
export const begun: ExampleStep = {
  operation: "CreateMultipartUpload",
  input: picture,
  answered: { text: "<UploadId>upload-1</UploadId>" },
};
export const ofUpload: Input = { ...picture, UploadId: "upload-1" };

/** An upload in parts. */
export interface Upload {
  readonly key: string;
  readonly id: string;
  readonly since: number;
}

/** An upload that is over, and whether it was given up. */
interface Ended extends Upload {
  readonly isGivenUp: boolean;
}

/** The uploads of a bucket. */
interface Uploads {
  readonly underWay: readonly Upload[];
  /** Those that were completed or given up lately: to do so once more may succeed. */
  readonly ended: readonly Ended[];
  /** Whether each that was begun could be told by its answer. */
  readonly areAllKnown: boolean;
}

const ending = ["CompleteMultipartUpload", "AbortMultipartUpload"];
const mostEnded = 1000;
const none: Uploads = { underWay: [], ended: [], areAllKnown: true };

export const uploads: Tracker<Uploads> = {
  name: "uploads",
  operations: ["CreateMultipartUpload", ...ending, "DeleteBucket"],
  key: keyOf("Bucket"),
  next(before = none, { call, answered, now }) {
    if (call.operation === "DeleteBucket") return undefined;
    if (ending.includes(call.operation)) return withoutUpload(before, call);
    const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(answered.text ?? "") ?? [];
    if (id === undefined) return { ...before, areAllKnown: false };
    return {
      ...before,
      underWay: [...before.underWay, { key: textOf(call.input, "Key"), id, since: now }],
    };
  },
  readsAnswer: true,
};

function withoutUpload({ underWay, ended, areAllKnown }: Uploads, { operation, input }: Call): Uploads {
  const isOne = ({ id }: Upload) => id === input["UploadId"];
  const isGivenUp = operation === "AbortMultipartUpload";
  const over = underWay.filter(isOne).map((upload) => ({ ...upload, isGivenUp }));
  return {
    underWay: underWay.filter((upload) => !isOne(upload)),
    ended: [...ended, ...over].slice(-mostEnded),
    areAllKnown,
  };
}

function isNamed({ input }: Call): (upload: Upload) => boolean {
  return ({ key, id }) => key === input["Key"] && id === input["UploadId"];
}

/** Whether a call names an upload that is under way. */
export function isUnderWay({ underWay }: Uploads = none, call: Call): boolean {
  return underWay.some(isNamed(call));
}

/** Whether a call names an upload that is over. */
export function isOver({ ended }: Uploads = none, call: Call): boolean {
  return ended.some(isNamed(call));
}

/** Whether a call names an upload that was given up. */
export function isGivenUp({ ended }: Uploads = none, call: Call): boolean {
  return ended.some((upload) => upload.isGivenUp && isNamed(call)(upload));
}

/** Whether a call names an upload that never was. */
export function isStrange({ underWay, ended, areAllKnown }: Uploads = none, call: Call): boolean {
  return areAllKnown && ![...underWay, ...ended].some(isNamed(call));
}

/** A part as it was sent; infinite where its size is not known. */
export interface Part {
  readonly etag: string;
  readonly size: number;
}

/** The parts of an upload, by their numbers. */
export const parts: Tracker<Readonly<Record<string, Part>>> = {
  name: "parts of uploads",
  operations: ["UploadPart", "UploadPartCopy", ...ending],
  key: keyOf("Bucket", "Key", "UploadId"),
  next(before = {}, success) {
    const { operation, input } = success.call;
    if (ending.includes(operation)) return undefined;
    return { ...before, [textOf(input, "PartNumber")]: partOf(success) };
  },
  readsAnswer: true,
};

/** A part that was copied has its tag in the answer's document, and the size of what it was copied from. */
function partOf({ call, answered }: Success): Part {
  if (call.operation === "UploadPart") {
    const size = sizeOf(call) ?? Number.POSITIVE_INFINITY;
    return { etag: bareTag(answered.headers["etag"]), size };
  }
  const [, etag] = /<ETag>(.*?)<\/ETag>/s.exec(answered.text ?? "") ?? [];
  return { etag: bareTag(etag), size: Number.POSITIVE_INFINITY };
}

/** A tag without its quotes, in whichever way they are written. */
export function bareTag(etag = ""): string {
  return etag.replaceAll(/"|&quot;|&#34;|&#x22;/gi, "").trim();
}
