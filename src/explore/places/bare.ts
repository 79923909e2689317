import fc from "fast-check";
import { defaultValue, type ObjectType, type Type, type Types } from "../../model/index.ts";
import { valueArbitrary } from "../value-arbitrary.ts";

/** The type of the same values with only what they cannot do without. */
function bare(type: Type): Type {
  switch (type.kind) {
    case "optional":
      return { ...type, of: bare(type.of) };
    case "array":
      return { ...type, items: bare(type.items) };
    case "union":
      return { ...type, of: type.of.map(bare) };
    case "object":
      return bareObject(type);
    default:
      return type;
  }
}

/** A closed object that needs more fields than those required keeps the others to choose from. */
function bareObject(type: ObjectType): ObjectType {
  const all = Object.entries(type.fields);
  const required = all.filter(([, field]) => field.kind !== "optional");
  const kept = !type.open && (type.minFields ?? 0) > required.length ? all : required;
  return {
    ...type,
    fields: Object.fromEntries(kept.map(([name, field]) => [name, bare(field)])),
    ...(type.rest === undefined ? {} : { rest: bare(type.rest) }),
  };
}

const bareTypes = new WeakMap<Types, Types>();
const known = new WeakMap<Types, WeakMap<Type, fc.Arbitrary<unknown>>>();

/** Draws values with only what they cannot do without; most often the default. */
export function bareArbitrary(type: Type, types: Types): fc.Arbitrary<unknown> {
  const ofTypes = remembered(known, types, () => new WeakMap<Type, fc.Arbitrary<unknown>>());
  return remembered(ofTypes, type, () => {
    const bareNamed = remembered(bareTypes, types, () =>
      Object.fromEntries(Object.entries(types).map(([name, named]) => [name, bare(named)])),
    );
    return fc.oneof(
      { arbitrary: fc.constant(defaultValue(type, types)), weight: 2 },
      { arbitrary: valueArbitrary(bare(type), bareNamed), weight: 1 },
    );
  });
}

function remembered<Key extends WeakKey, Value>(
  map: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
