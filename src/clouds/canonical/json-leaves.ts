import type { Leaf } from "./content.ts";

/**
 * A JSON text as its leaves, every object and array with its size, so that no two documents have the same. Read by
 * hand, since `JSON.parse` forgets how a number was written and all but the last of equal names.
 */
export function jsonLeaves(text: string): Leaf[] | undefined {
  try {
    JSON.parse(text);
    const leaves: Leaf[] = [];
    addNode(leaves, "", "", new Reader(text).value());
    return leaves;
  } catch {
    return undefined;
  }
}

type Node =
  | { readonly members: readonly (readonly [name: string, node: Node])[] }
  | { readonly items: readonly Node[] }
  | { readonly text: string; readonly form: "string" | "number" | "literal" };

/** Fields come in the order of their names: JSON's objects have none. */
function addNode(leaves: Leaf[], place: string, name: string, node: Node): void {
  if ("items" in node) {
    leaves.push({ place: `${place}[]`, name: "", value: `${node.items.length} items`, form: "size" });
    for (const item of node.items) addNode(leaves, `${place}[]`, name, item);
  } else if ("members" in node) {
    leaves.push({ place: `${place}{}`, name: "", value: `${node.members.length} fields`, form: "size" });
    const sorted = node.members.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [field, child] of sorted) {
      addNode(leaves, place === "" ? field : `${place}.${field}`, field, child);
    }
  } else leaves.push({ place, name, value: node.text, form: node.form });
}

/** Reads a text that is known to be JSON. */
class Reader {
  readonly #text: string;
  readonly #token = /[{}[\]]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;
  #next: string;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  #read(): string {
    return this.#token.exec(this.#text)?.[0] ?? "";
  }

  #take(): string {
    const token = this.#next;
    this.#next = this.#read();
    return token;
  }

  value(): Node {
    const token = this.#take();
    if (token === "{") return { members: this.#members() };
    if (token === "[") return { items: this.#items() };
    if (token.startsWith('"')) return { text: unquoted(token), form: "string" };
    return { text: token, form: /^[tfn]/.test(token) ? "literal" : "number" };
  }

  #members(): [string, Node][] {
    const members: [string, Node][] = [];
    while (this.#next !== "}") members.push([unquoted(this.#take()), this.value()]);
    this.#take();
    return members;
  }

  #items(): Node[] {
    const items: Node[] = [];
    while (this.#next !== "]") items.push(this.value());
    this.#take();
    return items;
  }
}

function unquoted(token: string): string {
  return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
}
