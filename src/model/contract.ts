import { contractFlaws } from "./contract-flaws.ts";
import type { Input } from "./default-value.ts";
import { mistakesIn } from "./error.ts";

/** How sure a contract is: seen of the real service, read in its documentation, or concluded from either. */
export type Evidence =
  | { readonly kind: "recorded"; readonly source: string }
  | {
      readonly kind: "documented";
      readonly page: string;
      readonly url: string;
      /** Where it stands, on a page that can be searched: `ListTablesInputLimit`, `BatchGetItem`. */
      readonly at?: string;
    }
  | { readonly kind: "inferred"; readonly why: string };

/** Seen in an answer of the real service, of which the source tells. */
export function recorded(source: string): Evidence {
  return { kind: "recorded", source };
}

/** Read on a page of the service's documentation, at a place of it where it is long. */
export function documented(page: string, url: string, at?: string): Evidence {
  return { kind: "documented", page, url, ...(at !== undefined && { at }) };
}

/** Concluded from something else: never enforced unless somebody asks for it. */
export function inferred(why: string): Evidence {
  return { kind: "inferred", why };
}

/** Who calls: with the account's key or a signature of it, a shared access signature, a token, or as nobody. */
export type Caller = "key" | "sas" | "token" | "anonymous";

/** A request as contracts see it: its operation, and its parameters by the interface's names. */
export interface Call {
  readonly operation: string;
  readonly input: Input;
  readonly caller: Caller;
  /** Whose things it is about, where its address tells: what is remembered of one account says nothing of another. */
  readonly account?: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: ReadonlyMap<string, string>;
  /** The body without framing; absent where it was too long to be kept. */
  readonly body?: Uint8Array;
  /** The parameters that stand in a body which was not kept: contracts that look at one of them are silent. */
  readonly unknown?: ReadonlySet<string>;
}

/** What a target answered, as far as contracts look at it. */
export interface Answered {
  readonly status: number;
  /** The code by which a refusal names itself. */
  readonly code?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where nobody asked for it. */
  readonly text?: string;
}

