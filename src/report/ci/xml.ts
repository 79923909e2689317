/** What XML 1.0 cannot hold at all, also not as a reference; and halves of characters. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text as far as XML can hold it: control characters as the pictures that Unicode has of them, `␛`. */
function allowed(text: string): string {
  return text.replace(forbidden, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "?";
  });
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Readers turn them into blanks where they stand as they are.
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** A text between the quotes of an attribute. */
function attributeText(text: string): string {
  return allowed(text).replace(/[&<>"\n\r\t]/g, (character) => entities[character] ?? character);
}

/** A text as character data; what would end it is split between two. */
export function characterData(text: string): string {
  return `<![CDATA[${allowed(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/** An element on lines of its own, with attributes that are there and content that is indented already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: readonly string[],
): string[] {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(String(value))}"`)
    .join("");
  if (content.length === 0) return [`<${name}${written}/>`];
  return [`<${name}${written}>`, ...content, `</${name}>`];
}
