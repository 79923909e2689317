import { join } from "node:path";
import { amazonCredentials, type EmulatorDefinition } from "./definition.ts";

export const s3rver: EmulatorDefinition = {
  name: "s3rver",
  package: "s3rver",
  services: ["s3"],
  https: false,
  needsJava: false,
  credentials: amazonCredentials,
  launch: ({ installed, dataFolder, ports: [port] }) => ({
    command: process.execPath,
    args: [
      join(installed.folder, "bin/s3rver.js"),
      ...["--directory", dataFolder, "--address", "127.0.0.1", "--port", String(port)],
      "--silent",
    ],
  }),
  folderOf: (dataFolder, bucket) => (bucketName.test(bucket) ? join(dataFolder, bucket) : undefined),
};

/** A name that is a folder's name too, and of one folder alone. */
const bucketName = /^[a-z0-9][a-z0-9-]*$/;
