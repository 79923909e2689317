import fc from "fast-check";

/**
 * One value, the same for the same seed.
 *
 * @example
 * sampled(inputArbitrary(operation, types), 7);
 */
export function sampled<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed: scattered(seed), numRuns: 1 });
  return value as T;
}

/** Seeds that follow one another would draw alike: each is sent to a place of its own. */
function scattered(seed: number): number {
  let bits = (seed + 0x9e37_79b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) | 0;
}
