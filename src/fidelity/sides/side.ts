import type { CallOptions, CallResult, Scope, ServiceName, State, Wanted } from "../../clouds/index.ts";
import type { CallerName } from "../../explore/index.ts";
import type { Leftover } from "../../lab/index.ts";
import type { Input } from "../../model/index.ts";
import type { RestoreOptions } from "../undo/settings.ts";
import type { MadeCall } from "./unanswered-calls.ts";

/** One of the two that a sequence is performed on: an emulator, the cloud, or an emulator behind contracts. */
export interface Side extends AsyncDisposable {
  readonly service: ServiceName;
  readonly kind: "emulator" | "cloud" | "contracts" | "url";
  /** `azurite 3.37.0`, `the cloud`, `contracts (on s3rver 3.7.1)`: for people, and as a key of the catalogue. */
  readonly label: string;
  /** Includes the account's path for an Azure emulator. */
  readonly endpoint: string;
  /** The address of what answers behind it: sides with the same one share what is there. */
  readonly origin: string;
  /** Where the emulator's package lies, with the documents that came with it. */
  readonly folder?: string;
  /** A query that lets anybody read everything, for the addresses of copies' sources; empty where there is none. */
  readonly readSas: string;
  /** We have started it, so that nothing in it is anybody's. */
  readonly isOurs: boolean;
  /** How often its process has died since it was opened. */
  readonly crashes: number;
  /** How often all that was in it was lost while stages were open: it died, or was emptied since it hung. */
  readonly losses: number;
  /** What its process said at the end, the last time that it died. */
  readonly lastWords: readonly string[];
  /** The calls that it has not answered: those under way, and those that have failed since it answered last. */
  readonly unanswered: readonly MadeCall[];
  /** That no more requests may be sent, in words; nothing while they may. */
  readonly spent: string | undefined;
  /** What stages have made and could not remove, where it is not ours to be emptied. */
  readonly leftovers: readonly Leftover[];
  /** Whether it is known that others had something there when it was opened. */
  readonly heldOthers: boolean;
  /** A text without the secrets of its account; if the text was cut, also without the beginning of a secret at its end. */
  redact(text: string, isCut?: boolean): string;
  /**
   * A place for one sequence: several may be open at once, as long as their names differ. Names that nobody else has are
   * told, so that what has them may be changed although the stage has not seen it being made.
   */
  open(own?: Iterable<string>, options?: StageOptions): Stage;
  /** Settles when its process is not being restarted: a call made before that would fail for a reason that is not its own. */
  ready(): Promise<void>;
  /** Settles when nothing is there any more that stages before have made and set, as far as it can be removed. */
  atRest(how?: RestoreOptions): Promise<void>;
  /** Whether settings are as they were, and not only as good as new. */
  readonly isAsNew: boolean;
  /** Settles when they are, as far as it is ours to be emptied. */
  asNew(): Promise<void>;
  /** Empties it, whatever is in it; what we have not started is left alone. */
  reset(): Promise<void>;
  /** After a call that failed: settles when it serves again, and says what has become of the process since that was made. */
  recover(failed?: CallResult): Promise<Recovered>;
  /** Gives up soon what it does not answer: from now on there is only to be cleared up. */
  breakOff(): void;
}

export interface StageOptions extends RestoreOptions {
  /** Whoever disposes of it goes on while what takes its time to go is removed; it is gone when all are at rest. */
  readonly goesOn?: boolean;
}

/** What has become of a process: one that answered nothing any more was emptied. */
export type Recovered = "alive" | "died" | "hung";

/** Where one sequence is performed; when it is disposed of, what the sequence made and set is gone. */
export interface Stage extends AsyncDisposable {
  /** Why a call would not be made here, whatever the service would answer; such a call is masked. */
  refusal(caller: CallerName, operation: string, input: Input): Promise<string | undefined>;
  call(caller: CallerName, operation: string, input: Input, options?: CallOptions): Promise<CallResult>;
  /** Reads the state, as far as that is wanted. */
  probe(scope: Scope, wanted?: Wanted): Promise<State>;
}