/** The real service's answer: a refusal has a code, a success may have a body; so may a refusal that tells more. */
export interface ContractAnswer {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  /** More that a refusal tells of itself, such as `BucketName`. */
  readonly details?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A refusal by the service. */
export function fault(
  status: number,
  code: string,
  message?: string,
  details?: Readonly<Record<string, string>>,
): ContractAnswer {
  return {
    status,
    code,
    ...(message !== undefined && { message }),
    ...(details !== undefined && { details }),
  };
}

/** A success that the service answers with. */
export function success(
  status: number,
  parts: Pick<ContractAnswer, "headers" | "body"> = {},
): ContractAnswer {
  return { status, ...parts };
}

/** An exchange that succeeded, for those who keep track. */
export interface Success {
  readonly call: Call;
  readonly answered: Answered;
  /** When it was answered, in milliseconds. */
  readonly now: number;
}

/** What is kept of successful exchanges, for each key apart; contracts that have the same one share it. */
export interface Tracker<Value = unknown> {
  /** For people: two of one name are two. */
  readonly name: string;
  /** Those whose successes change what is known. */
  readonly operations: readonly string[];
  /** What a call is about: `photos`; `undefined` if it is about none of these. */
  readonly key: (call: Call) => string | undefined;
  /** What is known after a success; `undefined` is forgotten. */
  next(before: Value | undefined, success: Success): Value | undefined;
  /**
   * The keys of which nothing is known after a success that is about many: with a container, its blobs go. `undefined` where
   * nothing is forgotten, so that nobody walks through all keys for that.
   */
  forgotten?(call: Call): ((key: string) => boolean) | undefined;
  /** The answer's body has to be there. */
  readonly readsAnswer?: true;
}

/** Trackers by the names under which a contract asks for what they know. */
export type Trackers = Readonly<Record<string, Tracker>>;

/** What trackers know of a call's own resource. */
type Tracked<Names extends Trackers> = {
  readonly [Name in keyof Names]: Names[Name] extends Tracker<infer Value> ? Value | undefined : never;
};

/** What every contract is asked with. */
export interface Situation {
  readonly call: Call;
  readonly input: Input;
  readonly now: number;
  /** Whether something of that time is still within a window, such as that of a deletion. */
  readonly isWithin: (window: string, since: number | undefined) => boolean;
  /** Whether everything that was ever made has been seen: then what is not known of is not there. */
  readonly knowsAll: boolean;
  /** What the target answered; only for contracts that ask it first. */
  readonly answered: Answered;
}

/** A request by its parameters, for a contract's examples; what is missing is filled with defaults. */
export interface Example {
  readonly operation?: string;
  readonly input?: Input;
  readonly caller?: Caller;
  /** What has succeeded before. */
  readonly after?: readonly ExampleStep[];
  /** What the target answers, for contracts that ask it first. */
  readonly answered?: Partial<Answered>;
  /** So much later than what went before, in milliseconds. */
  readonly later?: number;
}

/** A call that succeeded before an example. */
export interface ExampleStep {
  readonly operation: string;
  readonly input?: Input;
  readonly answered?: Partial<Answered>;
}

/**
 * Whether the target is asked first, and its answer looked at: where that is the cloud's, nothing is to be said.
 * `"if-refused"` looks at refusals only, and `"head-only"` at no body, so that what the target gives streams past.
 */
type AsksFirst = boolean | "if-refused" | "head-only";

/** What a contract says, as it is written down. */
interface Written<Names extends Trackers> {
  /** `azure-blob/container-deletion-takes-time`. */
  readonly id: string;
  /** What holds, in a sentence. */
  readonly says: string;
  /** The operations that it speaks of. */
  readonly on: readonly string[];
  readonly track?: Names;
  readonly asksFirst?: AsksFirst;
  /** Whether the contract speaks of this very call. */
  readonly when: (situation: Situation & Tracked<Names>) => boolean;
  /** What the real service answers then. */
  readonly answer: ContractAnswer | ((situation: Situation & Tracked<Names>) => ContractAnswer);
  readonly evidence: Evidence;
  /** A request that the contract speaks of, and one that is just beyond it. */
  readonly breaks: Example;
  readonly keeps: Example;
}

/** A contract that is ready to be asked. */
export interface Contract {
  readonly id: string;
  readonly service: string;
  readonly says: string;
  readonly on: readonly string[];
  readonly track: Trackers;
  readonly asksFirst: AsksFirst;
  readonly when: (situation: Situation, tracked: Readonly<Record<string, unknown>>) => boolean;
  readonly answer: (situation: Situation, tracked: Readonly<Record<string, unknown>>) => ContractAnswer;
  readonly evidence: Evidence;
  readonly breaks: Example;
  readonly keeps: Example;
}

/**
 * A behaviour of the real service: which calls it is about, what is answered, and how we know.
 *
 * @example
 * contract({
 *   id: "azure-blob/proposed-lease-id-is-a-guid",
 *   says: "a proposed lease id that is no GUID is refused",
 *   on: ["Blob_AcquireLease"],
 *   when: ({ input }) => input["proposedLeaseId"] !== undefined && !isGuid(input["proposedLeaseId"]),
 *   answer: fault(400, "InvalidHeaderValue"),
 *   evidence: documented("Lease Blob", "https://learn.microsoft.com/rest/api/storageservices/lease-blob"),
 *   breaks: { input: { proposedLeaseId: "not-a-guid" } },
 *   keeps: { input: { proposedLeaseId: "a0a1a2a3-b0b1-4c0c-8d0d-e0e1e2e3e4e5" } },
 * });
 */
export function contract<Names extends Trackers = Readonly<Record<never, never>>>(
  written: Written<Names>,
): Contract {
  requireFlawless(written);
  const { id, says, on, evidence, breaks, keeps, when, answer } = written;
  const [service = ""] = id.split("/");
  return {
    id,
    service,
    says,
    on,
    track: written.track ?? {},
    asksFirst: written.asksFirst ?? false,
    when: (situation, tracked) => requireNow(when({ ...situation, ...(tracked as Tracked<Names>) }), "when"),
    answer: (situation, tracked) =>
      requireAnswer(
        typeof answer === "function" ? answer({ ...situation, ...(tracked as Tracked<Names>) }) : answer,
      ),
    evidence,
    breaks,
    keeps,
  };
}

function requireFlawless(written: unknown): void {
  const flaws = contractFlaws(written);
  if (flaws.length === 0) return;
  const { id } = { ...(written as { readonly id?: unknown } | undefined) };
  throw mistakesIn(typeof id === "string" ? `the contract ${id}` : "a contract", flaws, "TS_CONTRACT");
}

/** Contracts are asked while a request waits: files in JavaScript may forget that. */
function requireNow<Value>(value: Value, of: "when" | "answer"): Value {
  if (value instanceof Promise) throw new TypeError(`its \`${of}\` gives a promise`);
  return value;
}

function requireAnswer(answer: ContractAnswer): ContractAnswer {
  if (typeof requireNow(answer, "answer")?.status === "number") return answer;
  throw new TypeError('its `answer` gives no answer, such as fault(409, "Conflict")');
}
