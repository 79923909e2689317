import {
  type Call,
  type Contract,
  contract,
  type Input,
  type Situation,
  type Tracker,
} from "../../../model/index.ts";
import { textOf } from "../../shared/contract-conditions.ts";
import { entity, entityOf, ownProperties, properties, tooManyProperties } from "./entities.ts";
import { codes } from "./sources.ts";

/** An entity by its table, which has the same name in any case, and its keys: those of a new one stand in its body. */
function nameOf({ input }: Call): string | undefined {
  const { PartitionKey, RowKey } = entityOf(input);
  const keys = [input["partitionKey"] ?? PartitionKey, input["rowKey"] ?? RowKey];
  if (!keys.every((key) => typeof key === "string")) return undefined;
  return `${tablePart(input)}/${JSON.stringify(keys)}`;
}

function tablePart(input: Input): string {
  return textOf(input, "table").toLowerCase();
}

/** The properties that a call writes: one that is null is not written. */
function writtenBy(input: Input): readonly string[] {
  const written = entityOf(input);
  return ownProperties(written).filter((name) => written[name] !== null);
}

/** Which properties an entity has, since it was seen to be written whole. */
const known: Tracker<ReadonlySet<string>> = {
  name: "properties of entities",
  operations: [
    "Table_InsertEntity",
    "Table_UpdateEntity",
    "Table_MergeEntity",
    "Table_DeleteEntity",
    "Table_Batch",
    "Table_Delete",
  ],
  key: nameOf,
  next(before, { call: { operation, input } }) {
    if (operation === "Table_DeleteEntity" || typeof input["tableEntityProperties"] !== "object")
      return undefined;
    const written = new Set(writtenBy(input));
    return operation === "Table_MergeEntity" ? before?.union(written) : written;
  },
  // Which entities a batch is about stands in its parts.
  forgotten({ operation, input }) {
    if (operation === "Table_Batch") return () => true;
    return operation === "Table_Delete" ? (key) => key.startsWith(`${tablePart(input)}/`) : undefined;
  },
};

/** Whether it does not depend on the entity's tag if it is merged: who has another one is told of that. */
function isUnconditional({ input }: Situation): boolean {
  return input["ifMatch"] === undefined || input["ifMatch"] === "*";
}

const put = { operation: "Table_InsertEntity", input: entity(properties(252)) };

/** What an entity is merged with comes to what it has. */
export const mergeContracts: readonly Contract[] = [
  contract({
    id: "azure-table/merged-entity-has-at-most-252-properties",
    says: "an entity has at most 252 properties with those that are merged into it",
    on: ["Table_MergeEntity"],
    track: { known },
    when: (situation) =>
      isUnconditional(situation) &&
      situation.known !== undefined &&
      situation.known.union(new Set(writtenBy(situation.input))).size > 252,
    answer: tooManyProperties,
    evidence: codes("TooManyProperties"),
    breaks: { input: entity({ more: "v" }), after: [put] },
    keeps: { input: entity({ key1: "v" }), after: [put] },
  }),
];
