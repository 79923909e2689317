/** Which of a probe's reads are made, by the name of their operation. */
export type Wanted = (read: string) => boolean;

/**
 * The reads of a probe that show settings, by the name of their operation, and after which operations such a setting may be another.
 * What stands in no row shows what things are and what is in them.
 */
export type Shown = Readonly<Record<string, ShownSetting>>;

export interface ShownSetting {
  readonly after: RegExp;
  /** Operations that set it only where they are given more than they need. */
  readonly afterOptions?: RegExp;
}
