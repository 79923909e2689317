import { array, bool, long, object, oneOf, ref, type Types, union } from "../../../model/index.ts";
import { exactlyOne } from "./exactly-one.ts";
import {
  attributeName,
  indexArn,
  indexName,
  keyAttributeName,
  projectedAttributeName,
  timestamp,
  vectorAttributeName,
} from "./names.ts";

export const atLeastOne = long({ min: 1 });
export const count = long({ min: 0 });

const keyElement = ref("KeySchemaElement");
export const tableKey = array(keyElement, { min: 1, max: 2 });
const localIndexKey = array(keyElement, { min: 2, max: 2 });
/** Up to four partition and four sort attributes. */
const globalIndexKey = array(keyElement, { min: 1, max: 8 });

export const attributeDefinitions = array(ref("AttributeDefinition"), { min: 1 });
export const localIndexes = array(ref("LocalSecondaryIndex"), { max: 5 });
export const globalIndexes = array(ref("GlobalSecondaryIndex"), { max: 20 });
export const vectorIndexes = array(ref("VectorIndex"));

export const indexStatus = oneOf("CREATING", "UPDATING", "DELETING", "ACTIVE");

const projected = { IndexName: indexName, Projection: ref("Projection") };
const localIndex = { ...projected, KeySchema: localIndexKey };
const globalIndex = { ...projected, KeySchema: globalIndexKey };
const vectorIndex = {
  ...projected,
  VectorAttribute: object({ AttributeName: vectorAttributeName }),
  "SearchSchema?": array(ref("SearchSchemaElement"), { min: 1 }),
  Dimensions: long({ min: 1, max: 4096 }),
  DistanceFunction: oneOf("COSINE", "DOT_PRODUCT", "EUCLIDEAN"),
};
const throughput = {
  "ProvisionedThroughput?": ref("ProvisionedThroughput"),
  "OnDemandThroughput?": ref("OnDemandThroughput"),
};
const wantedThroughput = { ...throughput, "WarmThroughput?": ref("WarmThroughput") };
const contents = { IndexSizeBytes: count, ItemCount: count, IndexArn: indexArn };
const progress = { "IndexStatus?": indexStatus, "Backfilling?": bool() };

/** A limit of request units, or -1 to lift it. */
const unitLimit = union(atLeastOne, long({ min: -1, max: -1 }));

export const indexTypes: Types = {
  AttributeDefinition: object({ AttributeName: keyAttributeName, AttributeType: oneOf("S", "N", "B") }),
  KeySchemaElement: object({ AttributeName: keyAttributeName, KeyType: oneOf("HASH", "RANGE") }),
  Projection: object({
    "ProjectionType?": oneOf("ALL", "KEYS_ONLY", "INCLUDE"),
    "NonKeyAttributes?": array(projectedAttributeName, { min: 1, max: 20 }),
  }),
  ProvisionedThroughput: object({ ReadCapacityUnits: atLeastOne, WriteCapacityUnits: atLeastOne }),
  ProvisionedThroughputDescription: object({
    "LastIncreaseDateTime?": timestamp,
    "LastDecreaseDateTime?": timestamp,
    NumberOfDecreasesToday: count,
    ReadCapacityUnits: count,
    WriteCapacityUnits: count,
  }),
  OnDemandThroughput: object({ "MaxReadRequestUnits?": unitLimit, "MaxWriteRequestUnits?": unitLimit }),
  WarmThroughput: object({ "ReadUnitsPerSecond?": atLeastOne, "WriteUnitsPerSecond?": atLeastOne }),
  IndexWarmThroughput: object({
    "ReadUnitsPerSecond?": atLeastOne,
    "WriteUnitsPerSecond?": atLeastOne,
    "Status?": indexStatus,
  }),
  IndexByName: object({ IndexName: indexName }),

  LocalSecondaryIndex: object(localIndex),
  LocalSecondaryIndexDescription: object({ ...localIndex, ...contents }),

  GlobalSecondaryIndex: object({ ...globalIndex, ...wantedThroughput }),
  GlobalSecondaryIndexInfo: object({ ...globalIndex, ...throughput }),
  GlobalSecondaryIndexDescription: object({
    ...globalIndex,
    ...progress,
    ...contents,
    "ProvisionedThroughput?": ref("ProvisionedThroughputDescription"),
    "OnDemandThroughput?": ref("OnDemandThroughput"),
    "WarmThroughput?": ref("IndexWarmThroughput"),
  }),
  GlobalSecondaryIndexUpdate: exactlyOne({
    Create: ref("GlobalSecondaryIndex"),
    Update: object({ IndexName: indexName, ...wantedThroughput }),
    Delete: ref("IndexByName"),
  }),

  SearchSchemaElement: object({
    AttributeName: attributeName,
    SearchSchemaElementType: oneOf("HASH", "INLINE_FILTER"),
  }),
  VectorIndex: object(vectorIndex),
  VectorIndexDescription: object({ ...vectorIndex, ...progress, ...contents }),
  VectorIndexUpdate: exactlyOne({ Create: ref("VectorIndex"), Delete: ref("IndexByName") }),
};
