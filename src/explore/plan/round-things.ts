import type { Operation } from "../../model/index.ts";
import type { Draft } from "./draft.ts";
import type { Resources } from "./resources.ts";
import type { Thing } from "./thing.ts";

/** The things that a call is about, by resource. */
export type About = ReadonlyMap<string, Thing>;

/** What an operation's rounds are performed on: the thing that it is about, and others of the kind. */
export class RoundThings {
  readonly #operation: Operation;
  readonly #resources: Resources;
  /** The kind of thing that it is about. */
  readonly subject: string | undefined;
  /** What such a thing lies in, where the operation names that, too: its lease is that of the blob, and not that of the container. */
  readonly #around: readonly string[];
  /** Whether there can be only one of them where it lies. */
  isAlone = false;
  /** What has to be done to each before it, as far as was seen. */
  before: Operation | undefined;

  constructor(operation: Operation, resources: Resources) {
    this.#operation = operation;
    this.#resources = resources;
    this.subject = resources.subjectOf(operation)?.resource;
    this.#around = this.subject === undefined ? [] : aroundOf(operation, this.subject, resources);
  }

  /** One such thing. */
  one(draft: Draft): About | undefined {
    const { subject } = this;
    if (subject === undefined) return undefined;
    const around = this.#place(draft);
    const first = draft.ensure(subject, around);
    return first === undefined ? undefined : this.#prepared(draft, new Map([...around, [subject, first]]));
  }

  /** Another thing of the kind beside it, where that tells anything, and the step that makes it. */
  beside(draft: Draft, isSpending: boolean): { readonly other: About; readonly madeAt: number } | undefined {
    const { subject } = this;
    if (subject === undefined || this.#operation.readOnly || this.#resources.isNaming(this.#operation))
      return undefined;
    const isWanted = !this.#resources.isTop(subject) || isSpending;
    const another = isWanted ? this.#another(draft) : undefined;
    if (another === undefined) return undefined;
    const madeAt = draft.steps.length - 1;
    return { other: this.#prepared(draft, another), madeAt };
  }

  /** Another thing of the kind; the same one where there is no other. */
  fresh(draft: Draft, about: About): About {
    const another = this.#another(draft);
    return another === undefined ? about : this.#prepared(draft, another);
  }

  /** Another thing of the kind; where there can be only one, in another place. */
  #another(draft: Draft): About | undefined {
    const { subject } = this;
    if (subject === undefined) return undefined;
    const within = (this.isAlone ? this.#otherPlace(draft, subject) : undefined) ?? this.#place(draft);
    const another = draft.another(subject, within);
    return another === undefined ? undefined : new Map([...within, [subject, another]]);
  }

  #place(draft: Draft): About {
    const place = new Map<string, Thing>();
    for (const resource of this.#around) {
      const thing = draft.ensure(resource, place);
      if (thing !== undefined) place.set(resource, thing);
    }
    return place;
  }

  /** Another one of what a thing lies in, right around it. */
  #otherPlace(draft: Draft, subject: string): About | undefined {
    const producer = this.#resources.producersOf(subject, new Set(this.#around))[0]?.operation;
    const outer = producer === undefined ? undefined : this.#resources.subjectOf(producer)?.resource;
    const around = outer === undefined ? undefined : draft.another(outer);
    return outer === undefined || around === undefined ? undefined : new Map([[outer, around]]);
  }

  #prepared(draft: Draft, about: About): About {
    if (this.before !== undefined) draft.add(this.before, { about });
    return about;
  }
}

/** What an operation has to name besides a thing, and what makes such things names, too. */
function aroundOf(operation: Operation, subject: string, resources: Resources): readonly string[] {
  const makers = resources.producersOf(subject).map((producer) => producer.operation);
  const needed = resources
    .slotsOf(operation)
    .filter(({ isNeeded, resource }) => isNeeded && resource !== subject);
  return needed
    .map(({ resource }) => resource)
    .filter((resource) => !resources.areMadeTogether(subject, resource))
    .filter((resource) => makers.some((maker) => resource in maker.consumes));
}
