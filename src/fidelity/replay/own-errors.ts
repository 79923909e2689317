import { TouchstoneError } from "../../model/index.ts";

/** Errors of ours in making a request, which say nothing about the target. */
export function isOurOwn(error: unknown): boolean {
  return error instanceof TypeError || error instanceof TouchstoneError;
}

/** What Node says of names and values that HTTP has no room for. */
const unwritable = new Set(["ERR_INVALID_HTTP_TOKEN", "ERR_INVALID_CHAR", "ERR_UNESCAPED_CHARACTERS"]);

/** Why a request cannot be made for an account, or at all; any other error goes on. */
export function whyUnsendable(error: unknown): string {
  if (error instanceof TypeError && unwritable.has((error as NodeJS.ErrnoException).code ?? ""))
    return "it has letters where HTTP allows none";
  if (error instanceof TouchstoneError && error.code === "TS_CANNOT_SEND")
    return error.message.replace(/^.* cannot be sent to another account: /, "");
  throw error;
}
