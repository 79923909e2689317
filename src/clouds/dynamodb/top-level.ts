import type { Exchange } from "../../wire/index.ts";
import {
  type AccountAnswer,
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
  changes,
  changeIn: changesBy(changes, tableIn),
  async remove(send, name) {
    const answer = await drop(send, name);
    if (!answer.text.includes("deletion protection")) return whyTableLeft(answer);
    await call(send, "UpdateTable", { TableName: name, DeletionProtectionEnabled: false });
    return whyTableLeft(await drop(send, name));
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
function drop(send: Send, name: string) {
  return insist(
    () => call(send, "DeleteTable", { TableName: name }),
    ({ text }) => text.includes("ResourceInUseException"),
  );
}

function call(send: Send, operation: string, input: object) {
  return send({
    method: "POST",
    target: "/",
    headers: [
      ["X-Amz-Target", `DynamoDB_20120810.${operation}`],
      ["Content-Type", "application/x-amz-json-1.0"],
    ],
    body: JSON.stringify(input),
  });
}

interface TableInput {
  readonly TableName?: string;
  readonly TargetTableName?: string;
  readonly TableCreationParameters?: { readonly TableName?: string };
}

function tableIn({ request }: Exchange): string | undefined {
  try {
    const input = JSON.parse(request.body?.text ?? "") as TableInput;
    return input.TargetTableName ?? input.TableCreationParameters?.TableName ?? input.TableName;
  } catch {
    return undefined;
  }
}
