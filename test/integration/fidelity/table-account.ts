import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An account of DynamoDB that knows backups, which no emulator does: all else is its emulator's. */
export interface TableAccount extends Disposable {
  readonly endpoint: string;
  /** The backups that are there, by ARN. */
  readonly backups: Set<string>;
}

const arnOf = (table: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`;

/** Puts backups before an emulator; the ARNs of those that cannot be deleted end with `keep`. */
export async function startTableAccount(emulator: string, keep = ""): Promise<TableAccount> {
  const backups = new Set<string>();
  const answers: Record<string, (input: { TableName?: string; BackupArn?: string }) => object | undefined> = {
    CreateBackup({ TableName = "" }) {
      const BackupArn = `${arnOf(TableName)}/backup/01${keep}`;
      backups.add(BackupArn);
      return { BackupDetails: { BackupArn } };
    },
    ListBackups: () => ({ BackupSummaries: [...backups].map((BackupArn) => ({ BackupArn })) }),
    DeleteBackup: ({ BackupArn = "" }) =>
      keep === "" && backups.delete(BackupArn) ? { BackupDescription: {} } : undefined,
  };
  const { hostname, port } = new URL(emulator);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const own = Object.hasOwn(answers, operation) ? answers[operation] : undefined;
    if (own !== undefined) {
      const told = own(JSON.parse(body));
      outgoing.writeHead(told === undefined ? 400 : 200, { "content-type": "application/x-amz-json-1.0" });
      outgoing.end(JSON.stringify(told ?? { __type: "com.amazonaws#LimitExceededException" }));
      return;
    }
    const { method, url: path, headers } = incoming;
    const sent = request({ host: hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.end(body);
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    backups,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
