import { defineInterface, type Interface } from "../../model/index.ts";
import { backupOperations } from "./operations/backups.ts";
import { globalTableOperations } from "./operations/global-tables.ts";
import { importExportOperations } from "./operations/import-export.ts";
import { itemOperations } from "./operations/items.ts";
import { streamingAndInsightsOperations } from "./operations/streaming-and-insights.ts";
import { tableOperations } from "./operations/tables.ts";
import { tagAndPolicyOperations } from "./operations/tags-and-policies.ts";
import { transactionAndStatementOperations } from "./operations/transactions-and-statements.ts";
import { autoScalingTypes } from "./types/auto-scaling.ts";
import { backupTypes } from "./types/backups.ts";
import { bulkOperationTypes } from "./types/bulk-operations.ts";
import { capacityTypes } from "./types/capacity.ts";
import { importExportTypes } from "./types/import-export.ts";
import { indexTypes } from "./types/indexes.ts";
import { replicaTypes } from "./types/replicas.ts";
import { requestTypes } from "./types/requests.ts";
import { streamingAndInsightsTypes } from "./types/streaming-and-insights.ts";
import { tableTypes } from "./types/tables.ts";
import { valueTypes } from "./types/values.ts";

export const dynamodb: Interface = defineInterface({
  name: "dynamodb",
  title: "Amazon DynamoDB",
  version: "2012-08-10",
  types: {
    ...valueTypes,
    ...requestTypes,
    ...capacityTypes,
    ...indexTypes,
    ...tableTypes,
    ...replicaTypes,
    ...autoScalingTypes,
    ...backupTypes,
    ...streamingAndInsightsTypes,
    ...importExportTypes,
    ...bulkOperationTypes,
  },
  operations: [
    ...itemOperations,
    ...transactionAndStatementOperations,
    ...tableOperations,
    ...tagAndPolicyOperations,
    ...backupOperations,
    ...globalTableOperations,
    ...streamingAndInsightsOperations,
    ...importExportOperations,
  ],
});
