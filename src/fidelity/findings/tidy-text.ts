/** A text without what is new each time: an id, a time, a port of this machine. */
export function tidyText(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>")
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(?:Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .replaceAll(/\b\d{8}T\d{6}Z\b/g, "<time>")
    .replaceAll(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g, "<time>")
    .replaceAll(/(?:\b127\.0\.0\.1|\blocalhost|\[::1\]|::1):\d{2,5}\b/g, "(host)");
}
