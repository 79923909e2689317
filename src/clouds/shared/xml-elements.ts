const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Changes the text of every element of these names that has nothing but text; all else stays byte for byte. */
export function mapElements(
  xml: string,
  names: readonly string[],
  change: (text: string, element: string) => string,
): string {
  const pattern = new RegExp(`<(${names.join("|")})(\\s[^<>]*)?>([^<]*)</\\1\\s*>`, "g");
  return xml.replace(pattern, (all: string, name: string, attributes: string | undefined, text: string) => {
    const plain = plainText(text);
    const changed = change(plain, name);
    return changed === plain ? all : `<${name}${attributes ?? ""}>${xmlEscaped(changed)}</${name}>`;
  });
}

/** The texts of every element of these names that has nothing but text. */
export function elementTexts(xml: string, ...names: readonly string[]): readonly string[] {
  const texts: string[] = [];
  mapElements(xml, names, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** Removes every element of these names, with all that is in it. */
export function withoutElements(xml: string, names: readonly string[]): string {
  return xml.replace(new RegExp(`<(${names.join("|")})(?:\\s[^<>]*)?>.*?</\\1\\s*>`, "gs"), "");
}

/** The name of the document's root element; `undefined` if it is no XML. */
export function rootOf(xml: string): string | undefined {
  return /^\s*(?:<\?[^>]*>\s*)*<([A-Za-z][\w.-]*)[\s/>]/.exec(xml)?.[1];
}

function plainText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all);
}

function xmlEscaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
