/** Characters of header names in the service's order; a hyphen counts only where nothing else differs. */
const order = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz";

/** Compares lower-case header names as Azure Storage does, whose order is that of a language, not of bytes. */
export function byHeaderName(a: string, b: string): number {
  const [first, second] = [weights(a), weights(b)];
  const length = Math.min(first.length, second.length);
  for (let at = 0; at < length; at++) {
    const difference = (first[at] ?? 0) - (second[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return first.length - second.length || byHyphens(a, b);
}

function weights(name: string): number[] {
  return [...name].map((character) => order.indexOf(character)).filter((weight) => weight >= 0);
}

/** Of names that differ by hyphens alone, the one whose first hyphen comes later is first. */
function byHyphens(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] !== b[at]) return a[at] === "-" ? 1 : -1;
  }
  return a.length - b.length;
}
