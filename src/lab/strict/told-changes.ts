import { operationOf, type ServiceName } from "../../clouds/index.ts";
import { type Call, namePaths, valuesAt } from "../../model/index.ts";

/** Of so many things it is remembered what was changed; where there are more, that is told anew. */
const mostThings = 10_000;

/** Remembers what was changed last of each thing, so that it need not be told of every call that only asks again. */
export class ToldChanges {
  readonly #service: ServiceName;
  readonly #last = new Map<string, string>();

  constructor(service: ServiceName) {
    this.#service = service;
  }

  /** Told of a change; whether it is the one that the last call of the operation on the same thing had. */
  isRepeated(call: Call, change: string): boolean {
    const thing = this.#thingOf(call);
    const isRepeated = this.#last.get(thing) === change;
    if (this.#last.size >= mostThings) this.#last.clear();
    this.#last.set(thing, change);
    return isRepeated;
  }

  /** Told of a call in whose answer nothing was to be changed. */
  unchanged(call: Call): void {
    if (this.#last.size > 0) this.#last.delete(this.#thingOf(call));
  }

  /** The operation, and whatever the call names by a text. */
  #thingOf({ operation, input, account = "" }: Call): string {
    const named = namePaths(operationOf(this.#service, operation)).map((path) =>
      valuesAt(input, path).filter((value) => typeof value === "string"),
    );
    return JSON.stringify([operation, account, named]);
  }
}
