import {
  type CallOptions,
  type CallResult,
  isSuccess,
  operationOf,
  probe,
  type Scope,
  type Send,
  type ServiceName,
  type State,
  topLevelOf,
  type Wanted,
} from "../../clouds/index.ts";
import type { CallerName } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";
import { answerValue } from "../pair/answer-values.ts";
import { SettingsKeeper } from "../undo/settings.ts";
import type { Undo } from "../undo/undo.ts";
import type { Callers } from "./callers.ts";
import type { OwnNames } from "./own-names.ts";
import type { Stage } from "./side.ts";
import type { TopChange } from "./top-names.ts";
import type { MadeCall } from "./unanswered-calls.ts";

/** What a stage stands on. */
export interface Ground {
  readonly service: ServiceName;
  readonly callers: Callers;
  readonly undo: Undo;
  readonly topChange: (operation: string, input: Input) => TopChange | undefined;
  /** The names of existing things that a call would change. */
  readonly named: (operation: string, input: Input) => readonly string[];
  /** We have started it, so that nothing in it is anybody's. */
  readonly isOurs: boolean;
  /** Others use the account, so its settings must not change. */
  readonly isShared: boolean;
  /** The names that belong to this run. */
  readonly own: OwnNames;
  /** Names of things that existed before, and must stay. */
  readonly existing: ReadonlySet<string>;
  /** Settles when the stage may begin. */
  readonly begun: Promise<void> | undefined;
  /** Told before a call; the function that it returns is given the result, and returns the result that counts. */
  readonly calling: (call: MadeCall) => (result: CallResult) => CallResult;
  /** Told of a thing that a failed call may have made: it might be somebody else's, so it must not be removed. */
  readonly onDoubt: (name: string) => void;
  /** Told when the stage is over. */
  readonly left: () => Promise<void>;
}

