import { isSuccess } from "../../clouds/index.ts";
import type { Outcome } from "../pair/performed.ts";

/** What one side said, with its words for people. */
export interface Said extends Outcome {
  readonly message: string | null;
}

/**
 * Codes by which services and emulators say that they cannot do a thing at all. That a thing is not supported for one of its
 * kind, as `AccessTierNotSupportedForBlobType` says, is another matter.
 */
const unknownCodes =
  /NotImplemented|^(?:api|feature|operation|action|method|request)?NotSupported|UnknownOperation|^UnsupportedOperation|^MethodNotAllowed$/i;

/** The same in words, as some say it with any status and no code. */
const unknownWords =
  /\bnot (?:yet |currently )?(?:implemented|supported)\b(?! (?:for|with|when|if|on) )|\bunsupported (?:operation|api|request)\b|\bunknown operation\b|match any of swagger/i;

/** Whether it says that it does not have such an operation, whatever the status. */
export function saysUnknown({ status, code, message }: Said): boolean {
  if (status !== null && status < 400) return false;
  if (status === 501 || status === 405 || unknownCodes.test(code ?? "")) return true;
  // A code that says what is not supported is more precise than its words.
  return !/NotSupported/.test(code ?? "") && unknownWords.test(message ?? "");
}

/** Whether it only says that the request is bad, without a code and without words. */
export function isBare({ status, code, message }: Said): boolean {
  return status === 400 && code === null && (message ?? "") === "";
}

/**
 * Whether it failed inside; 501 says that there is nothing to fail, and 503 that there is too much to do. S3 has begun with a 200
 * where its work takes long.
 */
export function hasFailedInside({ status, code }: Outcome): boolean {
  if (status !== null && status < 300) return code === "InternalError";
  return status !== null && status >= 500 && status !== 501 && status !== 503;
}

const authorisationCodes =
  /AccessDenied|AccessForbidden|Authori[sz]|Authentic|Signature|UnrecognizedClient|InvalidAccessKeyId|InvalidClientTokenId|PublicAccessNotPermitted/i;

/** Whether it refuses because of who asks. */
export function refusesCaller(outcome: Outcome): boolean {
  const { status, code } = outcome;
  return status === 401 || status === 403 || (!isSuccess(outcome) && authorisationCodes.test(code ?? ""));
}

/** Whether it says that something is not there. */
export function saysMissing(outcome: Outcome): boolean {
  const { status, code } = outcome;
  return !isSuccess(outcome) && (status === 404 || /NotFound|^NoSuch|DoesNotExist/i.test(code ?? ""));
}

/** The kind of thing that a code says is not there, in small letters: `bucket` of `NoSuchBucket`. */
export function missingKind(outcome: Outcome): string | undefined {
  if (!saysMissing(outcome)) return undefined;
  const [, one, other] = /^(?:NoSuch(\w+)|(\w+?)(?:NotFound|DoesNotExist))$/.exec(outcome.code ?? "") ?? [];
  return (one ?? other)?.toLowerCase();
}

const changingCodes =
  /BeingDeleted|BeingCreated|BeingDisabled|Pending|InProgress|IsBreaking|ResourceInUse|OperationAborted|ConflictingOperation/i;

/** Whether it says that something is still under way; that it is there already is no such thing. */
export function saysUnderWay(said: Said): boolean {
  return (
    !isSuccess(said) && changingCodes.test(said.code ?? "") && !/already exists/i.test(said.message ?? "")
  );
}

const badValueCodes =
  /^Invalid|Invalid$|^Malformed|^OutOfRange|^Validation|TooLarge|TooLong|TooSmall|TooShort|TooMany|^Unsupported|^Missing/i;

/** Whether it finds fault with a value; a status without a code may mean anything. */
export function refusesValue({ status, code }: Outcome): boolean {
  if (code === null || status === null || status < 400) return false;
  return [400, 411, 413, 414, 416, 422].includes(status) || badValueCodes.test(code);
}
