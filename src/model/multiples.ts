/** Broken numbers are not exact: 0.3 / 0.1 is a little less than 3. */
function nearestCount(ratio: number): number | undefined {
  const count = Math.round(ratio);
  return Math.abs(ratio - count) <= Math.abs(ratio) * 4 * Number.EPSILON ? count : undefined;
}

/** Whether a number is so many times the step. */
export function isMultiple(number: number | bigint, step: number): boolean {
  if (typeof number === "bigint" && Number.isInteger(step)) return number % BigInt(step) === 0n;
  const plain = Number(number);
  if (Number.isInteger(plain) && Number.isInteger(step)) return plain % step === 0;
  return nearestCount(plain / step) !== undefined;
}

/** So many times the step, in no more digits than that takes: three times 0.1 is 0.3. */
export function multiple(count: number, step: number): number {
  const product = count * step;
  if (Number.isInteger(step)) return product;
  const short = Number(product.toPrecision(15));
  return isMultiple(short, step) ? short : product;
}

/** How many steps the least multiple has that is not below a bound. */
export function countAtLeast(bound: number, step: number): number {
  return nearestCount(bound / step) ?? Math.ceil(bound / step);
}

/** How many steps the greatest multiple has that is not above a bound. */
export function countAtMost(bound: number, step: number): number {
  return nearestCount(bound / step) ?? Math.floor(bound / step);
}
