/** An element of a report. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, and that of the elements in it. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const tokens =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

/** The elements of an XML report, by their local names. Reports are written by machines: nothing is checked. */
export function readXmlElements(xml: string): readonly XmlElement[] {
  const root = opened("", "");
  const open: OpenElement[] = [root];
  for (const [, cdata, closing, opening, attributes = "", slash, text] of xml.matchAll(tokens)) {
    if (opening !== undefined) {
      const element = opened(opening, attributes);
      open.at(-1)?.children.push(element);
      if (slash === "") open.push(element);
    } else if (closing !== undefined) close(open);
    else addText(open, cdata ?? unescaped(text ?? ""));
  }
  return root.children;
}

function opened(name: string, attributes: string): OpenElement {
  const pairs = [...attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return {
    name: name.replace(/^.*:/, ""),
    attributes: Object.fromEntries(
      pairs.map(([, key = "", double, single]) => [key, unescaped(double ?? single ?? "")]),
    ),
    children: [],
    text: "",
  };
}

function close(open: OpenElement[]): void {
  const element = open.length > 1 ? open.pop() : undefined;
  if (element !== undefined) addText(open, element.text);
}

function addText(open: readonly OpenElement[], text: string): void {
  const element = open.at(-1);
  if (element !== undefined) element.text += text;
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? all;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

/** Every element of that name, however deep. */
export function elementsNamed(elements: readonly XmlElement[], name: string): XmlElement[] {
  return elements.flatMap((element) =>
    element.name === name ? [element] : elementsNamed(element.children, name),
  );
}
