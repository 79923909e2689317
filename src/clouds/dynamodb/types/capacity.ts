import { array, double, map, object, ref, type Types } from "../../../model/index.ts";
import { indexName, table } from "./names.ts";

const units = double({ min: 0 });
const parts = { "CapacityUnits?": units, "ReadCapacityUnits?": units, "WriteCapacityUnits?": units };
const ofIndexes = map(ref("Capacity"), { names: indexName });

/** What operations cost, as they say on demand. */
export const capacityTypes: Types = {
  Capacity: object(parts),
  VectorCapacity: object({ "VectorSearchRequestBytes?": units, "VectorWriteRequestBytes?": units }),
  ConsumedCapacity: object({
    TableName: table,
    ...parts,
    "Table?": ref("Capacity"),
    "LocalSecondaryIndexes?": ofIndexes,
    "GlobalSecondaryIndexes?": ofIndexes,
    "VectorIndexes?": map(ref("VectorCapacity"), { names: indexName }),
  }),
  ConsumedCapacities: array(ref("ConsumedCapacity")),
  ItemCollectionMetrics: object({
    "ItemCollectionKey?": ref("Key"),
    "SizeEstimateRangeGB?": array(double({ min: 0 }), { min: 2, max: 2 }),
  }),
  ItemCollectionMetricsByTable: map(array(ref("ItemCollectionMetrics")), { names: table }),
};
