import type { Exchange, NameKind, RawHeader } from "../../wire/index.ts";
import { errorCodeOf } from "./error-code.ts";
import { statusAndCode } from "./status-and-code.ts";
import { isThrottled } from "./throttling.ts";

/** A request to an account, from the account's root on: who sends it adds the address and signs. */
export interface AccountRequest {
  readonly method: string;
  /** Path and query behind the account: `/photos?restype=container`. */
  readonly target: string;
  readonly headers?: readonly RawHeader[];
  readonly body?: string;
}

export interface AccountAnswer {
  readonly status: number;
  readonly text: string;
}

/** An answer as far as it is looked at here. */
export function answerText({ status, body }: { status: number; body: Uint8Array }): AccountAnswer {
  return { status, text: Buffer.from(body).toString("utf8") };
}

/** Sends a request to an account. */
export type Send = (request: AccountRequest) => Promise<AccountAnswer>;

/** What a request did to something that is named in its account alone. */
export interface TopLevelChange {
  /** `made` also where the answer was lost: then it may be there. */
  readonly change: "made" | "removed";
  /** The application's name of it. */
  readonly name: string;
}

/** What stands at the top of an account of a service (containers, queues, tables, buckets), and how it goes. */
export interface TopLevel {
  readonly kind: NameKind;
  /** What the interface calls it among its resources. */
  readonly resource: string;
  /** The operations that make or remove one. */
  readonly changes: Readonly<Record<string, TopLevelChange["change"]>>;
  readonly changeIn: (exchange: Exchange) => TopLevelChange | undefined;
  /** Asks for one: the answer is a success if, and only if, it is there. */
  readonly look: (name: string) => AccountRequest;
  /**
   * Removes one with all that is in it; says why where that cannot be done. What is known to be in it need not be looked for where
   * nothing else is.
   */
  readonly remove: (send: Send, name: string, known?: Iterable<string>) => Promise<string | undefined>;
  /** What must go before one can. */
  readonly contents?: Contents;
  /** What is made of one, and is still there when it is gone. */
  readonly outliving?: Outliving;
  /** What else the interface names in a whole account, or by ARN, and who gives the names. */
  readonly besides?: Readonly<Record<string, "user" | "service">>;
  /** Where statements stand that may change one, by operation. */
  readonly statements?: Readonly<Record<string, string>>;
  /** That an account can be set to something, and whether that changes how other calls are answered. */
  readonly settings?: "felt" | "unfelt";
  /** What in a name makes it another one on its way, where the SDK writes names into addresses as they are. */
  readonly sentOtherwise?: RegExp;
}

/** Things in one that keep it from going: the operations that make or remove one, and where these name both. */
interface Contents {
  readonly changes: TopLevel["changes"];
  readonly at: { readonly holder: string; readonly name: string };
  /** The header of answers about what is kept in versions, which do not go by their name alone. */
  readonly versionHeader: string;
}

/** Something that outlives what it was made of, such as a backup. */
interface Outliving {
  readonly kind: string;
  /** The operation that makes one, and where its answer says how it is called. */
  readonly made: { readonly by: string; readonly at: string };
  /** The operation that removes one, and the parameter that names it. */
  readonly removed: { readonly by: string; readonly at: string };
  /** Removes one; says why where that cannot be done. */
  readonly remove: (send: Send, name: string) => Promise<string | undefined>;
}

/**
 * How changes are read where each is one operation that names what it changes: a refusal changes nothing, and an
 * answer that never came may have.
 */
export function changesBy(
  operations: TopLevel["changes"],
  nameIn: (exchange: Exchange) => string | undefined,
): TopLevel["changeIn"] {
  return (exchange) => {
    const change = Object.hasOwn(operations, exchange.operation) ? operations[exchange.operation] : undefined;
    const status = exchange.response?.status;
    const isUnsure = status === undefined || status >= 500;
    const mayBeMade = change === "made" && isUnsure && !isThrottled(exchange) && !isUnreached(exchange);
    const isDone = mayBeMade || (status !== undefined && status < 300);
    const name = change === undefined || !isDone ? undefined : nameIn(exchange);
    return change === undefined || name === undefined ? undefined : { change, name };
  };
}

function isUnreached({ outcome, problem = "" }: Exchange): boolean {
  return outcome === "refused" || (outcome === "upstream-failed" && problem.includes("cannot be reached"));
}

/** Why a removal failed, from its answer; nothing where it is gone now. */
export function whyLeft({ status, text }: AccountAnswer): string | undefined {
  if (status < 300 || status === 404) return undefined;
  return `the account answers ${statusAndCode({ status, code: errorCodeOf(text) })}`;
}

/** Asks until the answer is another than this, for what an account cannot do yet. */
export async function insist(
  ask: () => Promise<AccountAnswer>,
  isTooEarly: (answer: AccountAnswer) => boolean,
): Promise<AccountAnswer> {
  for (const pause of [100, 500, 2_000, 5_000, 10_000]) {
    const answer = await ask();
    if (!isTooEarly(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return ask();
}
