import { array, field, int, type Operation, object, ref, string } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults, statementFaults, transactionFaults, writeTransactionFaults } from "../faults.ts";
import {
  clientRequestToken,
  consistentRead,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  returnOnFailedCondition,
} from "../parameters.ts";
import { itemResponses, statement, statementParameters } from "../types/requests.ts";

const consumed = { "ConsumedCapacity?": ref("ConsumedCapacities") };
const statementToken = string({ minLength: 1, maxLength: 32_768 });

const keyed = ["Update", "Delete", "ConditionCheck"];

/** Which of them a statement needs, its first word says. */
const statementRights = [
  "dynamodb:PartiQLSelect",
  "dynamodb:PartiQLInsert",
  "dynamodb:PartiQLUpdate",
  "dynamodb:PartiQLDelete",
];

export const transactionAndStatementOperations: readonly Operation[] = [
  call("TransactGetItems", {
    input: [
      field("TransactItems", array(ref("TransactGetItem"), { min: 1, max: 100 })),
      returnConsumedCapacity,
    ],
    output: object({ Responses: itemResponses, ...consumed }),
    faults: transactionFaults,
    consumes: { table: "TransactItems[].Get.TableName", itemKey: "TransactItems[].Get.Key" },
    rights: ["dynamodb:GetItem"],
    price: "read",
  }),
  call("TransactWriteItems", {
    input: [
      field("TransactItems", array(ref("TransactWriteItem"), { min: 1, max: 100 })),
      clientRequestToken,
      returnConsumedCapacity,
      returnItemCollectionMetrics,
    ],
    output: object({ "ItemCollectionMetrics?": ref("ItemCollectionMetricsByTable"), ...consumed }),
    faults: writeTransactionFaults,
    produces: { itemKey: ["request TransactItems[].Put.Item", "request TransactItems[].Update.Key"] },
    consumes: {
      table: ["Put", ...keyed].map((action) => `TransactItems[].${action}.TableName`),
      itemKey: keyed.map((action) => `TransactItems[].${action}.Key`),
    },
    rights: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"],
    authorizedBy: "parts",
    price: "iterative-write",
  }),
  call("ExecuteStatement", {
    input: [
      field("Statement", statement),
      field("Parameters?", statementParameters),
      consistentRead,
      field("Limit?", int({ min: 1 })),
      field("NextToken?", statementToken),
      returnConsumedCapacity,
      returnOnFailedCondition,
    ],
    output: object({
      "Items?": array(ref("Attributes")),
      "NextToken?": statementToken,
      "LastEvaluatedKey?": ref("StartKey"),
      "ConsumedCapacity?": ref("ConsumedCapacity"),
    }),
    faults: statementFaults,
    produces: { itemKey: "body Items[]", statementMarker: "body NextToken" },
    consumes: { statementMarker: "NextToken" },
    rights: statementRights,
    authorizedBy: "any-right",
    price: "write",
  }),
  call("BatchExecuteStatement", {
    input: [field("Statements", array(ref("BatchStatement"), { min: 1, max: 25 })), returnConsumedCapacity],
    output: object({ Responses: array(ref("BatchStatementAnswer"), { max: 25 }), ...consumed }),
    faults: faults("RequestLimitExceeded"),
    produces: { itemKey: "body Responses[].Item" },
    rights: statementRights,
    authorizedBy: "parts",
    price: "iterative-write",
  }),
  call("ExecuteTransaction", {
    input: [
      field("TransactStatements", array(ref("TransactionStatement"), { min: 1, max: 100 })),
      clientRequestToken,
      returnConsumedCapacity,
    ],
    output: object({ Responses: itemResponses, ...consumed }),
    faults: writeTransactionFaults,
    produces: { itemKey: "body Responses[].Item" },
    rights: statementRights,
    authorizedBy: "parts",
    price: "iterative-write",
  }),
];
