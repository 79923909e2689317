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
};
