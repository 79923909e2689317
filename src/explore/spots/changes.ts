import { isReference, isStructure, type Spot } from "./spots.ts";
import { type Change, textChanges } from "./text-changes.ts";

/** What the value of a spot can be changed to, by what it is; taking it out is none of these. */
export function changesOf({ value, type, isReference: stays }: Spot): readonly Change[] {
  if (stays) return [];
  if (typeof value === "string") return textChanges(value);
  if (typeof value === "number" || typeof value === "bigint") return numberChanges(value);
  if (typeof value === "boolean") return truthChanges(value);
  if (value instanceof Uint8Array) return byteChanges(value);
  if (Array.isArray(value)) return listChanges(value);
  if (!isStructure(value)) return [];
  const listed = type.kind === "object" ? type.fields : {};
  return mapChanges(value, (name) => !Object.hasOwn(listed, name));
}

function numberChanges(value: number | bigint): readonly Change[] {
  const number = Number(value);
  return [
    { how: "zero", value: 0 },
    { how: "minus one", value: -1 },
    { how: "one more", value: number + 1 },
    { how: "one less", value: number - 1 },
    { how: "negative", value: -number },
    { how: "ten times", value: number * 10 },
    { how: "beyond 32 bits", value: 2 ** 31 },
    { how: "beyond 64 bits", value: 2 ** 63 },
    { how: "huge", value: 1e21 },
    { how: "with a fraction", value: number + 0.5 },
    { how: "as text", value: String(value) },
    { how: "as text with a sign", value: `+${value}` },
    { how: "as text with a leading zero", value: `0${value}` },
    { how: "no number", value: "NaN" },
  ].filter((change) => change.value !== value && !Object.is(change.value, -0));
}

function truthChanges(value: boolean): readonly Change[] {
  const text = String(value);
  return [
    { how: "turned round", value: !value },
    { how: "as text", value: text },
    { how: "as text with a capital", value: text.slice(0, 1).toUpperCase() + text.slice(1) },
    { how: "as text in capitals", value: text.toUpperCase() },
    { how: "as number", value: value ? 1 : 0 },
    { how: "no truth value", value: "maybe" },
  ];
}

function byteChanges(bytes: Uint8Array): readonly Change[] {
  const flipped = Uint8Array.from(bytes, (byte, index) => (index === 0 ? byte ^ 1 : byte));
  const doubled = new Uint8Array(bytes.length * 2);
  doubled.set(bytes);
  doubled.set(bytes, bytes.length);
  const some = [
    { how: "emptied", value: new Uint8Array() },
    { how: "doubled", value: doubled },
    { how: "one bit flipped", value: flipped },
    { how: "one byte short", value: bytes.slice(0, -1) },
  ];
  const longer = { how: "one byte more", value: Uint8Array.from([...bytes.slice(0, 1024), 97]) };
  return bytes.length === 0 ? [longer] : [...some, ...(bytes.length <= 1024 ? [longer] : [])];
}

function listChanges(list: readonly unknown[]): readonly Change[] {
  const [first] = list;
  if (first === undefined) return [];
  const several: readonly Change[] = [
    { how: "reversed", value: list.toReversed() },
    { how: "first dropped", value: list.slice(1) },
    { how: "last dropped", value: list.slice(0, -1) },
  ];
  return [
    { how: "emptied", value: [] },
    { how: "doubled", value: [...list, ...list] },
    { how: "first item twice", value: [first, ...list] },
    ...otherwise(first).map((other) => ({
      how: "first item twice, once with another value",
      value: [...list, other],
    })),
    ...(list.length > 1 ? several : []),
  ];
}

/** The same item with its last text, number or truth value changed: what names it stays as it is. */
function otherwise(item: unknown): readonly unknown[] {
  if (!isStructure(item) || isReference(item)) return typeof item === "string" ? [item.toUpperCase()] : [];
  const last = Object.entries(item).findLast(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
  if (last === undefined) return [];
  const [name, value] = last;
  const other = typeof value === "string" ? `${value}x` : typeof value === "number" ? value + 1 : !value;
  return [{ ...item, [name]: other }];
}

/** Changes of the entries that the caller has named. */
function mapChanges(
  map: Readonly<Record<string, unknown>>,
  isNamedByCaller: (name: string) => boolean,
): readonly Change[] {
  const name = Object.keys(map).find(isNamedByCaller);
  if (name === undefined) return [];
  const renamed = (other: string) =>
    Object.fromEntries(Object.entries(map).map(([each, value]) => [each === name ? other : each, value]));
  const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  const caseChanges: readonly Change[] = [
    { how: "name in other case", value: renamed(otherCase) },
    { how: "name twice but for case", value: { ...map, [otherCase]: map[name] } },
  ];
  const others = textChanges(name)
    .filter(({ value }) => typeof value === "string" && !Object.hasOwn(map, value))
    .map(({ how, value }) => ({ how: `name ${how}`, value: renamed(String(value)) }));
  return [{ how: "emptied", value: {} }, ...(otherCase === name ? [] : caseChanges), ...others];
}
