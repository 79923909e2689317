import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import { type ArrayType, type ObjectType, present, resolve, type Type, type Types } from "./types.ts";

/**
 * A document as the value that its type describes; what does not fit stays as the text that it is, so that it can be
 * judged. `undefined` if it is no XML.
 *
 * @example
 * readXml("<Cors><CorsRule/></Cors>", array(object({}), { element: "CorsRule" })); // [{}]
 */
export function readXml(text: string, type: Type, types: Types = {}): unknown {
  const root = rootOf(text);
  return root === undefined ? undefined : valueIn(root, type, types);
}

function rootOf(text: string): Element | undefined {
  try {
    const parser = new DOMParser({ onError: refuse });
    return parser.parseFromString(text.replace(/^\uFEFF/, ""), "text/xml").documentElement ?? undefined;
  } catch {
    return undefined;
  }
}

function refuse(): never {
  throw new Error("no XML");
}

function valueIn(element: Element, declared: Type, types: Types): unknown {
  const type = resolve(present(declared), types);
  switch (type.kind) {
    case "optional":
      return valueIn(element, type.of, types);
    case "object":
      return fieldsOf(element, type, types);
    case "array":
      return itemsOf(childrenOf(element), type, types);
    case "union": {
      const structured = type.of.find((one) => resolve(present(one), types).kind === "object");
      return valueIn(
        element,
        childrenOf(element).length > 0 && structured !== undefined ? structured : { kind: "string" },
        types,
      );
    }
    default:
      return readScalar(element.textContent ?? "", type);
  }
}

function itemsOf(children: readonly Element[], { items, element = "member" }: ArrayType, types: Types) {
  return children.filter((child) => nameOf(child) === element).map((child) => valueIn(child, items, types));
}

function fieldsOf(element: Element, type: ObjectType, types: Types): Readonly<Record<string, unknown>> {
  const children = childrenOf(element);
  const named = Object.entries(type.fields).flatMap(([field, declared]) => {
    const value = fieldOf(element, children, field, declared, types);
    return value === undefined ? [] : [[field, value] as const];
  });
  const known = new Set(Object.entries(type.fields).map(([field, declared]) => wireOf(field, declared)));
  const others = type.open
    ? children.filter((child) => !known.has(nameOf(child))).map((child) => [nameOf(child), child.textContent])
    : [];
  return Object.fromEntries([...named, ...others]);
}

function fieldOf(
  element: Element,
  children: readonly Element[],
  field: string,
  declared: Type,
  types: Types,
): unknown {
  const wire = wireOf(field, declared);
  const type = resolve(present(declared), types);
  if (isAttribute(declared)) return element.getAttribute(wire) ?? undefined;
  const own = children.filter((child) => nameOf(child) === wire);
  if (type.kind === "array" && type.flat) {
    return own.length === 0 ? undefined : own.map((child) => valueIn(child, type.items, types));
  }
  return own[0] === undefined ? undefined : valueIn(own[0], type, types);
}

function wireOf(field: string, type: Type): string {
  return type.wire ?? present(type).wire ?? field;
}

function isAttribute(type: Type): boolean {
  return type.attribute ?? present(type).attribute ?? false;
}

function childrenOf(element: Element): readonly Element[] {
  return Array.from(element.childNodes).filter(isElement);
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

function nameOf(element: Element): string {
  return element.localName ?? element.nodeName;
}

/** A text as a number or a truth value where its type is one and the text is fit for it. */
export function readScalar(text: string, type: Type): unknown {
  if (type.kind === "bool") return text === "true" || (text === "false" ? false : text);
  const kinds = type.kind === "union" ? type.of.map((one) => present(one).kind) : [type.kind];
  const isNumber = kinds.every((kind) => kind === "int" || kind === "long" || kind === "double");
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