/** A place for one sequence, which remembers what is to be undone. */
export class OpenStage implements Stage {
  readonly #ground: Ground;
  /** Where we are not alone: names that were taken already when a call wanted to make them. */
  readonly #found = new Set<string>();
  #isOver = false;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  async call(
    caller: CallerName,
    operation: string,
    input: Input,
    options: CallOptions = {},
  ): Promise<CallResult> {
    const { callers, undo, begun, calling } = this.#ground;
    if (begun !== undefined) await begun;
    const refusal = await this.refusal(caller, operation, input);
    if (refusal !== undefined) return { kind: "masked", via: options.via ?? "sdk", message: refusal };
    const clients = await callers.of(caller, operation, input);
    if (typeof clients === "string") return { kind: "masked", via: options.via ?? "sdk", message: clients };
    await undo.foresee(operation);
    const change = this.#ground.topChange(operation, input);
    if (change?.does === "makes") await this.#lookFor(change.names);
    const called = calling({ caller, operation, input });
    const result = called(await clients.call(operation, input, options));
    if (result.kind !== "masked") this.#note(operation, input, change, result);
    return result;
  }

  async refusal(caller: CallerName, operation: string, input: Input): Promise<string | undefined> {
    const { callers, undo, isOurs, isShared, named, own } = this.#ground;
    const clients = callers.of(caller, operation, input);
    if (typeof clients === "string") return clients;
    if (isOurs) return undefined;
    if (isShared && SettingsKeeper.concerns(operation)) return othersSettings;
    const foreign = named(operation, input).find((name) => !own.has(name) || this.#found.has(name));
    if (foreign !== undefined) {
      return `this would change ${foreign || "(no name)"}, which this run did not create`;
    }
    return this.#misnaming(operation, input) ?? undo.foresee(operation);
  }

  async probe(scope: Scope, wanted?: Wanted): Promise<State> {
    const { callers, begun } = this.#ground;
    if (begun !== undefined) await begun;
    return probe(callers.owner, scope, wanted);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#ground.left();
  }

  /** What is made by another name than the call's may be somebody else's, or another run's, and so could not be removed. */
  #misnaming(operation: string, input: Input): string | undefined {
    const { service, topChange } = this.#ground;
    const { sentOtherwise } = topLevelOf(service);
    const change = topChange(operation, input);
    if (sentOtherwise === undefined || change?.does !== "makes") return undefined;
    const misnamed = change.names.find((name) => sentOtherwise.test(name));
    if (misnamed === undefined) return undefined;
    return `this would make something of another name than ${JSON.stringify(misnamed)}, which may not be this run's`;
  }

  /** S3 may answer as if it had made a bucket that its owner had already. */
  async #lookFor(names: readonly string[]): Promise<void> {
    const { isOurs, service, callers } = this.#ground;
    if (isOurs || service !== "s3") return;
    const found = await Promise.all(names.map((name) => isThere(callers.owner.send, name)));
    for (const [index, name] of names.entries()) if (found[index] === true) this.#found.add(name);
  }

  #note(operation: string, input: Input, change: TopChange | undefined, result: CallResult): void {
    const { undo, isOurs, own, existing, onDoubt } = this.#ground;
    const status = statusOf(result);
    const isDone = result.kind === "answered" && isSuccess(result);
    const isRetried = result.kind === "answered" && result.attempts > 1;
    // Whoever fails after a success has begun may have done it all the same, and whoever was asked again may have done it before.
    const isUnsure = !isDone && (status === undefined || status >= 500 || status < 300 || isRetried);
    if (isDone || isUnsure) {
      undo.performed(operation);
      this.#noteContents(operation, input, result, isDone);
    }
    if (isDone) this.#noteOutliving(operation, input, result);
    if (change === undefined) return;
    const names = change.names.filter((name) => !existing.has(name) && !this.#found.has(name));
    if (change.does === "removes") {
      if (isDone) for (const name of names) undo.removed(name);
    } else if (change.does === "writes") {
      if (isDone && isOurs) for (const name of names) if (!name.startsWith("$")) undo.made(name);
    } else if (saysThere(operation, result) && !isRetried) {
      for (const name of names) own.found(name);
    } else if (isUnsure || isDone) {
      for (const name of names) {
        if (isUnsure && !isOurs && !own.has(name)) {
          onDoubt(name);
          continue;
        }
        undo.made(name);
        own.made(name);
      }
    }
  }

  #noteOutliving(operation: string, input: Input, result: CallResult): void {
    const { service, undo } = this.#ground;
    const { made, removed } = topLevelOf(service).outliving ?? {};
    if (operation === removed?.by) undo.outlivesNoMore(String(input[removed.at]));
    if (operation !== made?.by || result.kind !== "answered") return;
    const name = answerValue(service, operationOf(service, operation), result, made.at);
    if (typeof name === "string") undo.outlives(name);
  }

  /** What may have been made is to go, and what may have been removed may still be there. */
  #noteContents(operation: string, input: Input, result: CallResult, isDone: boolean): void {
    const { service, undo } = this.#ground;
    const { changes = {}, at, versionHeader = "" } = topLevelOf(service).contents ?? {};
    if (at === undefined || !Object.hasOwn(changes, operation)) return;
    if (result.kind === "answered" && result.headers[versionHeader] !== undefined) return;
    const [holder, name] = [String(input[at.holder]), String(input[at.name])];
    if (changes[operation] === "made") undo.holds(holder, name);
    else if (isDone) undo.holdsNoMore(holder, name);
  }
}

const othersSettings = "this would change the whole account, which others use";

function statusOf(result: CallResult): number | undefined {
  return result.kind === "answered" ? result.status : undefined;
}

/** Whether an answer says that the thing exists already; for a queue with the same metadata that is a success. */
function saysThere(operation: string, result: CallResult): boolean {
  if (result.kind !== "answered") return false;
  const { status, code = "" } = result;
  return (
    (operation === "Queue_Create" && status === 204) || status === 409 || code === "ResourceInUseException"
  );
}

/** Whether a bucket exists; true if that cannot be found out. */
async function isThere(send: Send, bucket: string): Promise<boolean> {
  try {
    const { status } = await send(topLevelOf("s3").look(bucket));
    return status !== 404;
  } catch {
    return true;
  }
}
