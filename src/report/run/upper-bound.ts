/**
 * The share of wrong decisions that 95 of 100 such samples would not exceed (Clopper–Pearson, one-sided); `null` where
 * nothing was drawn.
 *
 * @example
 * upperBound(0, 59); // 0.0495: a sample of 59 without a fault
 */
export function upperBound(wrong: number, drawn: number): number | null {
  if (drawn === 0) return null;
  if (wrong >= drawn) return 1;
  let [low, high] = [wrong / drawn, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(wrong, drawn, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** How probable it is that at most so many of those drawn are wrong, if each is with this probability. */
function atMost(wrong: number, drawn: number, probability: number): number {
  // By logarithms: of many draws the first term alone is too small for a number.
  const odds = Math.log(probability) - Math.log1p(-probability);
  let term = drawn * Math.log1p(-probability);
  let sum = Math.exp(term);
  for (let count = 1; count <= wrong; count++) {
    term += Math.log((drawn - count + 1) / count) + odds;
    sum += Math.exp(term);
  }
  return sum;
}
