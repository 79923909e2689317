import { TouchstoneError } from "../../model/index.ts";

/** Errors of ours in making a request, which say nothing about the target. */
export function isOurOwn(error: unknown): boolean {
  return error instanceof TypeError || error instanceof TouchstoneError;
}

/** Why a request cannot be made for an account; any other error goes on. */
export function whyUnsendable(error: unknown): string {
  if (error instanceof TouchstoneError && error.code === "TS_CANNOT_SEND")
    return error.message.replace(/^.* cannot be sent to another account: /, "");
  throw error;
}
