const most = 5;

/** The lines that say what happened to a process that died: from the last error on, else the very last. */
export function lastWords(lines: readonly string[]): readonly string[] {
  const error = lines.findLastIndex((line) => /\b\w*Error\b|\bFATAL ERROR\b/.test(line));
  return error < 0 ? lines.slice(-most) : lines.slice(error, error + most);
}
