/** A string that is a name, with its colon; or a name and the string that it has for a value. */
const pair = /("(?:[^"\\]|\\.)*"\s*:\s*)("(?:[^"\\]|\\.)*")?|"(?:[^"\\]|\\.)*"/gs;

/**
 * Changes texts in JSON by the names that they stand under. The rest stays as it was written: reading it and writing
 * it anew would turn 1.0 into 1, which is another type to a table.
 */
export function mapStrings(json: string, change: (key: string, value: string) => string): string {
  return json.replace(pair, (whole: string, name: string | undefined, value: string | undefined) => {
    if (name === undefined || value === undefined) return whole;
    const [key, before] = [name.replace(/\s*:\s*$/, ""), value].map(parsed);
    if (key === undefined || before === undefined) return whole;
    const after = change(key, before);
    return after === before ? whole : name + JSON.stringify(after);
  });
}

/** The text that a string stands for; `undefined` if it is malformed, which the service shall say. */
function parsed(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
