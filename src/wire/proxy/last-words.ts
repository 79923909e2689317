import type { Socket } from "node:net";
import { FramingError, headerValues, type RawHeader } from "../http/head.ts";
import { explanation } from "./own-answers.ts";
import type { OwnAnswer } from "./settings.ts";
import { endNow } from "./together.ts";

/** How long a client that has been answered for good may go on sending before it is cut off. */
const farewellMs = 2_000;

/** Why a request is not passed on, though what there is of it can be read. */
export class Refusal extends Error {
  readonly status: readonly [code: number, reason: string];

  constructor(message: string, status: Refusal["status"] = [501, "Not Implemented"]) {
    super(message);
    this.status = status;
  }
}

/** The answer to a request that is not passed on, and what the trace says of it; `undefined` for other errors. */
export function refusalOf(error: unknown): { answer: OwnAnswer; problem: string } | undefined {
  if (error instanceof Refusal) {
    return { answer: explanation(...error.status, error.message), problem: error.message };
  }
  if (!(error instanceof FramingError)) return undefined;
  const problem = `the request has ${error.message}`;
  return { answer: explanation(400, "Bad Request", problem), problem };
}

/** Ends a connection with its last bytes; what still comes is let go, for a while. */
export function sayFarewell(client: Socket, bytes?: Buffer): void {
  endNow(client, bytes);
  client.resume();
  let cutOff: NodeJS.Timeout | undefined;
  const begin = () => {
    cutOff = setTimeout(() => client.destroy(), farewellMs).unref();
  };
  // One that reads slowly has first to get what it was told.
  if (client.writableFinished) begin();
  else client.once("finish", begin);
  client.once("close", () => clearTimeout(cutOff));
}

/** Whether the one who sent these headers wants no other message on the connection. */
export function wantsClose(headers: readonly RawHeader[]): boolean {
  return headerValues(headers, "connection").some((value) =>
    value.split(",").some((option) => option.trim().toLowerCase() === "close"),
  );
}

/** An answer that says that it is the last one. */
export function closing(answer: OwnAnswer): OwnAnswer {
  if (wantsClose(answer.headers)) return answer;
  return { ...answer, headers: [...answer.headers, ["Connection", "close"]] };
}
