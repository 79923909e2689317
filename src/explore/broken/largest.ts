/** No value larger than this is made: 1 MiB, unless nothing smaller would do, and then none at all. */
export const largest: number = 2 ** 20;

/** Values far beyond a bound are no larger than this, unless the bound itself is. */
export const farEnough = 70_000;
