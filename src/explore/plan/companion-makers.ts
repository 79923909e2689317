import type { Operation } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import type { Resources } from "./resources.ts";

/** How many things of which others were made are removed in one round. */
const mostRemoved = 3;
/** How many kinds of other things an operation is tried beside; what removes is tried beside all. */
const most = 4;

/** Operations that make something of the same thing, or in it: each is called first in some round, to see what it changes. */
export class CompanionMakers {
  readonly #waiting: Operation[];
  readonly #isRemover: boolean;
  /** They come in even rounds or in odd ones: in even ones, and so in the very first, if one of them sets the same address. */
  readonly #turn: 0 | 1;

  constructor(operation: Operation, resources: Resources, chance: Chance) {
    const subject = resources.subjectOf(operation)?.resource;
    const makers = subject === undefined ? [] : resources.makersIn(subject);
    const isNear = (maker: Operation) => Number(resources.isSameAddress(maker, operation));
    const others = chance
      .shuffled(makers.filter((maker) => maker !== operation))
      .toSorted((a, b) => isNear(b) - isNear(a) || resources.demandFor(b) - resources.demandFor(a));
    this.#isRemover = resources.isRemover(operation);
    this.#waiting = operation.readOnly ? [] : others.slice(0, this.#isRemover ? others.length : most);
    const [nearest] = this.#waiting;
    this.#turn = nearest !== undefined && isNear(nearest) === 1 ? 0 : 1;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Who comes in a round; nobody if it is the turn of something else. */
  next(round: number, isAllThatIsLeft: boolean): readonly Operation[] {
    if (round % 2 !== this.#turn && !isAllThatIsLeft) return [];
    return this.#waiting.splice(0, this.#isRemover ? mostRemoved : 1);
  }

  putOff(maker: Operation): void {
    this.#waiting.push(maker);
  }
}
