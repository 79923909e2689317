import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import type { CapturedBody } from "../../wire/index.ts";

/** A leaf of a body: where it is, the name of the field that holds it, and its text. */
export interface Leaf {
  readonly place: string;
  readonly name: string;
  readonly value: string;
}

/** A body as its leaves, in order; what is neither JSON nor XML is one leaf. */
export function leavesOf(body: CapturedBody | undefined, contentType: string): readonly Leaf[] {
  if (body === undefined) return [];
  const { text } = body;
  if (text === undefined) return [{ place: "", name: "", value: `${body.size} bytes ${body.sha256}` }];
  if (/json/i.test(contentType) || /^\s*[{[]/.test(text)) {
    const leaves = jsonLeaves(text);
    if (leaves !== undefined) return leaves;
  }
  if (/xml/i.test(contentType) || /^\s*<\?xml/.test(text)) {
    const leaves = xmlLeaves(text);
    if (leaves !== undefined) return leaves;
  }
  return [{ place: "", name: "", value: text }];
}

function jsonLeaves(text: string): Leaf[] | undefined {
  try {
    const leaves: Leaf[] = [];
    addJson(leaves, "", "", JSON.parse(text));
    return leaves;
  } catch {
    return undefined;
  }
}

/** Fields come in the order of their names: JSON's objects have none. */
function addJson(leaves: Leaf[], place: string, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    leaves.push({ place: `${place}[]`, name, value: `${value.length} items` });
    for (const item of value) addJson(leaves, `${place}[]`, name, item);
  } else if (typeof value === "object" && value !== null) {
    for (const field of Object.keys(value).sort()) {
      addJson(leaves, place === "" ? field : `${place}.${field}`, field, Reflect.get(value, field));
    }
  } else leaves.push({ place, name, value: JSON.stringify(value) ?? "" });
}

function xmlLeaves(text: string): Leaf[] | undefined {
  try {
    const root = new DOMParser({ onError: refuse }).parseFromString(
      text.replace(/^\uFEFF/, ""),
      "text/xml",
    ).documentElement;
    const leaves: Leaf[] = [];
    if (root !== null) addXml(leaves, "", root);
    return leaves;
  } catch {
    return undefined;
  }
}

function refuse(): void {
  throw new Error("no XML");
}

function addXml(leaves: Leaf[], around: string, element: Element): void {
  const name = element.localName ?? element.nodeName;
  const place = around === "" ? name : `${around}.${name}`;
  for (const { name: attribute, value } of Array.from(element.attributes)) {
    if (!attribute.startsWith("xmlns"))
      leaves.push({ place: `${place}@${attribute}`, name: attribute, value });
  }
  const children = Array.from(element.childNodes).filter(isElement);
  if (children.length === 0) leaves.push({ place, name, value: element.textContent ?? "" });
  for (const child of children) addXml(leaves, place, child);
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
