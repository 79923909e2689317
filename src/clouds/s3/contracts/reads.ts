import { type Contract, contract, fault, type Situation } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { picture } from "./tracked.ts";
import { bareTag } from "./uploads.ts";

const on = ["GetObject", "HeadObject"];
const seen = (step: string) => awsSnapshot("s3", "test_s3_get_object_preconditions[get_object]", step);

function notHeld(condition: string) {
  return fault(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold", {
    Condition: condition,
  });
}

/** Whether the emulator has given the object, or what was asked for of it. */
function isGiven({ answered: { status } }: Situation): boolean {
  return status === 200 || status === 206;
}

/** Whether none of the tags that were asked for is that of the object. */
function isOther({ input, answered }: Situation): boolean {
  const asked = textOf(input, "IfMatch");
  const etag = bareTag(answered.headers["etag"]);
  return asked !== "" && asked !== "*" && etag !== "" && !asked.split(",").map(bareTag).includes(etag);
}

/** Whether the object was modified after the time that was said. */
function isLater({ call, answered }: Situation): boolean {
  const asked = Date.parse(call.headers["if-unmodified-since"] ?? "");
  return Date.parse(answered.headers["last-modified"] ?? "") > asked;
}

const etag = "5d41402abc4b2a76b9719d911017c592";
const read = {
  status: 200,
  headers: { etag: `"${etag}"`, "last-modified": "Sat, 31 Jan 2026 10:00:00 GMT" },
};
const unmodified = (since: string) => ({ ...picture, IfUnmodifiedSince: since });

/** Conditions under which an object is read, where the emulator looks at none. */
export const readContracts: readonly Contract[] = [
  contract({
    id: "s3/object-is-read-if-it-is-the-one-that-was-meant",
    says: "with If-Match an object is read only if it has that tag",
    on,
    asksFirst: "head-only",
    when: (situation) => isGiven(situation) && isOther(situation),
    answer: notHeld("If-Match"),
    evidence: seen("precondition-if-match"),
    breaks: { input: { ...picture, IfMatch: '"0000"' }, answered: read },
    keeps: { input: { ...picture, IfMatch: `"${etag}"` }, answered: read },
  }),
  contract({
    id: "s3/object-is-read-if-it-was-not-modified-since",
    says: "with If-Unmodified-Since an object is read only if it is as old, unless its tag was asked for",
    on,
    asksFirst: "head-only",
    when: (situation) => isGiven(situation) && situation.input["IfMatch"] === undefined && isLater(situation),
    answer: notHeld("If-Unmodified-Since"),
    evidence: seen("precondition-if-unmodified-since"),
    breaks: { input: unmodified("2026-01-30T10:00:00Z"), answered: read },
    keeps: { input: unmodified("2042-01-31T10:00:00Z"), answered: read },
  }),
];
