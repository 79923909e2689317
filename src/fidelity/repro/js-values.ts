import { type Segment, segmentsOf } from "./segments.ts";

/** How a reference is read in a script: `answer1.headers["x-ms-lease-id"]`. */
export type ReferenceCode = (index: number) => string;

/** Lines longer than this are broken up where that can be done. */
const widest = 100;

/** Writes values as JavaScript. */
export class JsWriter {
  readonly #reference: ReferenceCode;

  constructor(reference: ReferenceCode) {
    this.#reference = reference;
  }

  /** The code of a value, on lines that begin with the indent but for the first. */
  value(value: unknown, indent = ""): string {
    if (typeof value === "string") return this.text(value);
    if (value instanceof Uint8Array) return this.#bytes(value);
    if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`;
    if (typeof value === "bigint") return `${value}n`;
    if (Object.is(value, -0)) return "-0";
    if (Array.isArray(value)) {
      return wrapped(
        "[",
        value.map((item) => this.value(item, `${indent}  `)),
        "]",
        indent,
      );
    }
    if (typeof value !== "object" || value === null) return String(value);
    const fields = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => `${this.#name(name)}: ${this.value(part, `${indent}  `)}`);
    return fields.length === 0 ? "{}" : wrapped("{ ", fields, " }", indent);
  }

  text(text: string): string {
    const segments = segmentsOf(text);
    const [first] = segments;
    if (first === undefined) return '""';
    if (segments.length > 1) return `\`${segments.map((each) => this.#inTemplate(each)).join("")}\``;
    return first.is === "text" ? JSON.stringify(text) : this.#expression(first);
  }

  /** The code of a text in an address, where what is filled in is encoded. */
  inAddress(text: string): string {
    return new JsWriter((index) => `encodeURIComponent(${this.#reference(index)})`).text(text);
  }

  #expression(segment: Exclude<Segment, { is: "text" }>): string {
    switch (segment.is) {
      case "repeated":
        return `${JSON.stringify(segment.piece)}.repeat(${segment.times})`;
      case "token":
        return segment.token;
      case "endpoint":
        return "endpoint";
      case "reference":
        return this.#reference(segment.index);
    }
  }

  #inTemplate(segment: Segment): string {
    if (segment.is !== "text") return `\${${this.#expression(segment)}}`;
    return JSON.stringify(segment.text)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replace(/`|\$\{/g, "\\$&");
  }

  #name(name: string): string {
    const segments = segmentsOf(name);
    if (segments.some(({ is }) => is !== "text") || name === "__proto__") return `[${this.text(name)}]`;
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  }

  #bytes(bytes: Uint8Array): string {
    const [first = 0] = bytes;
    if (bytes.length > 16 && bytes.every((byte) => byte === first)) return alloc(bytes.length, first);
    const buffer = Buffer.from(bytes);
    const text = buffer.toString("latin1");
    return /^[\t\r\n -~]*$/.test(text)
      ? `Buffer.from(${this.text(text)})`
      : `Buffer.from("${buffer.toString("base64")}", "base64")`;
  }
}

function alloc(length: number, byte: number): string {
  if (byte === 0) return `Buffer.alloc(${length})`;
  const character = String.fromCharCode(byte);
  return `Buffer.alloc(${length}, ${/[ -~]/.test(character) ? JSON.stringify(character) : byte})`;
}

function wrapped(open: string, parts: readonly string[], close: string, indent: string): string {
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent.length <= widest && !line.includes("\n")) return line;
  const lines = parts.map((part) => `${indent}  ${part},\n`);
  return `${open.trim()}\n${lines.join("")}${indent}${close.trim()}`;
}
