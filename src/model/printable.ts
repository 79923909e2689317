/** A text of somebody else's that is quoted: it may hold anything, also what a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
