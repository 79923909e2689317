import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import type { Leaf } from "./content.ts";

/** An XML text as its leaves, every element that has others in it with their number. */
export function xmlLeaves(text: string): Leaf[] | undefined {
  try {
    const parser = new DOMParser({ onError: refuse });
    const root = parser.parseFromString(text.replace(/^\uFEFF/, ""), "text/xml").documentElement;
    if (root === null) return undefined;
    const leaves: Leaf[] = [];
    addElement(leaves, "", root, false);
    return leaves;
  } catch {
    return undefined;
  }
}

function refuse(): void {
  throw new Error("no XML");
}

function addElement(leaves: Leaf[], around: string, element: Element, isUsers: boolean): void {
  const own = element.localName ?? element.nodeName;
  const place = around === "" ? own : `${around}.${own}`;
  const name = isUsers ? "" : own;
  const attributes = Array.from(
    element.attributes,
    ({ name: attribute, value }) => [attribute, value] as const,
  )
    .filter(([attribute]) => !attribute.startsWith("xmlns"))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [attribute, value] of attributes) {
    leaves.push({ place: `${place}@${attribute}`, name: attribute, value });
  }
  const nodes = Array.from(element.childNodes);
  const children = nodes.filter(isElement);
  if (children.length === 0) {
    leaves.push({ place, name, value: element.textContent ?? "" });
    return;
  }
  leaves.push({ place: `${place}<>`, name: "", value: `${children.length} elements`, form: "size" });
  const beside = nodes.flatMap((node) => (isElement(node) ? [] : [node.textContent ?? ""])).join("");
  if (beside.trim() !== "") leaves.push({ place: `${place}(text)`, name: "", value: beside });
  // The elements in a blob's metadata are called as its user likes.
  for (const child of children) addElement(leaves, place, child, own === "Metadata");
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
