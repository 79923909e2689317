export { byteRangesOf, pageSize } from "./byte-ranges.ts";
export { charactersOf } from "./charset.ts";
export {
  type Answered,
  type Call,
  type Caller,
  type Contract,
  type ContractAnswer,
  contract,
  documented,
  type Evidence,
  type Example,
  type ExampleStep,
  fault,
  inferred,
  recorded,
  type Situation,
  type Success,
  success,
  type Tracker,
  type Trackers,
} from "./contract.ts";
export { contractFlaws, isMeantAsContract } from "./contract-flaws.ts";
export {
  type Applied,
  type BrokenContract,
  ContractState,
  isKept,
  type Surroundings,
  type Windows,
} from "./contract-state.ts";
export { existenceOf, type Forgetting, keyOf, lastSuccessOf, settingOf } from "./contract-trackers.ts";
export {
  alternativesOf,
  defaultInput,
  defaultValue,
  type Input,
  isFixed,
  oneOfEach,
} from "./default-value.ts";
export { canEnd } from "./ending.ts";
export { type ErrorDetails, mistakesIn, TouchstoneError } from "./error.ts";
export { type FormatName, format } from "./formats.ts";
export { describeShape, type HttpShape, type Presence } from "./http-shape.ts";
export { defineInterface, type Interface } from "./interface.ts";
export { countAtLeast, countAtMost, multiple } from "./multiples.ts";
export { nearest } from "./nearest.ts";
export {
  type Authorization,
  type AuthorizedBy,
  body,
  type Fault,
  field,
  header,
  headers,
  type Operation,
  type OperationRow,
  type Output,
  operation,
  type Parameter,
  type Place,
  type PriceClass,
  path,
  query,
} from "./operation.ts";
export { printable } from "./printable.ts";
export { type RequestParts, readInput } from "./read-request.ts";
export { readScalar, readXml } from "./read-xml.ts";
export { type HttpRequest, writeRequest } from "./request.ts";
export { namePaths, type ResourcePaths, requestPaths, valuesAt } from "./resource-path.ts";
export { shown } from "./shown.ts";
export {
  any,
  array,
  attribute,
  bool,
  bytes,
  double,
  int,
  long,
  map,
  nothing,
  object,
  oneOf,
  optional,
  ref,
  string,
  union,
  wire,
} from "./type-builders.ts";
export {
  type AnyType,
  type ArrayType,
  type BoolType,
  type BytesType,
  type NumberType,
  type ObjectType,
  type OptionalType,
  partsOf,
  present,
  type RefType,
  resolve,
  type StringType,
  type Type,
  type Types,
  typesReachedFrom,
  type UnionType,
  type VoidType,
} from "./types.ts";
export { charsetPattern, describeProblems, type Problem, validate, wholePattern } from "./validate.ts";
export { scalarText } from "./xml.ts";
