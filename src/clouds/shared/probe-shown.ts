/** Which of a probe's reads are made, by the name of their operation. */
export type Wanted = (read: string) => boolean;

/**
 * Reads of a probe by the name of their operation, and after which operations they may show something else. What stands in no row
 * shows what there is, and is read each time.
 */
export type Shown = Readonly<Record<string, ShownAfter>>;

/** After what a read may show something else. */
export interface ShownAfter {
  readonly after: RegExp;
  /** Operations that change it only where they are given more than it takes, or something else. */
  readonly afterOptions?: RegExp;
  /** The parameters of those that change it; any, where none are told. */
  readonly given?: RegExp;
  /** Parameters that change something else alone. */
  readonly besides?: RegExp;
}
