import { createRequire } from "node:module";

const { nextId } = createRequire(import.meta.url)("./preload/test-ids.cjs") as {
  nextId: (taken: Set<string>, file: string, titles: readonly string[]) => string;
};

/** Gives tests their ids, by the rule by which the preload does: asked in the order in which they are defined. */
export class TestIds {
  readonly #taken = new Map<string, Set<string>>();

  /**
   * @example
   * ids.next("test_albums.py", ["Albums", "lists"]); // "test_albums.py > Albums > lists"
   */
  next(file: string, titles: readonly string[]): string {
    const taken = this.#taken.get(file) ?? new Set();
    this.#taken.set(file, taken);
    return nextId(taken, file, titles);
  }
}

const joint = " > ";

/** The ids of the tests that a test could be inside of, the nearest first; groups look the same. */
export function testsAround(id: string): readonly string[] {
  const parts = id.split(joint);
  return parts.map((_, at) => parts.slice(0, -at - 1).join(joint)).slice(0, -1);
}
