import {
  array,
  bool,
  bytes,
  double,
  map,
  object,
  oneOf,
  ref,
  type StringType,
  string,
  type Type,
  type Types,
  union,
} from "../../../model/index.ts";
import { exactlyOne } from "./exactly-one.ts";
import { attributeName, keyAttributeName } from "./names.ts";

/** An item with the names of its attributes takes at most 400 KB, and so does each of its parts. */
const itemSize = 409_600;

/** Up to 38 digits, written out or as one digit, a fraction and an exponent from -130 to 125. */
const number = union(
  string({ maxLength: 40, pattern: "[+-]?(\\d{1,38}(\\.\\d{0,37})?|\\.\\d{1,38})", example: "1" }),
  string({
    pattern: "[+-]?\\d(\\.\\d{1,37})?[eE](\\+?(\\d{1,2}|1[01]\\d|12[0-5])|-(\\d{1,2}|1[0-2]\\d|130))",
    example: "1E+2",
  }),
);
const text = string({ maxLength: itemSize, countsBytes: true });
const binary = bytes({ maxLength: itemSize });
const value = ref("AttributeValue");

function setOf(member: Type): Type {
  return array(member, { min: 1, max: itemSize });
}

const comparisons = ["EQ", "LE", "LT", "GE", "GT", "BEGINS_WITH", "BETWEEN"];
const comparison = oneOf(...comparisons, "NE", "IN", "NOT_NULL", "NULL", "CONTAINS", "NOT_CONTAINS");
const operands = array(value, { max: 100 });

/** A variable of expressions: its sign, then letters, digits and underscores. */
function variable(sign: string, name: string): { names: StringType; minFields: number } {
  return {
    names: string({ maxLength: 255, pattern: `${sign}[a-zA-Z0-9_]+`, example: `${sign}${name}` }),
    minFields: 1,
  };
}

export const valueTypes: Types = {
  /** Seconds since 1970 in UTC, with a fraction if need be. */
  Timestamp: double({ min: 0, max: 253_402_300_799 }),
  AttributeValue: exactlyOne({
    S: text,
    N: number,
    B: binary,
    SS: setOf(text),
    NS: setOf(number),
    BS: setOf(binary),
    M: map(value, { names: attributeName }),
    L: array(value),
    NULL: bool(),
    BOOL: bool(),
  }),
  Key: map(value, { names: keyAttributeName, minFields: 1, maxFields: 2 }),
  /** Where a page ended: the table's key and that of the index, of up to eight attributes. */
  StartKey: map(value, { names: keyAttributeName, minFields: 1, maxFields: 10 }),
  Item: map(value, { names: attributeName, minFields: 1 }),
  Attributes: map(value, { names: attributeName }),
  ExpressionNames: map(attributeName, variable("#", "id")),
  ExpressionValues: map(value, variable(":", "id")),
  Condition: object({ ComparisonOperator: comparison, "AttributeValueList?": operands }),
  KeyCondition: object({ ComparisonOperator: oneOf(...comparisons), "AttributeValueList?": operands }),
  KeyConditions: map(ref("KeyCondition"), { names: keyAttributeName, minFields: 1 }),
  Conditions: map(ref("Condition"), { names: attributeName }),
  ExpectedValue: object({
    "Value?": value,
    "Exists?": bool(),
    "ComparisonOperator?": comparison,
    "AttributeValueList?": operands,
  }),
  ExpectedValues: map(ref("ExpectedValue"), { names: attributeName }),
  AttributeUpdate: object({ "Value?": value, "Action?": oneOf("PUT", "ADD", "DELETE") }),
  AttributeUpdates: map(ref("AttributeUpdate"), { names: attributeName }),
};
