import type { Exchange } from "../../wire/index.ts";
import {
  type AccountAnswer,
  type AccountRequest,
  changesBy,
  insist,
  type Send,
  type TopLevel,
  whyLeft,
} from "../shared/top-level.ts";

const changes: TopLevel["changes"] = {
  CreateTable: "made",
  RestoreTableFromBackup: "made",
  RestoreTableToPointInTime: "made",
  ImportTable: "made",
  DeleteTable: "removed",
};

/** Tables. */
export const dynamodbTopLevel: TopLevel = {
  kind: "dynamodbTable",
  resource: "table",
  besides: { tableArn: "user", backup: "service", globalTable: "user", bulkOperation: "service" },
  statements: {
    ExecuteStatement: "Statement",
    BatchExecuteStatement: "Statements[].Statement",
    ExecuteTransaction: "TransactStatements[].Statement",
  },
  changes,
  changeIn: changesBy(changes, tableIn),
  look: (name) => request("DescribeTable", { TableName: name }),
  async remove(send, name) {
    const answer = await drop(send, name);
    if (answer.text.includes("deletion protection")) {
      await call(send, "UpdateTable", { TableName: name, DeletionProtectionEnabled: false });
      return whyTableLeft(await drop(send, name));
    }
    const isAllowed = answer.text.includes("AccessDeniedException") && (await isFreed(send, name));
    return whyTableLeft(isAllowed ? await drop(send, name, /ResourceInUse|AccessDenied/) : answer);
  },
  outliving: {
    kind: "backup",
    made: { by: "CreateBackup", at: "body BackupDetails.BackupArn" },
    removed: { by: "DeleteBackup", at: "BackupArn" },
    async remove(send, name) {
      const answer = await insist(
        () => call(send, "DeleteBackup", { BackupArn: name }),
        ({ text }) => text.includes("BackupInUseException"),
      );
      return answer.text.includes("BackupNotFoundException") ? undefined : whyLeft(answer);
    },
  },
};

/** A table that is not there is gone. */
function whyTableLeft(answer: AccountAnswer): string | undefined {
  return answer.text.includes("ResourceNotFoundException") ? undefined : whyLeft(answer);
}

/** A table that is being made or changed cannot go yet. */
function drop(send: Send, name: string, early = /ResourceInUse/) {
  return insist(
    () => call(send, "DeleteTable", { TableName: name }),
    ({ text }) => early.test(text),
  );
}

/** Whether a table had a policy, which may deny everybody its removal, and has none now; for some seconds it is still in effect. */
async function isFreed(send: Send, name: string): Promise<boolean> {
  const description = await call(send, "DescribeTable", { TableName: name });
  const ResourceArn = /"TableArn"\s*:\s*"([^"]+)"/.exec(description.text)?.[1];
  if (ResourceArn === undefined) return false;
  // One that was set just now cannot be changed yet.
  const removed = await insist(
    () => call(send, "DeleteResourcePolicy", { ResourceArn }),
    ({ text }) => /ResourceInUse|LimitExceeded/.test(text),
  );
  return removed.text.includes("RevisionId");
}

function call(send: Send, operation: string, input: object) {
  return send(request(operation, input));
}

function request(operation: string, input: object): AccountRequest {
  return {
    method: "POST",
    target: "/",
    headers: [
      ["X-Amz-Target", `DynamoDB_20120810.${operation}`],
      ["Content-Type", "application/x-amz-json-1.0"],
    ],
    body: JSON.stringify(input),
  };
}

interface TableInput {
  readonly TableName?: string;
  readonly TargetTableName?: string;
  readonly TableCreationParameters?: { readonly TableName?: string };
}

function tableIn({ request: { body } }: Exchange): string | undefined {
  try {
    const input = JSON.parse(body?.text ?? "") as TableInput;
    return input.TargetTableName ?? input.TableCreationParameters?.TableName ?? input.TableName;
  } catch {
    return undefined;
  }
}
