/** A text of so many characters at most; one that was longer ends with `…`. */
export function cutText(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
