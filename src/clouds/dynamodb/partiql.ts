/** Texts, quoted names, comments, words, and everything else a character at a time. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*.*?\*\/|[A-Za-z_]\w*|./gs;
const beforeTable = /^(?:FROM|INTO|UPDATE)$/i;

/**
 * Changes the tables that a PartiQL statement names; they come out quoted, since new names may have hyphens.
 *
 * @example
 * mapTables(`DELETE FROM Music WHERE "Artist" = 'a'`, () => "music-1"); // `DELETE FROM "music-1" WHERE "Artist" = 'a'`
 */
export function mapTables(statement: string, change: (name: string) => string): string {
  let expectsTable = false;
  return statement.replace(token, (text) => {
    if (/^(?:\s|--|\/\*)/.test(text)) return text;
    const isTable = expectsTable && /^["A-Za-z_]/.test(text);
    expectsTable = !isTable && beforeTable.test(text);
    return isTable ? quoted(change(unquoted(text))) : text;
  });
}

/**
 * The tables that a PartiQL statement names, each once.
 *
 * @example
 * tablesOf(`SELECT * FROM "Music" WHERE "Artist" = 'a'`); // ["Music"]
 */
export function tablesOf(statement: string): readonly string[] {
  const names = new Set<string>();
  mapTables(statement, (name) => {
    names.add(name);
    return name;
  });
  return [...names];
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
